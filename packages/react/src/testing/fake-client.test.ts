import { describe, expect, it } from 'vitest'
import { createFakeClient, type FakeClient } from './fake-client.js'

const SMALL = { lnaddress: 'alice@wallet.example', amountMsat: 2_100_000n, reference: 'cart-7' }
const LARGE = { ...SMALL, amountMsat: 9_000_000n }

/** The steps by which a shop, a page and a payer change one reference. */
const STEPS = {
  signSmall: (client: FakeClient) => client.sign('small', SMALL),
  signLarge: (client: FakeClient) => client.sign('large', LARGE),
  chargeSmall: (client: FakeClient) => client.createCharge({ intent: 'small' }),
  chargeLarge: (client: FakeClient) => client.createCharge({ intent: 'large' }),
  paySmall: (client: FakeClient) => settle(client, '2100000'),
  payLarge: (client: FakeClient) => settle(client, '9000000'),
}

function settle(client: FakeClient, amount: string) {
  client.settle({ charge: client.charges.filter(({ reply }) => reply.amount === amount).at(-1) })
}

/** What a page gets for an intent: the amount of the charge, or the code of the refusal. */
const answerOf = (client: FakeClient, intent: string) =>
  client.createCharge({ intent }).then(
    ({ amount }) => amount,
    ({ code }) => code as string,
  )

async function readingOf(client: FakeClient, intent: string) {
  const { charge, arrived } = await client.readIntent(intent)
  return [charge && `${charge.amount} ${charge.state.status}`, arrived?.map(({ amount }) => amount)]
}

describe('a reference that the shop signs with other terms', () => {
  it.each<[string, (keyof typeof STEPS)[], small: string, large: string]>([
    ['the terms signed last', ['signSmall', 'signLarge'], 'INTENT_SUPERSEDED', '9000000'],
    ['the first terms, if they are signed again', ['signLarge', 'signSmall'], '2100000', 'INTENT_SUPERSEDED'],
    [
      'other terms beside an open charge',
      ['signSmall', 'chargeSmall', 'signLarge'],
      'INTENT_SUPERSEDED',
      '9000000',
    ],
    [
      'other terms after a payment that did not match',
      ['signSmall', 'chargeSmall', 'signLarge', 'paySmall'],
      'INTENT_SUPERSEDED',
      '9000000',
    ],
    [
      'nothing more after a payment that matched',
      ['signSmall', 'chargeSmall', 'paySmall', 'signLarge'],
      'ALREADY_PAID',
      'ALREADY_PAID',
    ],
    [
      'nothing more after the payment of the new terms',
      ['signSmall', 'chargeSmall', 'signLarge', 'chargeLarge', 'payLarge', 'paySmall'],
      'ALREADY_PAID',
      'ALREADY_PAID',
    ],
  ])('charges %s', async (_, steps, small, large) => {
    const client = createFakeClient()
    for (const step of ['signLarge', 'signSmall', ...steps] as (keyof typeof STEPS)[])
      await STEPS[step](client)
    for (const [intent, answer] of Object.entries({ small, large })) {
      const { superseded = false } = await client.readIntent(intent)
      expect([await answerOf(client, intent), superseded]).toEqual([answer, answer === 'INTENT_SUPERSEDED'])
    }
  })

  it('reads only charges of its own terms, and says what arrived with other terms', async () => {
    const client = createFakeClient({ intents: { small: SMALL } })
    await STEPS.chargeSmall(client)
    STEPS.signLarge(client)
    expect(await readingOf(client, 'large')).toEqual([undefined, undefined])
    STEPS.paySmall(client)
    expect(await readingOf(client, 'large')).toEqual([undefined, ['2100000']])
    await STEPS.chargeLarge(client)
    STEPS.payLarge(client)
    expect(await readingOf(client, 'large')).toEqual(['9000000 paid', ['2100000']])
    expect(await readingOf(client, 'small')).toEqual([undefined, ['2100000', '9000000']])
  })

  it('is not paid by an earlier payment if its terms are signed again', async () => {
    const client = createFakeClient({ intents: { small: SMALL } })
    for (const step of ['chargeSmall', 'signLarge', 'paySmall', 'signSmall'] as const)
      await STEPS[step](client)
    expect(await readingOf(client, 'small')).toEqual([undefined, ['2100000']])
    await STEPS.chargeSmall(client)
    STEPS.paySmall(client)
    expect(client.charges).toHaveLength(2)
    expect(await readingOf(client, 'small')).toEqual(['2100000 paid', ['2100000']])
  })

  it('has no other terms with another note', async () => {
    const client = createFakeClient({ intents: { small: SMALL } })
    const { invoice } = await client.createCharge({ intent: 'small' })
    client.sign('again', { ...SMALL, description: 'Two coffees' })
    for (const intent of ['small', 'again'])
      expect((await client.createCharge({ intent })).invoice).toEqual(invoice)
  })
})

import type { RampField } from '@leyden/core'
import type { RampFacts } from '@leyden/core/webhook'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkRampEvent, type SentRampSession } from './ramp-event.js'

const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const TAPROOT = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
const BASE58 = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'

const SENT: SentRampSession = {
  session_id: 'ses_1',
  livemode: true,
  destination: 'alice@wallet.example',
  reference_id: 'order-7',
  currency: 'BTC',
  paid_currency: 'USD',
  email: 'anna@mail.example',
}
const OTHER: Required<Omit<RampFacts, 'amount' | 'status'>> = {
  session_id: 'ses_2',
  livemode: false,
  destination: 'mallory@wallet.example',
  reference_id: 'order-8',
  currency: 'ETH',
  paid_currency: 'JPY',
  email: 'mallory@mail.example',
}
const FIELDS = Object.keys(OTHER) as RampField[]

describe('an event of a ramp session', () => {
  it('that repeats what was sent is equal in every field', () => {
    expect(checkRampEvent(SENT, SENT)).toEqual({ suspect: [], differs: [], equal: FIELDS })
  })

  it.each<[RampField, 'suspect' | 'differs']>([
    ['session_id', 'suspect'],
    ['livemode', 'suspect'],
    ['destination', 'suspect'],
    ['reference_id', 'suspect'],
    ['currency', 'suspect'],
    ['paid_currency', 'differs'],
    ['email', 'differs'],
  ])('with another %s is listed under %s', (field, list) => {
    const check = checkRampEvent(SENT, { ...SENT, [field]: (OTHER as RampFacts)[field] })
    expect(check).toEqual({
      suspect: [],
      differs: [],
      equal: FIELDS.filter((each) => each !== field),
      [list]: [field],
    })
  })

  it('with another reference only differs if the server made the reference up itself', () => {
    const sent = { ...SENT, isOwnReference: true }
    expect(checkRampEvent(sent, { reference_id: 'theirs' })).toMatchObject({
      suspect: [],
      differs: ['reference_id'],
    })
  })

  it.each<[RampField, string | boolean, string | boolean]>([
    ['session_id', 'ses_1', ' sess_1 '],
    ['destination', 'Alice@Wallet.Example', 'lightning:alice@wallet.example'],
    ['destination', 'alice@wallet.example', ' ALICE@WALLET.EXAMPLE\n'],
    ['destination', SEGWIT, SEGWIT.toUpperCase()],
    ['destination', `bitcoin:${SEGWIT}`, ` ${SEGWIT} `],
    ['destination', BASE58, `bitcoin:${BASE58}?amount=1`],
    ['reference_id', 'order-7', ' order-7\t'],
    ['currency', 'BTC', 'sats'],
    ['currency', 'btc-lightning', 'XBT'],
    ['currency', 'BTC', ' btc '],
    ['currency', 'USDT', 'usdt'],
    ['paid_currency', 'usd', 'USD'],
    ['email', 'Anna@Mail.example', ' anna@mail.example'],
  ])('has an equal %s in another spelling: %j and %j', (field, sent, reported) => {
    expect(checkRampEvent({ [field]: sent }, { [field]: reported })).toEqual({
      suspect: [],
      differs: [],
      equal: [field],
    })
  })

  it.each<[RampField, string, string]>([
    ['destination', SEGWIT, TAPROOT],
    ['destination', SEGWIT, BASE58],
    // Base58 is not the same in another case.
    ['destination', 'alice@wallet.example', 'alice+tips@wallet.example'],
    ['reference_id', 'order-7', 'Order-7'],
  ])('has another %s: %j is not %j', (field, sent, reported) => {
    expect(checkRampEvent({ [field]: sent }, { [field]: reported }).suspect).toEqual([field])
  })

  it.each<[string, RampField, string, string]>([
    ['an on-chain address for a Lightning Address', 'destination', 'alice@wallet.example', SEGWIT],
    ['an invoice', 'destination', 'alice@wallet.example', 'lnbc1pvjluezpp5'],
    ['a name that no reader knows', 'destination', SEGWIT, 'Wallet of Anna'],
    ['a code that nobody knows', 'currency', 'BTC', 'WBTC-LN-2'],
    ['other money where other money was asked for', 'currency', 'USDT', 'ETH'],
  ])('is not contradicted by %s', (_, field, sent, reported) => {
    expect(checkRampEvent({ [field]: sent }, { [field]: reported })).toEqual({
      suspect: [],
      differs: [],
      equal: [],
    })
  })

  it.each([undefined, null, ''])('does not differ where one side has %j', (nothing) => {
    for (const field of FIELDS) {
      const empty = { [field]: nothing }
      for (const check of [checkRampEvent(empty, OTHER), checkRampEvent(SENT, empty)])
        expect(Object.values(check).flat()).not.toContain(field)
    }
  })

  it.each(FIELDS)('is not compared by %s where that is switched off', (field) => {
    const { suspect, differs, equal } = checkRampEvent(SENT, OTHER, { [field]: false })
    expect([...suspect, ...differs].sort()).toEqual(FIELDS.filter((each) => each !== field).sort())
    expect(equal).toEqual([])
  })

  it.each(['0', '0.000', '-5', '-0.00042'])('contradicts itself if it has bought %s', (amount) => {
    expect(checkRampEvent(SENT, { amount })).toEqual({ suspect: ['amount'], differs: [], equal: [] })
    expect(checkRampEvent(SENT, { amount }, { amount: false }).suspect).toEqual([])
  })

  it.each([
    ...['failed', 'cancelled', 'Canceled', 'REJECTED', 'declined', 'expired', 'refunded', 'reversed'],
    ...['charged back', 'charged_back', 'CHARGED-BACK', ' chargedback '],
  ])('contradicts itself with the status %j', (status) => {
    expect(checkRampEvent(SENT, { status })).toEqual({ suspect: ['status'], differs: [], equal: [] })
    expect(checkRampEvent(SENT, { status }, { status: false }).suspect).toEqual([])
  })

  it.each(['completed', 'paid', 'pending', 'failed_over', 'not failed', 'FAILED_ONCE', ''])(
    'does not contradict itself with the status %j',
    (status) => {
      expect(checkRampEvent(SENT, { status, amount: '0.00042' }).suspect).toEqual([])
    },
  )

  const text = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom(...[SEGWIT, TAPROOT, BASE58, 'a@b.example', 'BTC', 'ETH', 'USD', 'ses_1', 'sess_1']),
  )
  const facts = fc.record(
    {
      session_id: text,
      livemode: fc.boolean(),
      destination: text,
      reference_id: text,
      currency: text,
      paid_currency: text,
      email: text,
    },
    { requiredKeys: [] },
  )

  it('is in at most one list for each field, and in none that one side lacks', () => {
    fc.assert(
      fc.property(facts, facts, (sent, reported) => {
        const found = Object.values(checkRampEvent(sent, reported)).flat()
        expect(new Set(found).size).toBe(found.length)
        for (const field of found) expect(field in sent && field in reported).toBe(true)
      }),
    )
  })

  it('never contradicts what it repeats, and differs in the same fields if both sides are swapped', () => {
    fc.assert(
      fc.property(facts, facts, (sent, reported) => {
        expect(checkRampEvent(sent, sent)).toMatchObject({ suspect: [], differs: [] })
        const [one, other] = [checkRampEvent(sent, reported), checkRampEvent(reported, sent)]
        const known = (fields: RampField[]) => fields.filter((field) => field !== 'currency')
        expect(known(one.suspect)).toEqual(known(other.suspect))
        expect(one.differs).toEqual(other.differs)
      }),
    )
  })
})

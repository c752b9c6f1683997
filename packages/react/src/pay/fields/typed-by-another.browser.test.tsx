import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderPay } from '../../test-support/render-pay.js'
import { createFakeClient, type FakeClient } from '../../testing/fake-client.js'

const tip = { address: 'alice@wallet.example', amountSats: 2_100 } as const
const payerData = { name: { mandatory: true } }

const says = (subject: string | null) => (client: FakeClient) => client.user.takeReply(subject, Date.now())
const signsOut = (client: FakeClient) => client.user.takeSignOut()

const note = () => screen.findByLabelText<HTMLInputElement>(/^Note/)
const name = () => screen.findByLabelText<HTMLInputElement>(/^Your name/)

/** A form in which somebody has typed a note and their name, after `before` and ahead of `afterwards`. */
async function formAfter(
  before: readonly ((client: FakeClient) => void)[],
  afterwards: readonly ((client: FakeClient) => void)[],
  props: { defaultDescription?: string } = {},
) {
  const client = createFakeClient({ takesPayerData: true, addresses: { [tip.address]: { payerData } } })
  for (const step of before) step(client)
  renderPay({ ...tip, ...props }, { client })
  await userEvent.fill(await note(), 'for my sister')
  await userEvent.fill(await name(), 'Ada')
  for (const step of afterwards) act(() => step(client))
  return { client, texts: async () => [(await note()).value, (await name()).value] }
}

const typed = ['for my sister', 'Ada']
const nothing = ['', '']

describe('the note and the payer data that somebody typed', () => {
  it.each([
    ['has signed out', [says('ada')], [signsOut]],
    ['has signed out, although they signed in while they typed', [], [says('ada'), signsOut]],
    ['has signed out, although a guest typed it before', [says(null)], [says('ada'), signsOut]],
    ['has left the page to somebody else', [says('ada')], [says('ben')]],
    ['is not signed in, says a reply', [says('ada')], [says(null)]],
    ['is not signed in, and is followed by somebody else', [says('ada')], [says(null), says('ben')]],
    ['has signed out and is back', [says('ada')], [signsOut, says('ada')]],
    ['is back after somebody else', [says('ada')], [says('ben'), says('ada')]],
  ])('are gone when their person %s', async (_, before, afterwards) => {
    const { texts } = await formAfter(before, afterwards)
    expect(await texts()).toEqual(nothing)
  })

  it.each([
    ['a guest signs in', [], [says('ada')]],
    ['a guest, of whom a reply said so, signs in', [says(null)], [says('ada')]],
    ['getToken says again that nobody is signed in', [signsOut], [signsOut]],
    ['a reply names the same person', [says('ada')], [says('ada')]],
    ['their person is back after a reply that named nobody', [says('ada')], [says(null), says('ada')]],
  ])('stay when %s', async (_, before, afterwards) => {
    const { texts } = await formAfter(before, afterwards)
    expect(await texts()).toEqual(typed)
  })

  it('leave the note of the page to the next person', async () => {
    const { texts } = await formAfter([says('ada')], [says('ben')], { defaultDescription: 'Thank you' })
    expect(await texts()).toEqual(['Thank you', ''])
  })

  it('are those of the next person after that', async () => {
    const { client, texts } = await formAfter([says('ada')], [says(null)])
    await userEvent.fill(await note(), 'hello')
    await userEvent.fill(await name(), 'Ben')
    act(() => says('ben')(client))
    expect(await texts()).toEqual(['hello', 'Ben'])
  })

  it('are not in the form that a sign-out shows in place of the invoice', async () => {
    const { client, texts } = await formAfter([says('ada')], [])
    await userEvent.click(await screen.findByRole('button', { name: /^Pay( \d|$)/ }))
    await screen.findByRole('img', { name: /^QR code/ })
    act(() => signsOut(client))
    expect(await texts()).toEqual(nothing)
    expect(client.charges).toMatchObject([
      { request: { description: typed[0], payer_data: { name: typed[1] } } },
    ])
  })
})

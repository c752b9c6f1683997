import { LeydenError } from '@leyden/core'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderPay } from '../../test-support/render-pay.js'
import type { FakeClientOptions } from '../../testing/fake-client.js'

const tip = { address: 'alice@wallet.example', amountSats: 2_100 } as const
const findInput = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label)
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => userEvent.click(await button(name))
/** Clicks on a disabled element, which people can do and the test driver refuses. */
const pressAnyway = async (name: string | RegExp) => fireEvent.click(await button(name))
const findQrCode = () => screen.findByRole('img', { name: /^QR code/ })
const openOffer = () => press('About you')

/** Options for a shop that can pass on payer data, and an address that asks for it. */
const withPayerData = (
  payerData: Record<string, { mandatory: boolean }>,
  server: FakeClientOptions = {},
) => ({
  server: { takesPayerData: true, addresses: { 'alice@wallet.example': { payerData } }, ...server },
})
const name = { name: { mandatory: true } }
const email = { email: { mandatory: false } }

describe('payer data that a recipient asks for', () => {
  it('is sent with the payment, and required before it if it is mandatory', async () => {
    const { client } = renderPay(tip, withPayerData(name))
    const field = await findInput(/^Your name/)
    expect(field).toHaveValue('')
    expect(field).toBeRequired()
    expect(screen.getByText('What you enter here is sent to the recipient.')).toBeVisible()
    await pressAnyway(/^Pay( \d|$)/)
    expect(screen.getByText('Required by the recipient.')).toBeVisible()
    expect(client.charges).toEqual([])

    await userEvent.type(field, 'Zoë')
    await press(/^Pay( \d|$)/)
    await findQrCode()
    expect(client.charges[0]?.request.payer_data).toEqual({ name: 'Zoë' })
  })

  it('is not sent by people who leave it collapsed', async () => {
    const { client } = renderPay(tip, withPayerData({ name: { mandatory: false }, ...email }))
    await screen.findByText('Tips for Alice')
    expect(await button('About you')).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByLabelText(/^Your name/)).toBeNull()
    await press(/^Pay( \d|$)/)
    await findQrCode()
    expect(client.charges[0]?.request.payer_data).toBeUndefined()
  })

  it('is sent as it was entered, and only the kinds that are asked for', async () => {
    const { client } = renderPay(tip, withPayerData({ ...name, ...email, favourite: { mandatory: false } }))
    await userEvent.type(await findInput(/^Your name/), '  Zoë ')
    await openOffer()
    await userEvent.type(await findInput(/^Your e-mail/), 'zoe@mail.example')
    expect(screen.queryByLabelText(/favourite/)).toBeNull()
    await press(/^Pay( \d|$)/)
    await findQrCode()
    expect(client.charges[0]?.request.payer_data).toEqual({ name: 'Zoë', email: 'zoe@mail.example' })
  })

  it.each([
    ['an e-mail address', /^Your e-mail/, 'zoe@mail', '.example'],
    ['a Lightning Address', /^Your Lightning Address/, 'zoe', '@wallet.example'],
  ])('is not sent %s that is not valid', async (_, label, incompleteText, rest) => {
    renderPay(tip, withPayerData({ ...email, identifier: { mandatory: false } }))
    await screen.findByText('Tips for Alice')
    await openOffer()
    const field = await findInput(label)
    await userEvent.type(field, incompleteText)
    expect(screen.queryByText('Check the spelling.')).toBeNull()
    await userEvent.tab()
    expect(await screen.findByText('Check the spelling.')).toBeVisible()
    expect(field).toBeInvalid()
    expect(await button(/^Pay( \d|$)/)).toHaveAttribute('aria-disabled', 'true')
    await userEvent.type(field, rest)
    await press(/^Pay( \d|$)/)
    await findQrCode()
  })

  it('never collapses a field with an error', async () => {
    renderPay(tip, withPayerData(email))
    await screen.findByText('Tips for Alice')
    await openOffer()
    const field = await findInput(/^Your e-mail/)
    await userEvent.type(field, 'zoe@mail')
    await openOffer()
    expect(await screen.findByText('Check the spelling.')).toBeVisible()
    await userEvent.type(field, '.example')
    await waitFor(() => expect(screen.queryByText('Check the spelling.')).toBeNull())
    expect(field).toBeVisible()
  })

  it('keeps the entries after a failure, for a retry and for the form', async () => {
    const failures = [1, 2]
    const { client } = renderPay(
      tip,
      withPayerData(name, {
        tamper: (charge) => {
          if (failures.pop()) throw new LeydenError('SERVICE_UNAVAILABLE', 'The server answered 503.')
          return charge
        },
      }),
    )
    await userEvent.type(await findInput(/^Your name/), 'Zoë')
    await press(/^Pay( \d|$)/)
    await press('Back')
    expect(await findInput(/^Your name/)).toHaveValue('Zoë')
    await press(/^Pay( \d|$)/)
    await press('Try again')
    await findQrCode()
    expect(client.charges.map(({ request }) => request.payer_data)).toEqual(
      Array.from({ length: 3 }, () => ({ name: 'Zoë' })),
    )
  })

  it('goes only to the recipient, and is neither stored nor reported to the page', async () => {
    const reports: unknown[] = []
    const onReport = vi.fn((value: unknown) => void reports.push(value))
    const { client } = renderPay(
      { ...tip, onStateChange: onReport, onCharge: onReport, onPaid: onReport },
      withPayerData(name),
    )
    await userEvent.type(await findInput(/^Your name/), 'Zoë')
    await press(/^Pay( \d|$)/)
    await findQrCode()
    const stored = JSON.stringify([{ ...sessionStorage }, { ...localStorage }])
    expect(stored).toContain('leyden:charge')
    expect(stored).not.toContain('Zoë')
    client.settle()
    await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
    const reportedText = JSON.stringify(reports, (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    expect(reportedText).toContain('alice@wallet.example')
    expect(reportedText).not.toContain('Zoë')
  })

  it('is cleared when the recipient changes', async () => {
    const payerData = name
    const addresses = { 'alice@wallet.example': { payerData }, 'bob@wallet.example': { payerData } }
    renderPay({ defaultAddress: 'alice@wallet.example' }, { server: { takesPayerData: true, addresses } })
    await userEvent.type(await findInput(/^Your name/), 'Zoë')
    await press('Change')
    await userEvent.type(await findInput(/^Lightning Address/), 'bob@wallet.example')
    await screen.findByText('Tips for Bob')
    expect(await findInput(/^Your name/)).toHaveValue('')
  })

  it('is asked for again when a new invoice is requested after a reload', async () => {
    const first = renderPay(tip, withPayerData(name))
    await userEvent.type(await findInput(/^Your name/), 'Zoë')
    await press(/^Pay( \d|$)/)
    await findQrCode()
    first.unmount()
    const { client } = first
    renderPay(tip, { client })
    await findQrCode()
    const [charge] = client.charges
    if (!charge) throw new Error('There is no charge.')
    client.setChargeState(charge, { kind: 'charge', status: 'expired', at: new Date().toISOString() })
    await press('New invoice')
    expect(await findInput(/^Your name/)).toHaveValue('')
    expect(client.charges).toHaveLength(1)
  })
})

describe('payer data that nobody can enter here', () => {
  const sentence = (details: string) =>
    `This address requires details that you cannot enter here: ${details}.`

  it.each([
    [
      'a shop that cannot pass it on',
      false,
      { ...name, email: { mandatory: true } },
      'your name and your e-mail address',
    ],
    ['what a wallet would have to say', true, { pubkey: { mandatory: true } }, 'pubkey'],
  ])('is reported before anything else is asked: %s', async (_, takesPayerData, payerData, what) => {
    renderPay(tip, withPayerData(payerData, { takesPayerData }))
    expect(await screen.findByText(sentence(what))).toBeVisible()
    expect(await button(/^Pay( \d|$)/)).toHaveAttribute('aria-disabled', 'true')
  })

  it('is also reported if only the server requires it', async () => {
    const refusal = new LeydenError('PAYER_DATA_REQUIRED', 'This address demands it.', { actual: 'auth' })
    renderPay(tip, { server: { addresses: { 'alice@wallet.example': refusal } } })
    expect(await screen.findByText(sentence('auth'))).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('is not asked for if it is optional and cannot be passed on', async () => {
    renderPay(tip, withPayerData({ name: { mandatory: false } }, { takesPayerData: false }))
    await screen.findByText('Tips for Alice')
    expect(screen.queryByRole('button', { name: 'About you' })).toBeNull()
    expect(screen.queryByLabelText(/^Your name/)).toBeNull()
  })
})

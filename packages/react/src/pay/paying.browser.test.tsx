import { LeydenError } from '@leyden/core'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { arabic } from '../languages/ar/pay.js'
import { german } from '../languages/de/pay.js'
import { spanish } from '../languages/es/pay.js'
import { japanese } from '../languages/ja/pay.js'
import { portuguese } from '../languages/pt-BR/pay.js'
import { renderPay } from '../test-support/render-pay.js'
import { createFakeClient, type FakeClientOptions } from '../testing/fake-client.js'

const tip = { address: 'alice@wallet.example', amountSats: 2_100 } as const
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const pressPay = async () => userEvent.click(await button(/^Pay( \d|$)/))
/** Clicks on a disabled element, which people can do and the test driver refuses. */
const pressAnyway = async (name: string | RegExp) => fireEvent.click(await button(name))

async function requestInvoice() {
  await pressPay()
  return screen.findByRole('img', { name: /^QR code/ })
}

/** A promise that the test resolves. */
function hold() {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  return { held, answer }
}

/** A client whose look-ups are answered when the test says so. */
function heldLookUp(server?: FakeClientOptions) {
  const client = createFakeClient(server)
  const { validateLightningAddress } = client
  const { held, answer } = hold()
  client.validateLightningAddress = async (...args) => {
    await held
    return validateLightningAddress(...args)
  }
  return { client, answer }
}

/** A client that answers what a currency is worth when the test says so. */
function heldRate(server?: FakeClientOptions) {
  const client = createFakeClient(server)
  const { readExchangeRate } = client
  const { held, answer } = hold()
  client.readExchangeRate = async (...args) => {
    await held
    return readExchangeRate(...args)
  }
  return { client, answer }
}

/** A page as narrow as a small phone, until the test ends. */
async function narrowPage() {
  const { innerWidth, innerHeight } = window
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
  await page.viewport(320, 900)
}

describe('from an address to an invoice', () => {
  it('shows the owner before asking for an invoice, and the limits once an amount breaks one', async () => {
    const { client } = renderPay({ defaultAmountSats: 2_100 })
    await userEvent.type(screen.getByLabelText('Lightning Address'), 'alice@wallet.example')
    expect(await screen.findByText('Tips for Alice')).toBeVisible()
    expect(screen.queryByText(/150,000/)).toBeNull()
    await userEvent.fill(screen.getByLabelText('Amount'), '150001')
    await userEvent.tab()
    expect(screen.getByText('The largest amount is 150,000 sats.')).toBeVisible()
    expect(client.charges).toHaveLength(0)
  })

  it('keeps focus and text when the answer arrives while somebody types', async () => {
    renderPay()
    const field = screen.getByLabelText<HTMLInputElement>('Lightning Address')
    await userEvent.type(field, 'alice@wallet.ex')
    await screen.findByText('Tips for Alice')
    expect(field).toHaveFocus()
    await userEvent.keyboard('ample')
    expect(field).toHaveValue('alice@wallet.example')
  })

  it('keeps the amount in its place when the address is found', async () => {
    renderPay()
    const top = () => screen.getByLabelText('Amount').getBoundingClientRect().top
    await userEvent.type(screen.getByLabelText('Lightning Address'), 'alice@wallet.ex')
    const before = top()
    await userEvent.keyboard('ample')
    await screen.findByText('Tips for Alice')
    expect(top()).toBeCloseTo(before, 0)
  })

  it.each([150, 0])(
    'keeps “Pay” in its place when a fixed address is found, unless it takes no note: at most %i characters',
    async (commentAllowed) => {
      const { client, answer } = heldLookUp({ addresses: { 'alice@wallet.example': { commentAllowed } } })
      renderPay(tip, { client })
      const top = async () => (await button(/^Pay( \d|$)/)).getBoundingClientRect().top
      const before = await top()
      expect(screen.queryByLabelText(/^Note/)).toBeNull()
      answer()
      await screen.findByText('Tips for Alice')
      if (commentAllowed > 0) expect(await top()).toBeCloseTo(before, 0)
      else expect(await top()).toBeLessThan(before)
    },
  )

  it.each([
    ['English', undefined],
    ['German', german],
    ['Spanish', spanish],
    ['Portuguese', portuguese],
    ['Japanese', japanese],
    ['Arabic', arabic],
  ])('keeps “Pay” in its place when the badge of test mode appears: %s', async (_, language) => {
    await narrowPage()
    const { client, answer } = heldLookUp({ mode: 'test' })
    renderPay(tip, { client, language })
    const [pay] = document.getElementsByClassName('leyden-submit')
    const before = pay?.getBoundingClientRect().top
    answer()
    const badge = await screen.findByText(String(language?.pay?.testMode ?? 'Test mode'))
    expect(badge).toBeVisible()
    const cardTop = screen.getByRole('region').getBoundingClientRect().top
    expect(badge.getBoundingClientRect().top - cardTop).toBeGreaterThanOrEqual(4)
    expect(screen.getByText('Tips for Alice')).toBeVisible()
    expect(pay?.getBoundingClientRect().top).toBeCloseTo(before ?? 0, 0)
  })

  it.each([
    ['without presets', undefined, ['$2', '$5', '$10']],
    ['with presets', [500n, 2_100n], ['$0.50', '$2.00']],
    ['with presets in two rows', [100n, 500n, 1_000n, 2_100n, 5_000n, 10_000n], ['$0.10', '$10.00']],
  ])(
    'keeps “Pay” in its place when the rate arrives, and changes no amount: %s',
    async (_, presets, labels) => {
      await narrowPage()
      const { client, answer } = heldRate()
      renderPay({ address: tip.address, fiat: 'USD', presets }, { client })
      await screen.findByText('Tips for Alice')
      const top = async () => (await button('Pay')).getBoundingClientRect().top
      const before = await top()
      expect(screen.queryByRole('group', { name: 'Suggested amounts' })).toBeNull()
      answer()
      for (const label of labels) expect(await button(label)).toBeVisible()
      expect(await top()).toBeCloseTo(before, 0)
    },
  )

  it('keeps no place for amounts of a currency whose rate is not known', async () => {
    const { client, answer } = heldRate({ rates: undefined })
    renderPay({ address: tip.address, fiat: 'USD' }, { client })
    await screen.findByText('Tips for Alice')
    const top = async () => (await button('Pay')).getBoundingClientRect().top
    const before = await top()
    answer()
    await waitFor(async () => expect(await top()).toBeLessThan(before))
    expect(screen.queryByRole('group', { name: 'Suggested amounts' })).toBeNull()
  })

  it('offers the amounts in satoshis, in the place of those of a currency whose rate is not known', async () => {
    const { client, answer } = heldRate({ rates: undefined })
    renderPay({ address: tip.address, fiat: 'USD', presets: [500n, 2_100n] }, { client })
    await screen.findByText('Tips for Alice')
    const top = async () => (await button('Pay')).getBoundingClientRect().top
    const before = await top()
    answer()
    expect(await button('2,100')).toBeVisible()
    expect(await top()).toBeCloseTo(before, 0)
  })

  it('offers the amounts in satoshis if the rate takes long, and keeps “Pay” in its place', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const { client } = heldRate()
    renderPay({ address: tip.address, fiat: 'USD', presets: [500n, 2_100n] }, { client })
    await screen.findByText('Tips for Alice')
    const top = async () => (await button('Pay')).getBoundingClientRect().top
    const before = await top()
    await act(() => vi.advanceTimersByTimeAsync(2_100))
    expect(await button('2,100')).toBeVisible()
    expect(await top()).toBeCloseTo(before, 0)
  })

  it('keeps the place of amounts whose rate may still come after a failure', async () => {
    const { client, answer } = heldRate()
    const { readExchangeRate } = client
    client.readExchangeRate = async (...args) => {
      await readExchangeRate(...args)
      throw new LeydenError('SERVICE_UNAVAILABLE', 'Later.')
    }
    renderPay({ address: tip.address, fiat: 'USD' }, { client })
    await screen.findByText('Tips for Alice')
    const top = async () => (await button('Pay')).getBoundingClientRect().top
    const before = await top()
    answer()
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(await top()).toBeCloseTo(before, 0)
  })

  it('requests exactly the amount, and shows it with the recipient', async () => {
    const onCharge = vi.fn()
    const { client } = renderPay({ ...tip, reference: 'order 7', onCharge })
    await requestInvoice()
    expect(client.charges.map(({ request }) => request)).toEqual([
      { lnaddress: 'alice@wallet.example', amount: '2100000', reference: 'order 7' },
    ])
    expect(screen.getByRole('heading', { name: '2,100 sats to alice@wallet.example' })).toBeVisible()
    expect(screen.getByText('to alice@wallet.example')).toBeVisible()
    expect(onCharge).toHaveBeenCalledTimes(1)
    expect(onCharge).toHaveBeenCalledWith(expect.objectContaining({ amountMsat: 2_100_000n }))
  })

  it('shows a real link in lower case beside the code', async () => {
    const { client } = renderPay(tip)
    await requestInvoice()
    const link = screen.getByRole('link', { name: 'Open wallet' })
    expect(link).toHaveAttribute('href', `lightning:${client.charges[0]?.reply.invoice.request}`)
  })

  it('sends a note only to a recipient that accepts notes', async () => {
    const { client, unmount } = renderPay({ ...tip, defaultDescription: 'Great stream!' })
    await requestInvoice()
    expect(client.charges[0]?.request.description).toBe('Great stream!')
    unmount()
    const other = renderPay(
      { ...tip, defaultDescription: 'Great stream!' },
      { server: { addresses: { 'alice@wallet.example': { commentAllowed: 0 } } } },
    )
    await requestInvoice()
    expect(other.client.charges[0]?.request.description).toBeUndefined()
  })

  it('checks the note against this recipient’s limit, and refuses one that is too long', async () => {
    const { client } = renderPay(tip, {
      server: { addresses: { 'alice@wallet.example': { commentAllowed: 5 } } },
    })
    await userEvent.type(await screen.findByLabelText(/^Note/), 'sixteen letters!')
    expect(screen.getByText('16 / 5')).toBeVisible()
    expect(screen.getByText('11 characters too many.')).toBeVisible()
    await pressAnyway(/^Pay( \d|$)/)
    expect(client.charges).toHaveLength(0)
  })

  it('refuses amounts outside the limits without asking for an invoice', async () => {
    const { client } = renderPay({ address: 'alice@wallet.example' })
    const amount = await screen.findByLabelText('Amount')
    await screen.findByText('Tips for Alice')
    await userEvent.fill(amount, '9')
    expect(await screen.findByText('The smallest amount is 10 sats.')).toBeVisible()
    await userEvent.fill(amount, '150001')
    expect(await screen.findByText('The largest amount is 150,000 sats.')).toBeVisible()
    await pressAnyway(/^Pay( \d|$)/)
    expect(client.charges).toHaveLength(0)
    await userEvent.fill(amount, '150000')
    await requestInvoice()
    expect(client.charges[0]?.request.amount).toBe('150000000')
  })

  it('marks missing fields only when somebody presses the button', async () => {
    renderPay({ address: 'alice@wallet.example' })
    await screen.findByText('Tips for Alice')
    expect(screen.queryByText('Enter an amount.')).toBeNull()
    await pressAnyway(/^Pay( \d|$)/)
    expect(screen.getByText('Enter an amount.')).toBeVisible()
  })

  it('uses the only amount that an address accepts', async () => {
    const { client } = renderPay(
      { address: 'carol@wallet.example', amountSats: undefined },
      {
        server: { addresses: { 'carol@wallet.example': { minSendable: 2_100_000, maxSendable: 2_100_000 } } },
      },
    )
    expect(await screen.findByText('2,100')).toBeVisible()
    expect(screen.queryByLabelText('Amount')).toBeNull()
    await requestInvoice()
    expect(client.charges[0]?.request.amount).toBe('2100000')
  })

  it('scrolls the whole invoice into sight, with its buttons', async () => {
    await page.viewport(1_280, 800)
    const header = document.body.insertBefore(document.createElement('div'), document.body.firstChild)
    header.style.height = '400px'
    onTestFinished(() => header.remove())
    renderPay(tip)
    await requestInvoice()
    const { bottom } = screen.getByRole('link', { name: 'Open wallet' }).getBoundingClientRect()
    expect(bottom).toBeLessThanOrEqual(innerHeight)
    expect(screen.getByRole('heading').getBoundingClientRect().top).toBeGreaterThanOrEqual(0)
  })

  it('chooses a preset with a click', async () => {
    const { client } = renderPay({ address: 'alice@wallet.example', presets: [500, 2_100n, 10_000] })
    await userEvent.click(await button('10,000'))
    expect(await button('10,000')).toHaveAttribute('aria-pressed', 'true')
    await screen.findByText('Tips for Alice')
    await requestInvoice()
    expect(client.charges[0]?.request.amount).toBe('10000000')
  })

  it('refuses an address that demands payer data before any amount is asked for', async () => {
    renderPay(
      { address: 'needsname@wallet.example', amountSats: 2_100 },
      { server: { addresses: { 'needsname@wallet.example': { payerData: { name: { mandatory: true } } } } } },
    )
    expect(
      await screen.findByText('This address requires details that you cannot enter here: your name.'),
    ).toBeVisible()
  })

  it('goes back to the form and keeps the entries', async () => {
    renderPay({ defaultAddress: 'alice@wallet.example', defaultAmountSats: 777 })
    await screen.findByText('Tips for Alice')
    await requestInvoice()
    await userEvent.click(await button('Back'))
    expect(await screen.findByLabelText('Amount')).toHaveValue('777')
    expect(screen.getByLabelText('Lightning Address')).toHaveValue('alice@wallet.example')
  })

  it('keeps the address that the person wants to change, selected, until they type', async () => {
    renderPay({ defaultAddress: 'alice@wallet.example' })
    await userEvent.click(await button('Change'))
    const field = screen.getByLabelText<HTMLInputElement>('Lightning Address')
    expect(field).toHaveFocus()
    expect(field).toHaveValue('alice@wallet.example')
    expect(field.selectionEnd).toBe(20)
    await userEvent.tab()
    expect(await button('Change')).toBeVisible()
    await userEvent.click(await button('Change'))
    await userEvent.keyboard('bob@wallet.example')
    expect(await screen.findByText('Tips for Bob')).toBeVisible()
  })

  it('names the amount on the button, and waits for the look-up after a press', async () => {
    const fiat = { currency: 'USD', rate: 97_000 }
    const { client, answer } = heldLookUp()
    renderPay({ ...tip, fiat }, { client })
    const payButton = screen.getByRole('button', { name: 'Pay 2,100 sats' })
    await userEvent.click(payButton)
    expect(payButton).toHaveAttribute('aria-busy', 'true')
    expect(client.charges).toHaveLength(0)
    answer()
    expect(await screen.findByRole('img', { name: /^QR code/ })).toBeVisible()
    expect(client.charges).toHaveLength(1)
  })

  it('cancels a press when the person changes a field', async () => {
    const { client, answer } = heldLookUp()
    renderPay({ defaultAmountSats: 2_100 }, { client })
    const field = screen.getByLabelText('Lightning Address')
    await userEvent.fill(field, 'alice@wallet.example')
    await pressAnyway('Pay')
    await userEvent.fill(field, 'bob@wallet.example')
    answer()
    expect(await button('Pay 2,100 sats')).toBeVisible()
    expect(client.charges).toHaveLength(0)
  })

  it('shows the same invoice again for the same input, and a new one for other input', async () => {
    const { client } = renderPay({ address: 'alice@wallet.example', defaultAmountSats: 2_100 })
    await screen.findByText('Tips for Alice')
    await requestInvoice()
    await userEvent.click(await button('Back'))
    await requestInvoice()
    expect(client.charges).toHaveLength(1)
    for (const amount of ['500', '10000']) {
      await userEvent.click(await button('Back'))
      await userEvent.fill(screen.getByLabelText('Amount'), amount)
      await requestInvoice()
    }
    // All of them are watched, so a payment of the first one is shown.
    expect(client.charges).toHaveLength(3)
    act(() => client.settle({ charge: client.charges[0] }))
    expect(await screen.findByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
  })

  it('requests the invoice once without a press if the page sets autoInvoice', async () => {
    const { client } = renderPay({ ...tip, autoInvoice: true })
    expect(await screen.findByRole('img', { name: /^QR code/ })).toBeVisible()
    await userEvent.click(await button('Back'))
    expect(await button(/^Pay( \d|$)/)).toBeVisible()
    expect(client.charges).toHaveLength(1)
  })

  it('shows an empty note after "Done"', async () => {
    const { client } = renderPay({ ...tip, defaultDescription: 'Great stream!' })
    await requestInvoice()
    act(() => client.settle())
    await userEvent.click(await button('Done'))
    expect(await screen.findByLabelText(/^Note/)).toHaveValue('')
  })

  it('starts again when the page locks another address', async () => {
    const { rerender } = renderPay(tip)
    await requestInvoice()
    rerender({ ...tip, address: 'bob@wallet.example' })
    expect(await screen.findByText('Tips for Bob')).toBeVisible()
    expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull()
  })

  it('withdraws an invoice over an amount that the page no longer asks for, and shows its payment in a notice', async () => {
    const { client, rerender } = renderPay(tip)
    await requestInvoice()
    rerender({ ...tip, amountSats: 4_200 })
    await waitFor(() => expect(screen.queryByRole('img', { name: /^QR code/ })).toBeNull())
    await requestInvoice()
    expect(client.charges.at(-1)?.request.amount).toBe('4200000')
    client.settle({ charge: client.charges[0] })
    expect(
      await screen.findByText('2,100 sats arrived at alice@wallet.example.', { ignore: '.ly-hidden' }),
    ).toBeVisible()
    expect(screen.getByRole('img', { name: /^QR code/ })).toBeVisible()
    await userEvent.click(await button('Dismiss'))
    await waitFor(() => expect(screen.queryAllByText(/arrived\.$/)).toEqual([]))
  })

  it('does not restart if the page renders again with the same values', async () => {
    const { client, rerender } = renderPay({
      ...tip,
      presets: [1, 2],
      fiat: { currency: 'USD', rate: 97_000 },
    })
    await requestInvoice()
    for (let round = 0; round < 30; round++)
      rerender({ ...tip, presets: [1, 2], fiat: { currency: 'USD', rate: 97_000 + round }, onPaid: () => {} })
    expect(screen.getByRole('img', { name: /^QR code/ })).toBeVisible()
    expect(client.charges).toHaveLength(1)
    expect(client.watching).toBe(1)
    expect(client.lookedUp).toHaveLength(1)
  })

  it('shows the test badge unless the payment is known to be live', async () => {
    const { unmount } = renderPay(tip)
    expect(await screen.findByText('Test mode')).toBeVisible()
    await requestInvoice()
    expect(screen.getByText('Test mode')).toBeVisible()
    unmount()
    renderPay(tip, { server: { network: 'mainnet' } })
    await requestInvoice()
    expect(screen.queryByText('Test mode')).toBeNull()
  })
})

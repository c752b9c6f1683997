import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { german } from '../../languages/de/pay.js'
import { passTime, stopTime } from '../../test-support/let-time-pass.js'
import { renderPay } from '../../test-support/render-pay.js'
import { createFakeClient } from '../../testing.js'

const amountField = (name = 'Amount') => screen.getByLabelText<HTMLInputElement>(name)

/** Pastes from the real clipboard over a range of a field, by default over all of it. */
async function paste(text: string, field: HTMLInputElement, [from, to] = [0, field.value.length]) {
  const source = document.body.appendChild(document.createElement('textarea'))
  source.value = text
  source.select()
  await userEvent.copy()
  source.remove()
  field.focus()
  field.setSelectionRange(from, to)
  await userEvent.paste()
}

describe('an amount that is typed', () => {
  it('is grouped by the rules of the locale while it is typed', async () => {
    renderPay()
    await userEvent.type(amountField(), '1234567')
    expect(amountField()).toHaveValue('1,234,567')
  })

  it('keeps the caret where the person types', async () => {
    renderPay()
    await userEvent.type(amountField(), '1234567')
    amountField().setSelectionRange(1, 1)
    await userEvent.keyboard('9')
    expect(amountField()).toHaveValue('19,234,567')
    expect(amountField().selectionStart).toBe(2)
    await userEvent.keyboard('{Backspace}')
    expect(amountField()).toHaveValue('1,234,567')
    expect(amountField().selectionStart).toBe(1)
  })

  it('is no error while somebody types it, only after a rest or outside of the field', async () => {
    stopTime()
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    renderPay({ address: 'alice@wallet.example' })
    await vi.waitFor(() => expect(screen.getByText('Tips for Alice')).toBeVisible())
    const tooSmall = () => screen.queryByText('The smallest amount is 10 sats.')
    fireEvent.input(amountField(), { target: { value: '2' }, inputType: 'insertText', data: '2' })
    expect(tooSmall()).toBeNull()
    expect(amountField()).not.toHaveAttribute('aria-invalid')
    act(() => void vi.advanceTimersByTime(1_500))
    expect(tooSmall()).toBeVisible()
    fireEvent.input(amountField(), { target: { value: '3' }, inputType: 'insertText', data: '3' })
    expect(tooSmall()).toBeNull()
    fireEvent.blur(amountField())
    expect(tooSmall()).toBeVisible()
  })

  it.each(['1.5', 'two', '-3', '1e3', '0x10'])('is refused, not guessed, when it is %j', async (text) => {
    renderPay()
    fireEvent.input(amountField(), { target: { value: text }, inputType: 'insertFromPaste' })
    expect(screen.getByText('Enter a whole number of sats.')).toBeVisible()
    expect(amountField()).toHaveAttribute('aria-invalid', 'true')
  })

  it('that was pasted with the wrong separators is refused, not read as another amount', async () => {
    renderPay({}, { language: german })
    fireEvent.input(amountField('Betrag'), { target: { value: '1.5' }, inputType: 'insertFromPaste' })
    expect(amountField('Betrag')).toHaveValue('1.5')
    expect(screen.getByText('Nur ganze Sats.')).toBeVisible()
  })

  describe.each([
    ['en', '1,50'],
    ['en', '0,5'],
    ['en', '1,2'],
    ['de', '1.5'],
    ['de', '10.50'],
  ] as const)('written in %s as %s', (locale, written) => {
    const options = locale === 'de' ? { language: german } : {}
    const field = () => amountField(locale === 'de' ? 'Betrag' : 'Amount')
    const hint = locale === 'de' ? 'Nur ganze Sats.' : 'Enter a whole number of sats.'

    it('is refused when it is typed letter by letter', async () => {
      renderPay({}, options)
      await userEvent.type(field(), written)
      expect(field()).toHaveValue(written)
      field().blur()
      expect(await screen.findByText(hint)).toBeVisible()
    })

    it('is refused when it is pasted over what was selected', async () => {
      renderPay({ defaultAmountSats: 1_234 }, options)
      await paste(written, field())
      expect(field()).toHaveValue(written)
      expect(screen.getByText(hint)).toBeVisible()
    })
  })

  it.each([
    ['en', '1,500', '1,500'],
    ['en', '1500', '1,500'],
    ['de', '1.500', '1.500'],
  ])('is read in %s when %j is pasted', async (locale, written, shown) => {
    renderPay({ defaultAmountSats: 21 }, locale === 'de' ? { language: german } : {})
    const field = amountField(locale === 'de' ? 'Betrag' : 'Amount')
    await paste(written, field)
    expect(field).toHaveValue(shown)
    expect(field).not.toHaveAttribute('aria-invalid')
  })

  it('can be pasted into the middle of another one, and loses its separators', async () => {
    renderPay({ defaultAmountSats: 1_234 })
    await paste('99', amountField(), [1, 1])
    expect(amountField()).toHaveValue('199,234')
    expect(amountField().selectionStart).toBe(3)
    await paste('0', amountField(), [4, 7])
    expect(amountField()).toHaveValue('1,990')
  })

  it('is grouped again after each change, wherever the caret is', async () => {
    renderPay({ defaultAmountSats: 1_234 })
    await userEvent.type(amountField(), '5')
    expect(amountField()).toHaveValue('12,345')
    expect(amountField().selectionStart).toBe(6)
    await userEvent.keyboard('{Backspace}{Backspace}')
    expect(amountField()).toHaveValue('123')
    await userEvent.keyboard('456')
    amountField().setSelectionRange(3, 5)
    await userEvent.keyboard('{Delete}')
    expect(amountField()).toHaveValue('12,356')
    amountField().setSelectionRange(0, 3)
    await userEvent.keyboard('7')
    expect(amountField()).toHaveValue('7,356')
    expect(amountField().selectionStart).toBe(1)
  })

  it('with a separator too many is refused until it is fixed', async () => {
    renderPay({ defaultAmountSats: 1_234 })
    amountField().setSelectionRange(3, 3)
    amountField().focus()
    await userEvent.keyboard(',')
    expect(amountField()).toHaveValue('1,2,34')
    expect(await screen.findByText('Enter a whole number of sats.')).toBeVisible()
    await userEvent.keyboard('{Backspace}')
    expect(amountField()).toHaveValue('1,234')
    expect(amountField()).not.toHaveAttribute('aria-invalid')
  })

  it('can have digits of another script', async () => {
    const { client } = renderPay({ address: 'alice@wallet.example' })
    await screen.findByText('Tips for Alice')
    fireEvent.input(amountField(), { target: { value: '٢١٠٠' } })
    await userEvent.click(screen.getByRole('button', { name: /^Pay( \d|$)/ }))
    await screen.findByRole('img', { name: /^QR code/ })
    expect(client.charges[0]?.request.amount).toBe('2100000')
  })

  it('stays the same amount when a language is loaded later', async () => {
    renderPay({ defaultAmountSats: 2_100 }, { language: async () => german })
    expect(amountField()).toHaveValue('2,100')
    expect(await screen.findByLabelText('Betrag')).toHaveValue('2.100')
    await userEvent.type(amountField('Betrag'), '0')
    expect(amountField('Betrag')).toHaveValue('21.000')
  })

  it('in a currency is paid in whole sats, which are shown beside it', async () => {
    const fiat = { currency: 'EUR', rate: 90_000, asOf: new Date('2026-01-01T14:51:00Z') }
    const { client } = renderPay({ address: 'alice@wallet.example', fiat })
    await screen.findByText('Tips for Alice')
    await userEvent.type(amountField(), '1.89')
    expect(screen.getAllByText('2,100 sats')[0]).toBeVisible()
    expect(screen.getAllByText('2,100 sats')[0]?.title).toMatch(/^Rate as of /)
    await userEvent.click(screen.getByRole('button', { name: /^Pay / }))
    expect(await screen.findByRole('heading', { name: /^€1\.89 \(2,100 sats\) to/ })).toBeVisible()
    expect(client.charges[0]?.request.amount).toBe('2100000')
  })

  it('is the same to the satoshi after switching to a currency and back', async () => {
    const fiat = { currency: 'USD', rate: 97_142.86 }
    const { client } = renderPay({ address: 'alice@wallet.example', fiat, defaultAmountSats: 2_101 })
    await screen.findByText('Tips for Alice')
    const switchUnit = () => userEvent.click(screen.getByRole('button', { name: /^Enter the amount in/ }))
    await switchUnit()
    expect(amountField()).toHaveValue('2.04')
    expect(screen.getAllByText('2,101 sats')[0]).toBeVisible()
    await switchUnit()
    expect(amountField()).toHaveValue('2,101')

    await switchUnit()
    await userEvent.type(amountField(), '{Backspace}5')
    expect(screen.getAllByText('2,110 sats')[0]).toBeVisible()
    await switchUnit()
    expect(amountField()).toHaveValue('2,110')

    await switchUnit()
    await userEvent.click(screen.getByRole('button', { name: /^Pay / }))
    expect(await screen.findByRole('heading', { name: /^\$2\.05 \(2,110 sats\) to/ })).toBeVisible()
    expect(client.charges[0]?.request.amount).toBe('2110000')
  })

  it('can be chosen from round amounts of a currency, and exactly that is paid', async () => {
    const { client } = renderPay({
      address: 'alice@wallet.example',
      fiat: { currency: 'USD', rate: '100000' },
      presets: [510, 2_101, 200_000],
    })
    expect(await screen.findByText('Tips for Alice')).toBeVisible()
    const chips = () =>
      within(screen.getByRole('group', { name: 'Suggested amounts' })).getAllByRole('button')
    // Amounts outside the limits of the address are not offered.
    expect(chips().map(({ textContent }) => textContent)).toEqual(['$0.50', '$2.00'])
    await userEvent.click(screen.getByRole('button', { name: '$2.00' }))
    expect(amountField()).toHaveValue('2.00')
    expect(screen.getByRole('button', { name: '$2.00' })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getAllByText('2,000 sats')[0]).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: /^Pay / }))
    expect(
      await screen.findByRole('heading', { name: '$2.00 (2,000 sats) to alice@wallet.example' }),
    ).toBeVisible()
    expect(client.charges[0]?.request.amount).toBe('2000000')
    client.settle()
    expect(await screen.findByRole('heading', { name: 'Paid $2.00' })).toBeVisible()
    expect(screen.getAllByText('2,000 sats')[0]).toBeVisible()
  })

  it.each([
    ['2.50', '2.50', '2,500 sats'],
    ['2100 sats', '2100 sats', '≈ $2.10'],
    ['2 100 sats', '2 100 sats', '≈ $2.10'],
    ['$2,50', '2,50', '2,500 sats'],
    ['2.50 USD', '2.50', '2,500 sats'],
    ['$٢٫٥', '٢٫٥', '2,500 sats'],
    ['1 sat', '1 sat', 'less than $0.01'],
  ])('typedText', async (typed, fieldText, otherUnit) => {
    renderPay({ fiat: { currency: 'USD', rate: '100000' } })
    await userEvent.type(amountField(), typed)
    expect(amountField()).toHaveValue(fieldText)
    expect(amountField()).not.toHaveAttribute('aria-invalid')
    expect(screen.getAllByText(otherUnit)[0]).toBeVisible()
  })

  it('in a currency has its own error messages', async () => {
    renderPay({ address: 'alice@wallet.example', fiat: { currency: 'USD', rate: '100000' } })
    await screen.findByText('Tips for Alice')
    for (const [typed, words] of [
      ['$1e5', 'Enter an amount in digits, such as 2.50.'],
      ['$2.505', '2 decimals at most.'],
      ['200', 'The largest amount is $150.00.'],
    ] as const) {
      await userEvent.clear(amountField())
      await userEvent.type(amountField(), typed)
      amountField().blur()
      expect(await screen.findByText(words)).toBeVisible()
    }
    await userEvent.clear(amountField())
    await userEvent.type(amountField(), '0')
    expect(document.querySelector('.leyden')?.textContent).not.toContain('≈')
  })

  it('stays in the chosen unit for the session', async () => {
    const options = { fiat: { currency: 'USD', rate: '100000' } }
    const { unmount } = renderPay(options)
    await userEvent.click(screen.getByRole('button', { name: 'Enter the amount in sats' }))
    unmount()
    const other = renderPay(options)
    await userEvent.click(await screen.findByRole('button', { name: 'Enter the amount in USD' }))
    other.unmount()
    renderPay(options)
    expect(await screen.findByRole('button', { name: 'Enter the amount in sats' })).toBeVisible()
  })

  it('is entered in the currency first, but digits typed before its price is known stay sats', async () => {
    const client = createFakeClient()
    let answer = () => {}
    const rate = new Promise<{ currency: string; rate: string; as_of: string }>((resolve) => {
      answer = () => resolve({ currency: 'USD', rate: '100000', as_of: new Date().toISOString() })
    })
    client.readExchangeRate = () => rate
    const { unmount } = renderPay({ fiat: 'USD', client })
    await userEvent.type(amountField(), '21')
    answer()
    expect(await screen.findByRole('button', { name: 'Enter the amount in USD' })).toBeVisible()
    expect(amountField()).toHaveValue('21')
    expect(screen.getByText('≈ $0.02')).toBeVisible()
    unmount()
    renderPay({ fiat: 'USD', client })
    expect(await screen.findByRole('button', { name: 'Enter the amount in sats' })).toBeVisible()
    expect(amountField()).toHaveValue('')
  })

  it('has a button for the other unit that is large enough for a finger', async () => {
    renderPay({ fiat: { currency: 'USD', rate: '100000' } })
    const { height, width } = screen
      .getByRole('button', { name: /^Enter the amount in/ })
      .getBoundingClientRect()
    expect(height).toBeGreaterThanOrEqual(matchMedia('(pointer: coarse)').matches ? 44 : 36)
    expect(width).toBeGreaterThanOrEqual(44)
  })

  it('is shown at the rate of the BFF if the page only names a currency', async () => {
    const { client, rerender } = renderPay({ fiat: 'USD', defaultAmountSats: 2_100 })
    expect(await screen.findByText('≈ $2.10')).toBeVisible()
    rerender({ fiat: { currency: 'USD' }, defaultAmountSats: 2_100 })
    expect(screen.getByText('≈ $2.10')).toBeVisible()
    // The BFF has no price in this currency, so the widget shows only satoshis, and no error.
    rerender({ fiat: 'EUR', defaultAmountSats: 2_100 })
    expect(screen.queryByText(/≈|\$/)).toBeNull()
    expect(screen.queryByRole('button', { name: /^Enter the amount in/ })).toBeNull()
    expect(client.charges).toHaveLength(0)
  })

  it('is shown only in sats once the rate of the BFF is 15 minutes old', async () => {
    const client = createFakeClient()
    stopTime()
    const asOf = new Date(Date.now() - 14 * 60_000).toISOString()
    client.readExchangeRate = async (currency) => ({ currency, rate: '100000', as_of: asOf })
    renderPay({ fiat: 'USD', defaultAmountSats: 2_100, client })
    expect(await screen.findByText('≈ $2.10')).toBeVisible()
    passTime(61)
    await waitFor(() => expect(screen.queryByText('≈ $2.10')).toBeNull())
    expect(amountField()).toHaveValue('2,100')
  })

  it.each([1e21, Number.MAX_VALUE, 4.9e-9, 0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'shows no currency at a rate of %s',
    async (rate) => {
      renderPay({ address: 'alice@wallet.example', fiat: { currency: 'USD', rate }, presets: [500] })
      await screen.findByText('Tips for Alice')
      await userEvent.type(amountField(), '2100')
      expect(amountField()).toHaveValue('2,100')
      expect(document.querySelector('.leyden')?.textContent).not.toMatch(/[$≈]|NaN/)
    },
  )

  it('is shown without a currency whose price is absurd', async () => {
    renderPay({ fiat: { currency: 'USD', rate: Number.NaN } })
    expect(amountField()).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Enter the amount in/ })).toBeNull()
  })

  it('in a currency counts as no amount while there is no price', async () => {
    const fiat = { currency: 'USD', rate: 97_142.86 }
    const { rerender } = renderPay({ fiat })
    await userEvent.type(amountField(), '20')
    rerender({ fiat: { ...fiat, rate: Number.NaN } })
    expect(amountField()).toHaveValue('')
    rerender({ fiat })
    expect(amountField()).toHaveValue('20')
    expect(screen.getAllByText('20,588 sats')[0]).toBeVisible()
  })
})

describe('an amount that the page controls', () => {
  it('shows each new value in the form, requests the last one, and does not report it back to the page', async () => {
    const onAmountChange = vi.fn()
    const tip = { address: 'alice@wallet.example', onAmountChange }
    const { client, rerender } = renderPay({ ...tip, amountSats: 2_100 })
    await screen.findByText('Tips for Alice')
    for (const amountSats of [2_200, 4_200n]) rerender({ ...tip, amountSats })
    expect(screen.getByText('4,200')).toBeVisible()
    expect(screen.queryByRole('textbox', { name: 'Amount' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /^Pay( \d|$)/ }))
    await screen.findByRole('img', { name: /^QR code/ })
    expect(client.charges.map(({ request }) => request.amount)).toEqual(['4200000'])
    expect(onAmountChange).not.toHaveBeenCalled()
  })

  it('is checked against the limits of the address at each change', async () => {
    const { rerender } = renderPay({ address: 'alice@wallet.example', amountSats: 200_000 })
    expect(await screen.findByText('The largest amount is 150,000 sats.')).toBeVisible()
    rerender({ address: 'alice@wallet.example', amountSats: 2_100 })
    expect(screen.queryByText('The largest amount is 150,000 sats.')).toBeNull()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /^Pay( \d|$)/ })).not.toHaveAttribute('aria-disabled'),
    )
  })
})

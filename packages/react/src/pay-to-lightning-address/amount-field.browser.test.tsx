import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { german } from '../languages/german.js'
import { renderPay } from '../test-support/render-pay.js'

const amount = (name = 'Amount') => screen.getByLabelText<HTMLInputElement>(name)

describe('an amount that is typed', () => {
  it('is grouped as the locale groups, while it is typed', async () => {
    renderPay()
    await userEvent.type(amount(), '1234567')
    expect(amount()).toHaveValue('1,234,567')
  })

  it('keeps the caret where the person is at work', async () => {
    renderPay()
    await userEvent.type(amount(), '1234567')
    amount().setSelectionRange(1, 1)
    await userEvent.keyboard('9')
    expect(amount()).toHaveValue('19,234,567')
    expect(amount().selectionStart).toBe(2)
    await userEvent.keyboard('{Backspace}')
    expect(amount()).toHaveValue('1,234,567')
    expect(amount().selectionStart).toBe(1)
  })

  it.each(['1.5', 'two', '-3', '1e3', '0x10'])('is not guessed at when it is %j', async (text) => {
    renderPay()
    fireEvent.input(amount(), { target: { value: text }, inputType: 'insertFromPaste' })
    expect(screen.getByText('Enter whole sats, in digits.')).toBeVisible()
    expect(amount()).toHaveAttribute('aria-invalid', 'true')
  })

  it('that was pasted with the wrong separators is told, not read as another one', async () => {
    renderPay({}, { language: german })
    fireEvent.input(amount('Betrag'), { target: { value: '1.5' }, inputType: 'insertFromPaste' })
    expect(amount('Betrag')).toHaveValue('1.5')
    expect(screen.getByText('Gib ganze Sats in Ziffern ein.')).toBeVisible()
  })

  it('may have digits of another script', async () => {
    const { client } = renderPay({ address: 'alice@wallet.example' })
    await screen.findByText('10 to 150,000 sats')
    fireEvent.input(amount(), { target: { value: '٢١٠٠' } })
    await userEvent.click(screen.getByRole('button', { name: 'Show invoice' }))
    await screen.findByRole('img', { name: /^QR code/ })
    expect(client.charges[0]?.request.amount).toBe('2100000')
  })

  it('stays the same amount when the words of another language come late', async () => {
    renderPay({ defaultAmountSats: 2_100 }, { language: async () => german })
    expect(amount()).toHaveValue('2,100')
    expect(await screen.findByLabelText('Betrag')).toHaveValue('2.100')
    await userEvent.type(amount('Betrag'), '0')
    expect(amount('Betrag')).toHaveValue('21.000')
  })

  it('in a currency is paid in whole sats, which are shown beside it', async () => {
    const fiat = { currency: 'EUR', rate: 90_000, asOf: new Date('2026-01-01T14:51:00Z') }
    const { client } = renderPay({ address: 'alice@wallet.example', fiat })
    await screen.findByText('10 to 150,000 sats')
    await userEvent.click(screen.getByRole('button', { name: /^sats ⇄ EUR/ }))
    await userEvent.type(amount(), '1.89')
    expect(screen.getByText('≈ 2,100 sats')).toBeVisible()
    expect(screen.getByText(/^Rate of /)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show invoice' }))
    expect(await screen.findByRole('heading', { name: /^2,100 sats to/ })).toBeVisible()
    expect(screen.getByText('≈ €1.89')).toBeVisible()
    expect(client.charges[0]?.request.amount).toBe('2100000')
  })
})

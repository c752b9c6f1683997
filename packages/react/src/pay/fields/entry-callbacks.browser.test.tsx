import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { german } from '../../languages/de/pay.js'
import { renderPay } from '../../test-support/render-pay.js'

const fiat = { currency: 'USD', rate: 100_000 }

it('reports each amount that is typed or chosen, in sats, and null while there is none', async () => {
  const onAmountChange = vi.fn()
  renderPay({ onAmountChange, presets: [500], fiat })
  const field = screen.getByLabelText('Amount')
  fireEvent.click(screen.getByRole('button', { name: /Enter the amount in sats/ }))
  expect(onAmountChange).not.toHaveBeenCalled()
  await userEvent.type(field, '21')
  fireEvent.input(field, { target: { value: '21.5' }, inputType: 'insertFromPaste' })
  fireEvent.click(screen.getByRole('button', { name: '500' }))
  // Switching the unit does not change the amount.
  fireEvent.click(screen.getByRole('button', { name: /Enter the amount in USD/ }))
  await userEvent.clear(field)
  await userEvent.type(field, '2')
  expect(onAmountChange.mock.calls).toEqual([[2n], [21n], [null], [500n], [null], [2_000n]])
})

it('reports an amount once, however it is written', async () => {
  const onAmountChange = vi.fn()
  renderPay({ onAmountChange }, { language: german })
  const field = screen.getByLabelText('Betrag')
  fireEvent.input(field, { target: { value: '2100' }, inputType: 'insertFromPaste' })
  fireEvent.input(field, { target: { value: '2.100' }, inputType: 'insertFromPaste' })
  expect(onAmountChange.mock.calls).toEqual([[2_100n]])
})

it('passes none of the callbacks on to the element', () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  renderPay({ onAmountChange: () => {}, onPaid: () => {}, address: 'alice@wallet.example' })
  expect(consoleError).not.toHaveBeenCalled()
  consoleError.mockRestore()
})

import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { compose } from '../../test-support/compose.js'
import { renderPay } from '../../test-support/render-pay.js'
import { click, renderRamp } from '../../test-support/render-ramp.js'
import { createFakeClient } from '../../testing.js'

const amountField = () => screen.getByLabelText<HTMLInputElement>('Amount')
const fiat = { currency: 'USD', rate: 100_000 }

/** What an input method composes for these digits, key by key. */
const byKey = (text: string) => [...text].map((_, index) => text.slice(0, index + 1))

describe('an amount that an input method composes', () => {
  it.each([
    ['５０', '50', 50n],
    ['12345', '12,345', 12_345n],
    ['２１００', '2,100', 2_100n],
    ['٢١٠٠', '2,100', 2_100n],
    ['२१००', '2,100', 2_100n],
    ['৫০', '50', 50n],
    ['۵۰', '50', 50n],
  ])('is that amount, and reported once: %s', async (text, shown, sats) => {
    const onAmountChange = vi.fn()
    renderPay({ onAmountChange })
    await compose(amountField(), byKey(text))
    await vi.waitFor(() => expect(amountField()).toHaveValue(shown))
    expect(amountField().selectionStart).toBe(shown.length)
    expect(onAmountChange.mock.calls).toEqual([[sats]])
  })

  it('stays as it is written until the composition ends', async () => {
    renderPay()
    const field = amountField()
    const shown: string[] = []
    field.addEventListener('input', () => queueMicrotask(() => shown.push(field.value)))
    await compose(field, byKey('２１００'), '2100')
    expect(shown.slice(0, 4)).toEqual(byKey('２１００'))
    await vi.waitFor(() => expect(field).toHaveValue('2,100'))
  })

  it('is grouped with the digits beside it', async () => {
    renderPay({ defaultAmountSats: 2_100 })
    amountField().setSelectionRange(1, 1)
    await compose(amountField(), ['３', '３４'])
    await waitFor(() => expect(amountField()).toHaveValue('234,100'))
    expect(amountField().selectionStart).toBe(3)
  })

  it('is grouped when the person leaves the field before the composition ends', async () => {
    const onAmountChange = vi.fn()
    renderPay({ onAmountChange })
    await compose(amountField(), byKey('２１００'), null)
    amountField().blur()
    await waitFor(() => expect(amountField()).toHaveValue('2,100'))
    expect(onAmountChange.mock.calls).toEqual([[2_100n]])
  })

  it('in a currency is that amount', async () => {
    const onAmountChange = vi.fn()
    renderPay({ onAmountChange, fiat })
    await compose(amountField(), ['２', '２．', '２．５'], '２.５')
    await waitFor(() => expect(onAmountChange.mock.calls).toEqual([[2_500n]]))
  })

  it('is on the button while it is composed', async () => {
    renderPay({ address: 'alice@wallet.example' })
    await screen.findByText('Tips for Alice')
    await compose(amountField(), byKey('２１００'), null)
    expect(await screen.findByRole('button', { name: 'Pay 2,100 sats' })).toBeVisible()
  })
})

describe('another text that an input method composes', () => {
  const steps = ['ありす', '有', '有栖']

  it('is an address as soon as it is written, and no step of the composition is looked up', async () => {
    const { client } = renderPay()
    const field = screen.getByLabelText<HTMLInputElement>('Lightning Address')
    await compose(field, ['alice＠', 'alice＠wallet.', 'alice＠wallet.example'])
    field.blur()
    await waitFor(() => expect(field).toHaveValue('alice@wallet.example'))
    expect(await screen.findByText('Tips for Alice')).toBeVisible()
    expect(client.lookedUp).toEqual(['alice@wallet.example'])
  })

  it('is the note', async () => {
    renderPay({ address: 'alice@wallet.example' })
    const field = await screen.findByLabelText<HTMLInputElement>(/^Note/)
    await compose(field, steps)
    await waitFor(() => expect(field).toHaveValue('有栖'))
  })

  it('is the name that the recipient asks for', async () => {
    const address = 'alice@wallet.example'
    const addresses = { [address]: { payerData: { name: { mandatory: true } } } }
    renderPay({ address }, { client: createFakeClient({ takesPayerData: true, addresses }) })
    const field = await screen.findByLabelText<HTMLInputElement>(/^Your name/)
    await compose(field, steps)
    expect(field).toHaveValue('有栖')
  })

  it('is the destination of a purchase', async () => {
    renderRamp({ guest: true })
    click('Continue to provider')
    const field = await screen.findByLabelText<HTMLInputElement>(/Send the bitcoin to/)
    await compose(field, ['⚡Alice＠', '⚡Alice＠wallet.example'])
    await screen.findByText('✓')
    expect(field).toHaveValue('⚡Alice＠wallet.example')
  })
})

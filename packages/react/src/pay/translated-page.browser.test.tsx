import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderPay } from '../test-support/render-pay.js'
import { translate } from '../test-support/translate.js'

it('a page that is translated at each step has the right amount on the button, and the invoice', async () => {
  renderPay({ address: 'alice@wallet.example', fiat: { currency: 'USD', rate: 100_000 } })
  const field = screen.getByLabelText<HTMLInputElement>('Amount')
  for (const text of ['5', '5000', '', '2100 sats']) {
    translate(document.body)
    await userEvent.fill(field, text)
  }
  expect(await screen.findByRole('button', { name: /^Pay 2,100 sats/ })).toBeVisible()
  translate(document.body)
  await userEvent.click(screen.getByRole('button', { name: /Pay 2,100 sats/ }))
  expect(await screen.findByRole('link', { name: /Open wallet/ })).toBeVisible()
})

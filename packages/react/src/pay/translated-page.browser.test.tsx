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

it('a page has no address, amount of a payment or time that a translator may change', async () => {
  renderPay({ address: 'alice@wallet.example', amountSats: 2_100, reference: 'order-7' })
  const button = screen.getByRole('button', { name: /^Pay 2,100 sats/ })
  await screen.findByText('Tips for Alice')
  translate(document.body, true)
  expect(document.body.textContent).not.toMatch(DATA_TRANSLATED)
  await userEvent.click(button)
  await screen.findByRole('link', { name: /Open wallet/ })
  translate(document.body, true)
  expect(document.body.textContent).not.toMatch(DATA_TRANSLATED)
})

/** An address, an amount or a time between the marks of the translator, with nothing of a sentence beside it. */
const DATA_TRANSLATED = /⟦[^⟧]*(alice@|wallet\.example|\d:\d\d)[^⟧]*⟧|⟦[\d,.]+⟧|⟦sats⟧/

import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fakeConnector } from '../../test-support/fake-connector.js'
import { renderPay } from '../../test-support/render-pay.js'
import { walletConnection } from '../engine/wallet-connection.js'

const tip = { address: 'alice@wallet.example', amountSats: 2_100 } as const
const hint = () => screen.queryByText(/^No wallet yet\?/)

async function requestInvoice() {
  await userEvent.click(await screen.findByRole('button', { name: /^Pay( \d|$)/ }))
  await screen.findByText('to alice@wallet.example')
}

afterEach(async () => {
  delete (window as { webln?: unknown }).webln
  await walletConnection.disconnect(async () => fakeConnector())
})

it('tells people without a wallet what they need, unless the page empties the message', async () => {
  const { rerender } = renderPay(tip)
  await requestInvoice()
  expect(hint()).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Buy bitcoin' })).toBeNull()
  rerender({ ...tip, messages: { noWallet: '' }, buyBitcoinUrl: '#buy' })
  expect(hint()).toBeNull()
  expect(screen.queryByRole('link', { name: 'Buy bitcoin' })).toBeNull()
})

it('tells it at the first visit only, and then still links to the ramp', async () => {
  const { unmount } = renderPay(tip)
  await requestInvoice()
  expect(hint()).toBeVisible()
  unmount()
  sessionStorage.clear()
  const { rerender } = renderPay(tip)
  await requestInvoice()
  expect(hint()).toBeNull()
  rerender({ ...tip, buyBitcoinUrl: '#buy' })
  expect(hint()).toBeNull()
  expect(screen.getByRole('link', { name: 'Buy bitcoin' })).toBeVisible()
})

it('links to the ramp of the same page, or to another page in a new tab', async () => {
  const { rerender } = renderPay({ ...tip, buyBitcoinUrl: '#buy' })
  await requestInvoice()
  const link = () => screen.getByRole('link', { name: 'Buy bitcoin' })
  expect(link()).toHaveAttribute('href', '#buy')
  expect(link()).not.toHaveAttribute('target')
  rerender({ ...tip, buyBitcoinUrl: 'https://shop.example/buy' })
  expect(link()).toHaveAttribute('href', 'https://shop.example/buy')
  expect(link()).toHaveAttribute('target', '_blank')
})

it('is not shown to people who have a wallet here', async () => {
  ;(window as { webln?: unknown }).webln = { enable: async () => {}, sendPayment: async () => ({}) }
  renderPay(tip)
  await requestInvoice()
  expect(hint()).toBeNull()
})

it('disappears when a wallet is connected', async () => {
  renderPay({ ...tip, connectWallet: async () => fakeConnector() })
  await requestInvoice()
  expect(hint()).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Connect a wallet' }))
  await screen.findByRole('button', { name: 'Pay with Test wallet' })
  expect(hint()).toBeNull()
})

import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { BrowserWallet } from '../../foundation/provider/connect-wallet.js'
import { fakeConnector } from '../../test-support/fake-connector.js'
import { renderPay } from '../../test-support/render-pay.js'
import { createWalletConnection, walletConnection } from '../engine/wallet-connection.js'

const tip = { address: 'alice@wallet.example', amountSats: 2_100 } as const
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => userEvent.click(await button(name))
const WALLET_KEY = 'leyden:connected-wallet'

afterEach(() => walletConnection.disconnect(async () => fakeConnector()))

describe('"Connect a wallet"', () => {
  it('is offered if the page can load a connector, which is loaded on a press', async () => {
    const connectWallet = vi.fn(async () => fakeConnector())
    const { rerender } = renderPay({ ...tip })
    await press(/^Pay( \d|$)/)
    await screen.findByText('to alice@wallet.example')
    expect(screen.queryByRole('button', { name: 'Connect a wallet' })).toBeNull()
    rerender({ ...tip, connectWallet })
    await button('Connect a wallet')
    expect(connectWallet).not.toHaveBeenCalled()
    await press('Connect a wallet')
    expect(connectWallet).toHaveBeenCalledOnce()
  })

  it('is offered if the provider can load a connector', async () => {
    renderPay(tip, { connectWallet: async () => fakeConnector() })
    await press(/^Pay( \d|$)/)
    await button('Connect a wallet')
  })

  it('connects without paying; then one press pays, and the preimage proves it', async () => {
    const sendPayment = vi.fn(async () => ({ preimage: client.charges[0]?.preimage }))
    const connector = fakeConnector({ chooses: { sendPayment } })
    const { client } = renderPay({ ...tip, connectWallet: async () => connector })
    await press(/^Pay( \d|$)/)
    await press('Connect a wallet')
    await button('Pay with Test wallet')
    expect(sendPayment).not.toHaveBeenCalled()
    await press('Pay with Test wallet')
    expect(await screen.findByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
    expect(sendPayment).toHaveBeenCalledExactlyOnceWith(client.charges[0]?.reply.invoice.request)
    await waitFor(() => expect(client.proofs).toHaveLength(1))
    expect(localStorage.getItem(WALLET_KEY)).toBe('"Test wallet"')
  })

  it('reports that the wallet refused, or that the result is unknown, like a browser wallet', async () => {
    const sendPayment = vi.fn(async (): Promise<object> => {
      throw Object.assign(new Error('no'), { code: 'INSUFFICIENT_BALANCE' })
    })
    const lookupInvoice = vi.fn(async (): Promise<object> => ({}))
    const connector = fakeConnector({ chooses: { sendPayment, lookupInvoice } })
    const { client } = renderPay({ ...tip, connectWallet: async () => connector })
    await press(/^Pay( \d|$)/)
    await press('Connect a wallet')
    await press('Pay with Test wallet')
    expect(await screen.findByText('Not paid. Try again, or use another wallet.')).toBeVisible()
    sendPayment.mockResolvedValue({ preimage: 'ab'.repeat(32) })
    await press('Pay with Test wallet')
    expect(
      await screen.findByRole('heading', { name: 'We cannot tell yet whether this was paid' }),
    ).toBeVisible()
    lookupInvoice.mockImplementation(async () => ({ preimage: client.charges[0]?.preimage }))
    expect(await screen.findByRole('heading', { name: 'Paid 2,100 sats' })).toBeVisible()
  })

  it('changes nothing if the person closes it, and leaves the focus on its button', async () => {
    let closeDialog = (_: Error) => {}
    const connector = fakeConnector({
      requestProvider: () =>
        new Promise((_, reject) => {
          closeDialog = reject
        }),
    })
    renderPay({ ...tip, connectWallet: async () => connector })
    await press(/^Pay( \d|$)/)
    await press('Connect a wallet')
    expect(await button('Opening your wallet…')).toHaveAttribute('aria-busy', 'true')
    act(() => (document.activeElement as HTMLElement).blur())
    await act(async () => closeDialog(new Error('Modal closed without connecting')))
    expect(await button('Connect a wallet')).toHaveFocus()
    expect(screen.getByRole('img', { name: /^QR code/ })).toBeVisible()
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
    expect(localStorage.getItem(WALLET_KEY)).toBeNull()
  })

  it('reports that the connector could not be loaded, and loads it again on the next press', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const connectWallet = vi
      .fn(async () => fakeConnector())
      .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    renderPay({ ...tip, connectWallet })
    await press(/^Pay( \d|$)/)
    await press('Connect a wallet')
    const message = 'The wallet connection could not be loaded. Check your internet connection and try again.'
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(message))
    expect(document.querySelector('.ly-note')).toHaveTextContent(message)
    expect(screen.getByRole('button', { name: 'Copy invoice' })).toBeVisible()
    await press('Connect a wallet')
    await button('Pay with Test wallet')
    expect(screen.queryByText(message)).toBeNull()
  })

  it('pays with one press of "Pay" once a wallet is connected, and only the invoice of the last press', async () => {
    const sendPayment = vi.fn(async (_: string) => ({}))
    const { client } = renderPay({
      address: tip.address,
      defaultAmountSats: 2_100,
      connectWallet: async () => fakeConnector(),
    })
    await screen.findByText('Tips for Alice')
    await press(/^Pay( \d|$)/)
    await press('Connect a wallet')
    let finishConnecting = (_: BrowserWallet) => {}
    const slowReconnect = new Promise<BrowserWallet>((resolve) => {
      finishConnecting = resolve
    })
    vi.spyOn(walletConnection, 'reconnect').mockReturnValue(slowReconnect)
    await press('Pay with Test wallet')
    await press('Back')
    expect(screen.getByText('Pay with Test wallet')).toBeVisible()
    await userEvent.fill(screen.getByLabelText('Amount'), '500')
    await press(/^Pay( \d|$)/)
    await button('Pay with Test wallet')
    expect(client.charges).toHaveLength(2)
    await act(async () => finishConnecting({ enable: async () => {}, sendPayment }))
    await waitFor(() => expect(sendPayment).toHaveBeenCalled())
    expect(sendPayment.mock.calls).toEqual([[client.charges[1]?.reply.invoice.request]])
  })

  it('disconnects the wallet on request, also in the connector', async () => {
    const connector = fakeConnector()
    renderPay({ ...tip, connectWallet: async () => connector })
    await press(/^Pay( \d|$)/)
    await press('Connect a wallet')
    await press('Disconnect wallet')
    await button('Connect a wallet')
    expect(connector.disconnect).toHaveBeenCalledOnce()
    expect(localStorage.getItem(WALLET_KEY)).toBeNull()
  })
})

describe('the wallet of an earlier visit', () => {
  const startVisit = () => {
    localStorage.setItem(WALLET_KEY, '"Test wallet"')
    return createWalletConnection()
  }
  const wallet = { enable: async () => {}, sendPayment: async () => ({}) }

  it('is shown by its name before anything is loaded', () => {
    expect(startVisit().getState()).toEqual({ status: 'ready', name: 'Test wallet' })
  })

  it('reconnects automatically, without asking the person', async () => {
    const connection = startVisit()
    const connector = fakeConnector({ earlier: wallet })
    const reconnecting = connection.reconnect(async () => connector)
    expect(connection.getState().status).toBe('opening')
    expect(await reconnecting).toBeDefined()
    expect(connector.requestProvider).not.toHaveBeenCalled()
    expect(connection.getState()).toEqual({ status: 'ready', name: 'Test wallet' })
  })

  it('has to be connected by the person if it does not reconnect, and pays nothing before the person has seen its name', async () => {
    const connection = startVisit()
    const connector = fakeConnector({ chooses: wallet, name: 'Another wallet' })
    expect(await connection.reconnect(async () => connector)).toBeUndefined()
    expect(connector.requestProvider).toHaveBeenCalledOnce()
    expect(connection.getState()).toEqual({ status: 'ready', name: 'Another wallet' })
    expect(await connection.reconnect(async () => connector)).toBeDefined()
  })

  it('does not pay if another wallet has been connected since', async () => {
    const connection = startVisit()
    const connector = fakeConnector({ earlier: wallet, name: 'Another wallet' })
    expect(await connection.reconnect(async () => connector)).toBeUndefined()
    expect(connection.getState().name).toBe('Another wallet')
    expect(connector.requestProvider).not.toHaveBeenCalled()
  })

  it('is forgotten if the person closes the connector’s dialog', async () => {
    const connection = startVisit()
    const connector = fakeConnector({ requestProvider: () => Promise.reject(new Error('Modal closed')) })
    expect(await connection.reconnect(async () => connector)).toBeUndefined()
    expect(connection.getState()).toEqual({ status: 'ready', name: undefined })
    expect(localStorage.getItem(WALLET_KEY)).toBeNull()
  })

  it('stays known if the connector cannot be loaded', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const connection = startVisit()
    await connection.disconnect(() => Promise.reject(new Error('offline')))
    expect(connection.getState()).toEqual({ status: 'failed', name: 'Test wallet' })
    expect(localStorage.getItem(WALLET_KEY)).toBe('"Test wallet"')
  })

  it('is no longer shown when it is disconnected elsewhere on the page', async () => {
    const connection = startVisit()
    const connector = fakeConnector({ earlier: wallet })
    await connection.reconnect(async () => connector)
    connector.disconnect()
    expect(connection.wallet()).toBeUndefined()
    expect(connection.getState().name).toBeUndefined()
  })
})

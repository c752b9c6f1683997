import { LeydenError } from '@leyden/core'
import { describe, expect, it, vi } from 'vitest'
import { createSandbox } from '../sandbox.js'
import { connectSandbox } from './connect-sandbox.js'
import type { Payment } from './wallet.js'

async function chargeOf(sandbox: ReturnType<typeof createSandbox>): Promise<string> {
  const response = await sandbox.fetch(
    new Request('https://sandbox.example/v0/ln-address/fetch-charge', {
      method: 'POST',
      headers: { apikey: 'sandbox-key', 'content-type': 'application/json' },
      body: JSON.stringify({ lnaddress: 'alice@wallet.example', amount: '21000' }),
    }),
  )
  const { data } = (await response.json()) as { data: { invoice: { request: string } } }
  return data.invoice.request
}

describe('onPaid', () => {
  it('gets each payment once, and no simulated one', async () => {
    const payments: Payment[] = []
    const sandbox = createSandbox({ onPaid: (payment) => payments.push(payment) })
    const invoice = await chargeOf(sandbox)
    sandbox.pay(invoice, { wrongPreimage: true })
    expect(payments).toEqual([])
    const payment = sandbox.pay(invoice)
    expect(() => sandbox.pay(invoice)).toThrow(expect.objectContaining({ code: 'ALREADY_PAID' }))
    expect(payments).toEqual([payment])
  })

  it('does not fail the payment when a listener fails, and shows the error', async () => {
    const shown = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const sandbox = createSandbox({ onPaid: () => Promise.reject(new Error('no database')) })
    expect(sandbox.pay(await chargeOf(sandbox)).preimage).toMatch(/^\w{64}$/)
    await vi.waitFor(() => expect(shown).toHaveBeenCalledOnce())
    shown.mockRestore()
  })
})

describe('connectSandbox', () => {
  it('settles at the BFF until it is ended', async () => {
    const sandbox = createSandbox()
    const settle = vi.fn(async () => undefined)
    const end = connectSandbox({ settle }, sandbox)
    const payment = sandbox.pay(await chargeOf(sandbox))
    expect(settle.mock.calls).toEqual([[payment]])
    end()
    sandbox.pay(await chargeOf(sandbox))
    expect(settle).toHaveBeenCalledOnce()
  })

  it('ignores invoices that the BFF did not request, and logs every other error', async () => {
    const shown = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const codes = ['NOT_FOUND', 'SERVICE_UNAVAILABLE']
    const settle = async () => Promise.reject(new LeydenError(codes.shift() ?? '', 'Refused.'))
    const sandbox = createSandbox()
    connectSandbox({ settle }, sandbox)
    sandbox.pay(await chargeOf(sandbox))
    sandbox.pay(await chargeOf(sandbox))
    await vi.waitFor(() => expect(shown).toHaveBeenCalled())
    expect(shown.mock.calls).toEqual([
      [expect.any(String), expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' })],
    ])
    shown.mockRestore()
  })
})

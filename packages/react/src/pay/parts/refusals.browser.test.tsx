import { LeydenError } from '@leyden/core'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { passTime, stopTime } from '../../test-support/let-time-pass.js'
import { renderPay } from '../../test-support/render-pay.js'

const tip = { address: 'alice@wallet.example', amountSats: 2_100 } as const
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const pressPay = async () => userEvent.click(await button(/^Pay( \d|$)/))

describe('a request that fails', () => {
  it.each([
    ['RATE_LIMITED', 'Too many tries. Wait a moment.'],
    ['NOT_CONFIGURED', 'This site cannot take payments right now.'],
    ['SERVICE_UNAVAILABLE', 'This site is having problems right now.'],
    ['TIMEOUT', 'This site is not responding.'],
    ['NETWORK', 'This site is not responding.'],
    ['SIGN_IN_REQUIRED', 'Please sign in to continue.'],
    ['BAD_REQUEST', 'This site cannot take payments right now.'],
    ['NOT_FOUND', 'This site is having problems right now.'],
    ['WHATEVER_ELSE', 'The payment service of this site refused this payment.'],
  ])(
    'with %s is explained in our words, logged if the developer can fix it, and keeps what was typed',
    async (code, words) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const onError = vi.fn()
      const { client } = renderPay(
        { address: tip.address, defaultAmountSats: 2_100, onError },
        {
          server: {
            tamper: () => {
              throw new LeydenError(code, 'A sentence for developers.', { field: 'reference' })
            },
          },
        },
      )
      await pressPay()
      expect(await screen.findByText(words)).toBeVisible()
      expect(screen.getByText(/Your entries are kept./)).toBeVisible()
      expect(screen.queryByText(/Nothing was paid here\./) === null).toBe(code === 'SIGN_IN_REQUIRED')
      expect(document.body).not.toHaveTextContent('A sentence for developers.')
      expect(onError).toHaveBeenCalledTimes(1)
      expect(document.querySelector('section')).toHaveAttribute('data-code', code)
      const isFinal = ['NOT_CONFIGURED', 'BAD_REQUEST', 'WHATEVER_ELSE'].includes(code)
      expect(screen.queryByRole('button', { name: 'Try again' }) === null).toBe(isFinal)
      const isDeveloperError = !['RATE_LIMITED', 'SIGN_IN_REQUIRED'].includes(code)
      const line = `Leyden asked the BFF at bffUrl "${client.baseUrl}" and got ${code}, field reference: A sentence for developers.`
      const lines = isDeveloperError ? [expect.stringContaining(line)] : []
      await waitFor(() => expect(warn.mock.calls.flat()).toEqual(lines))
      warn.mockRestore()
      await userEvent.click(await button('Back'))
      expect(await button(/^Pay( \d|$)/)).toBeVisible()
      expect(screen.getByLabelText('Amount')).toHaveValue('2,100')
    },
  )

  it('is explained without a word about entries if the page fixes every field', async () => {
    const tamper = () => {
      throw new LeydenError('TIMEOUT', 'x')
    }
    renderPay({ ...tip, description: 'Order 7' }, { server: { tamper } })
    await pressPay()
    expect(await screen.findByText(/Nothing was paid here\./)).toBeVisible()
    expect(document.body).not.toHaveTextContent('What you typed')
  })

  it('because of a rate limit counts down until a retry is possible', async () => {
    stopTime()
    let refusals = 0
    renderPay(tip, {
      server: {
        tamper: (charge) => {
          if (refusals++ > 0) return charge
          throw new LeydenError('RATE_LIMITED', 'Too many requests.', { retryAfterMs: 20_000 })
        },
      },
    })
    await pressPay()
    expect(await button(/^Try again in 20\sseconds$/)).toHaveAttribute('aria-disabled', 'true')
    passTime(19)
    expect(await button(/^Try again in 1\ssecond$/)).toHaveAttribute('aria-disabled', 'true')
    passTime(1)
    await userEvent.click(await button('Try again'))
    expect(await screen.findByRole('img', { name: /^QR code/ })).toBeVisible()
  })

  it('by the recipient has its words as a quotation, outside of the heading and what is announced', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const onError = vi.fn()
    const tamper = () => {
      throw new LeydenError('REFUSED', 'A sentence for developers.', {
        party: 'recipient',
        providerMessage: '5000 sats left,\u202e see <b>https://evil.example</b>',
        providerHost: 'pay.provider.example',
      })
    }
    renderPay({ ...tip, onError }, { server: { tamper } })
    await pressPay()
    expect(
      await screen.findByText('The provider of alice@wallet.example refused this payment.'),
    ).toBeVisible()
    const quote = screen.getByText('5000 sats left, see <b>https://evil.example</b>')
    expect(quote).toBeVisible()
    expect(quote.tagName).toBe('BDI')
    expect(quote.closest('q')?.parentElement).toHaveTextContent('pay.provider.example says:')
    expect(quote.closest('[role="status"], [aria-live], [role="alert"], [data-ly-lead]')).toBeNull()
    expect(screen.queryByRole('link', { name: /evil/ })).toBeNull()
    expect(document.querySelector('[title*="sats left"]')).toBeNull()
    for (const status of screen.getAllByRole('status')) expect(status).not.toHaveTextContent('sats left')
    expect(onError).toHaveBeenCalledTimes(1)
    expect(onError.mock.calls[0]?.[0].message).not.toContain('sats left')
    expect(warn.mock.calls.flat().join()).not.toContain('sats left')
  })

  it.each([
    [
      undefined,
      undefined,
      'alice@wallet.example does not accept Lightning payments. Is it an e-mail address?',
    ],
    ['no_such_user', undefined, 'wallet.example has no user with this name.'],
    ['not_usable', 'bad_metadata', 'This address cannot be paid here. The problem is at wallet.example.'],
    ['not_usable', 'upstream_error', 'wallet.example does not accept payments to this address right now.'],
  ] as const)(
    'because of the address has the sentence of its reason: %s %s',
    async (reason, detail, words) => {
      const tamper = () => {
        throw new LeydenError('NOT_LIGHTNING_ADDRESS', 'x', { reason, detail })
      }
      renderPay(tip, { server: { tamper } })
      await pressPay()
      expect(await screen.findByText(words)).toBeVisible()
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    },
  )
})

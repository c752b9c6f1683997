import { createHash } from 'node:crypto'
import {
  Nip47NetworkError,
  Nip47PublishError,
  Nip47PublishTimeoutError,
  Nip47ReplyTimeoutError,
  Nip47ResponseDecodingError,
  Nip47ResponseValidationError,
  Nip47UnexpectedResponseError,
  Nip47WalletError,
} from '@getalby/sdk/nwc'
import { NostrWebLNProvider } from '@getalby/sdk/webln'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BrowserWallet } from '../../foundation/provider/connect-wallet.js'
import { askWallet, lookUpPayment } from './wallet-answer.js'

const preimage = 'ab'.repeat(32)
const charge = {
  id: createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex'),
  invoice: 'lnbcrt21u1invoice',
}
const otherPreimage = 'cd'.repeat(32)

const answering = (answer: unknown) => async () => answer as never
const failing = (error: unknown) => () => Promise.reject(error)

function wallet(methods: Partial<BrowserWallet>): BrowserWallet {
  return { enable: async () => undefined, sendPayment: failing(new Error('not asked')), ...methods }
}
const afterError = (error: unknown) => askWallet(wallet({ sendPayment: failing(error) }), charge)

afterEach(() => {
  vi.useRealTimers()
})

describe('a wallet that was asked to pay', () => {
  it('proves the payment by the preimage, in any spelling', async () => {
    const sendPayment = vi.fn(answering({ preimage: preimage.toUpperCase() }))
    expect(await askWallet(wallet({ sendPayment }), charge)).toEqual({ status: 'proven', preimage })
    expect(sendPayment.mock.calls).toEqual([[charge.invoice]])
  })

  it.each([
    ['another preimage', { preimage: otherPreimage }],
    ['the payment hash', { preimage: charge.id }],
    ['an empty preimage, as Zeus while the payment is on its way', { preimage: '', fees_paid: 0 }],
    ['no preimage', {}],
    ['null for a preimage', { preimage: null }],
    ['a preimage in bytes', { preimage: Buffer.from(preimage, 'hex') }],
    ['a word for it', { paid: true, status: 'complete' }],
    ['nothing', undefined],
    ['null', null],
    ['a text', preimage],
  ])('that answers with %s may have paid', async (_, answer) => {
    expect(await askWallet(wallet({ sendPayment: answering(answer) }), charge)).toEqual({ status: 'unknown' })
  })

  it('refuses if it cannot be enabled, and is not asked to pay', async () => {
    const sendPayment = vi.fn(answering({ preimage }))
    for (const error of [new Error('User rejected'), new Error('Prompt was closed'), 'no', undefined]) {
      expect(await askWallet(wallet({ enable: failing(error), sendPayment }), charge)).toEqual({
        status: 'refused',
      })
    }
    expect(sendPayment).not.toHaveBeenCalled()
  })

  it.each([
    'INSUFFICIENT_BALANCE',
    'QUOTA_EXCEEDED',
    'RATE_LIMITED',
    'RESTRICTED',
    'UNAUTHORIZED',
    'NOT_IMPLEMENTED',
    'UNSUPPORTED_ENCRYPTION',
    'EXPIRED',
    'BAD_REQUEST',
    'PAYMENT_FAILED',
  ])('has refused by its error code %s (NIP-47)', async (code) => {
    expect(await afterError(new Nip47WalletError('The wallet says no.', code))).toEqual({ status: 'refused' })
    // After a message channel has copied the error, it has this form.
    expect(await afterError({ code, message: 'The wallet says no.' })).toEqual({ status: 'refused' })
  })

  it.each([
    ['Alby extension, src/common/constants.ts', new Error('User rejected')],
    ['Joule, src/app/utils/prompt.ts', 'User rejected prompt'],
    ['webln 0.3.2, src/errors.ts', Object.assign(new Error('No'), { name: 'RejectionError' })],
    ['an in-app browser', new Error('Payment was cancelled by the user.')],
    ['LNbits by bitcoin-connect, `detail` of its reply', new Error('Insufficient balance.')],
    [
      'Alby Hub by the Alby extension, transactions_service.go',
      new Error('Insufficient balance remaining to make the requested payment'),
    ],
    ['lnd by bitcoin-connect (LNC), payment_error', new Error('insufficient_balance')],
    ['lnd, PaymentFailureReason', new Error('FAILURE_REASON_INSUFFICIENT_BALANCE')],
    ['lnd by bitcoin-connect (LNC), payment_error', new Error('no_route')],
    ['LNDhub', new Error('not enough balance. Make sure you have at least 1% reserved for potential fees')],
  ])('has refused by a message of %s: %s', async (_, error) => {
    expect(await afterError(error)).toEqual({ status: 'refused' })
  })

  it.each([
    ['@getalby/sdk', new Nip47ReplyTimeoutError('reply timeout: event 4f', 'INTERNAL')],
    ['@getalby/sdk', new Nip47PublishTimeoutError('publish timeout: 4f', 'INTERNAL')],
    ['@getalby/sdk', new Nip47PublishError('failed to publish: AggregateError', 'INTERNAL')],
    ['@getalby/sdk', new Nip47NetworkError('Failed to connect to ws://127.0.0.1', 'OTHER')],
    ['@getalby/sdk', new Nip47ResponseDecodingError('failed to deserialize response', 'INTERNAL')],
    ['@getalby/sdk', new Nip47ResponseValidationError('response failed validation', 'INTERNAL')],
    ['@getalby/sdk', new Nip47UnexpectedResponseError('unexpected', 'INTERNAL')],
    ['Alby Hub', new Nip47WalletError('this invoice has already been paid', 'INTERNAL')],
    ['Alby Hub', new Nip47WalletError('there is already a payment pending for this invoice', 'INTERNAL')],
    ['any wallet', new Nip47WalletError('unknown Error', 'INTERNAL')],
    ['any wallet', new Nip47WalletError('Something else', 'OTHER')],
    ['NIP-47', new Nip47WalletError('The payment timed out', 'PAYMENT_FAILED')],
    ['NIP-47', new Nip47WalletError('Payment timeout, still pending', 'PAYMENT_FAILED')],
    ['NIP-47', new Nip47WalletError('invoice is already paid', 'PAYMENT_FAILED')],
    ['Zeus', new Nip47WalletError('Payment timed out', 'FAILED_TO_PAY_INVOICE')],
    ['LNbits by bitcoin-connect', new Error('No preimage')],
    ['lnd by bitcoin-connect (LNC)', new Error('No preimage in response')],
    ['lnd', new Error('invoice is already paid')],
    ['lnd', new Error('payment attempt not completed before timeout')],
    // The person may have closed its window to refuse, or while the wallet was paying.
    ['Alby extension', new Error('Prompt was closed')],
    ['a browser', new DOMException('The user aborted a request.', 'AbortError')],
    ['a browser', new TypeError('Failed to fetch')],
    ['gRPC', new Error('Request was cancelled')],
    ['anybody', 'Unknown Error'],
    ['anybody', undefined],
    ['anybody', null],
    ['anybody', 0],
    ['anybody', { message: { text: 'User rejected' } }],
  ])('may have paid after an error of %s: %s', async (_, error) => {
    expect(await afterError(error)).toEqual({ status: 'unknown' })
  })

  it('may have paid when it throws instead of rejecting', async () => {
    const sendPayment = () => {
      throw new Error('Broken wallet')
    }
    expect(await askWallet(wallet({ sendPayment }), charge)).toEqual({ status: 'unknown' })
  })
})

describe('a wallet that is asked about a payment', () => {
  const lookUp = (lookupInvoice: BrowserWallet['lookupInvoice']) =>
    lookUpPayment(wallet(lookupInvoice ? { lookupInvoice } : {}), charge)

  it('proves it by the preimage', async () => {
    const lookupInvoice = vi.fn(answering({ preimage: preimage.toUpperCase(), paid: true }))
    expect(await lookUp(lookupInvoice)).toEqual({ status: 'proven', preimage })
    expect(lookupInvoice.mock.calls).toEqual([[{ paymentHash: charge.id }]])
  })

  it.each([
    ['paid, without a preimage', answering({ paid: true, settled_at: 1_760_000_000 })],
    ['paid, with another preimage', answering({ paid: true, preimage: otherPreimage })],
    ['not paid', answering({ paid: false, preimage: '' })],
    ['nothing', answering(undefined)],
    ['that it knows no such invoice', failing(new Nip47WalletError('Not found', 'NOT_FOUND'))],
    ['that the method is not allowed', failing(new Nip47WalletError('No', 'RESTRICTED'))],
    [
      'that it cannot, by throwing, as LNbits in bitcoin-connect',
      () => {
        throw new Error('Method not implemented.')
      },
    ],
  ])('leaves it open when it answers %s', async (_, lookupInvoice) => {
    expect(await lookUp(lookupInvoice)).toEqual({ status: 'unknown' })
  })

  it('leaves it open when it has no such method', async () => {
    expect(await lookUp(undefined)).toEqual({ status: 'unknown' })
  })

  it('leaves it open when it does not answer in time', async () => {
    vi.useFakeTimers()
    const answer = lookUp(() => new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(14_999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await answer).toEqual({ status: 'unknown' })
  })

  it('leaves no timer behind', async () => {
    vi.useFakeTimers()
    await lookUp(answering({ preimage }))
    await lookUp(failing(new Error('no')))
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is asked in the form that the provider of @getalby/sdk, and so of bitcoin-connect, expects', async () => {
    const lookupInvoice = vi.fn(async () => ({ preimage, invoice: charge.invoice, settled_at: 1 }))
    const provider = new NostrWebLNProvider({ client: { lookupInvoice } as never })
    await provider.enable()
    expect(await lookUpPayment(provider, charge)).toEqual({ status: 'proven', preimage })
    expect(lookupInvoice.mock.calls).toEqual([[{ payment_hash: charge.id, invoice: undefined }]])
  })
})

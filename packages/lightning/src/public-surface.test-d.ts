import { type Network, type UnixSeconds, unixSeconds } from '@leyden/core'
import { asSats, type Msat, type Sats, satsToMsat } from '@leyden/core/money'
import { expectTypeOf } from 'vitest'
import {
  type BitcoinAddressType,
  parseBitcoinAddress,
  parseRampDestination,
} from './address/bitcoin-address.js'
import { parseLightningAddress } from './address/lightning-address.js'
import type * as everything from './index.js'
import {
  checkInvoice,
  checkPreimage,
  decodeInvoice,
  type Invoice,
  type InvoiceProblem,
} from './invoice/invoice.js'
import * as signed from './invoice/invoice-signature.js'
import {
  buildCallbackUrl,
  decryptSuccessAction,
  parseCallbackResponse,
  parsePayRequest,
  type SuccessAction,
} from './lnurl/pay-request.js'

// Lightning Address.
const address = parseLightningAddress('')
expectTypeOf(address.ok).toEqualTypeOf<boolean>()
if (address.ok) {
  expectTypeOf(address).toEqualTypeOf<{
    ok: true
    address: string
    username: string
    domain: string
    url: string
  }>()
} else {
  expectTypeOf(address.reason).toExtend<string>()
  expectTypeOf(address).not.toHaveProperty('address')
}

// Pay request: from a body, or from the service's object.
const payRequest = parsePayRequest('', { address: '' })
parsePayRequest({}, { address: '' })
if (payRequest.ok) {
  const { value, warnings } = payRequest
  expectTypeOf(value.minMsat).toEqualTypeOf<Msat>()
  expectTypeOf(value.maxMsat).toEqualTypeOf<Msat>()
  expectTypeOf(value.minSats).toEqualTypeOf<Sats>()
  expectTypeOf(value.maxSats).toEqualTypeOf<Sats>()
  // @ts-expect-error the callback takes millisatoshis
  buildCallbackUrl(value.callback, { amountMsat: value.minSats })
  buildCallbackUrl(value.callback, { amountMsat: satsToMsat(value.minSats) })
  expectTypeOf(value.commentAllowed).toEqualTypeOf<number>()
  expectTypeOf(value.description).toEqualTypeOf<string>()
  expectTypeOf(value.identifier).toEqualTypeOf<string | undefined>()
  expectTypeOf(value.longDescription).toEqualTypeOf<string | undefined>()
  expectTypeOf(value.imageDataUrl).toEqualTypeOf<string | undefined>()
  expectTypeOf(value.payerData).toEqualTypeOf<Readonly<Record<string, { mandatory: boolean }>>>()
  expectTypeOf(value.callback).toEqualTypeOf<string>()
  expectTypeOf(value.metadata).toEqualTypeOf<string>()
  expectTypeOf(warnings).toExtend<string[]>()
} else {
  expectTypeOf(payRequest.reason).toExtend<string>()
  expectTypeOf(payRequest.message).toEqualTypeOf<string>()
}

// Callback.
expectTypeOf(buildCallbackUrl('', { amountMsat: 1n, comment: '', payerData: '' })).toEqualTypeOf<string>()
// @ts-expect-error an amount in a result is a bigint, as everywhere
buildCallbackUrl('', { amountMsat: 1 })
const now = unixSeconds(new Date())
const callback = parseCallbackResponse('', {
  amountMsat: 1n,
  network: 'mainnet',
  now,
  metadata: '',
  callback: '',
})
if (callback.ok) {
  expectTypeOf(callback.invoice.payee).toEqualTypeOf<string | null>()
  expectTypeOf(callback.successAction).toEqualTypeOf<SuccessAction | null>()
  expectTypeOf(callback.verify).toEqualTypeOf<string | null>()
} else {
  expectTypeOf(callback.reason).toExtend<string>()
}
expectTypeOf(decryptSuccessAction).returns.resolves.toEqualTypeOf<string | null>()

// Invoice: the payee is known only after the signature check.
expectTypeOf(decodeInvoice).toEqualTypeOf<(paymentRequest: string) => Invoice>()
expectTypeOf<Invoice['network']>().toEqualTypeOf<Network>()
expectTypeOf<Invoice['amountMsat']>().toEqualTypeOf<Msat | null>()
expectTypeOf<Invoice['expiresAt']>().toEqualTypeOf<UnixSeconds>()
expectTypeOf<Invoice['payee']>().toEqualTypeOf<string | null>()
expectTypeOf<Invoice['description']>().toEqualTypeOf<string | undefined>()
expectTypeOf(signed.decodeSignedInvoice).returns.toExtend<Invoice>()
expectTypeOf<ReturnType<typeof signed.decodeSignedInvoice>['payee']>().toEqualTypeOf<string>()
expectTypeOf(signed.verifyInvoiceSignature).toEqualTypeOf<(invoice: Invoice) => boolean>()
expectTypeOf(checkPreimage).toEqualTypeOf<(preimageHex: string, paymentHashHex: string) => boolean>()
// @ts-expect-error a network is one of four values
checkInvoice('', { amountMsat: 1n, network: 'bitcoin', now })
// @ts-expect-error milliseconds: every invoice would have expired
checkInvoice('', { amountMsat: 1n, network: 'mainnet', now: Date.now() })
// @ts-expect-error the amount is in millisatoshis
checkInvoice('', { amountMsat: asSats(1n), network: 'mainnet', now })
const verdict = checkInvoice('', { amountMsat: 1n, network: 'mainnet', now })
if (!verdict.ok) {
  expectTypeOf(verdict.expected).toEqualTypeOf<string | undefined>()
  expectTypeOf(verdict.actual).toEqualTypeOf<string | undefined>()
  switch (verdict.reason) {
    case 'bad_invoice':
      expectTypeOf(verdict.problem).toEqualTypeOf<InvoiceProblem>()
      break
    case 'wrong_network':
    case 'amount_missing':
    case 'amount_mismatch':
    case 'expired':
      break
    default:
      verdict satisfies never
  }
}

// Destinations.
const bitcoin = parseBitcoinAddress('')
if (bitcoin.ok)
  expectTypeOf(bitcoin).toEqualTypeOf<{
    ok: true
    address: string
    network: Network
    type: BitcoinAddressType
  }>()
const destination = parseRampDestination('')
if (destination.ok) expectTypeOf(destination.kind).toEqualTypeOf<'lightning_address' | 'bitcoin_address'>()

// The root has the reader without the signature.
expectTypeOf<typeof everything.decodeInvoice>().toEqualTypeOf<typeof decodeInvoice>()
expectTypeOf<typeof everything.checkInvoice>().toEqualTypeOf<typeof checkInvoice>()

import type { Network } from '@leyden/core'
import { type Address, decodeSegment, readAddress } from '../address/address.js'
import { NOT_IN_SANDBOX, refusalOf } from '../address/recipient.js'
import { createBoundedMap } from '../bounded-map.js'
import { type InvoiceStore, type IssuedInvoice, KEPT_INVOICES } from '../invoice/invoice-store.js'
import type { Randomness } from '../randomness.js'
import { chargeFailureOf, lookUpFailureOf, replyWith } from '../service/failure.js'
import type { Timers } from '../timers.js'
import { advertise } from './advertise.js'
import { lnurlError, lnurlReply } from './lnurl-reply.js'
import { successActionOf } from './success-action.js'
import { answerVerify, verifyUrlOf } from './verify-invoice.js'
import { readOrder, writeInvoice } from './write-invoice.js'

interface Services {
  domains: readonly string[]
  invoices: InvoiceStore
  network: Network
  randomness: Randomness
  timers: Timers
}

/**
 * The provider of every Lightning Address of the sandbox, at any of its domains: LNURL-pay with comments, payer data,
 * success actions and payment verification (LUD-06, 09, 10, 12, 16, 18, 21). It has the same recipients and faults as
 * the service, and stores its invoices in the same store, so that the same wallet can pay them.
 */
export function createLnurlServer(services: Services): (request: Request) => Promise<Response> {
  const issued = createBoundedMap<IssuedInvoice>(KEPT_INVOICES)

  async function charge(address: Address, query: URLSearchParams): Promise<Response> {
    const order = readOrder(address, query)
    if (typeof order === 'string') return lnurlError(order)
    const invoice = writeInvoice(address, order, services)
    issued.set(invoice.paymentHash, invoice)
    return lnurlReply({
      pr: invoice.request,
      routes: [],
      disposable: false,
      successAction: await successActionOf(address, invoice, services.randomness),
      verify: verifyUrlOf(address, invoice),
    })
  }

  return async (request) => {
    const url = new URL(request.url)
    if (request.method !== 'GET') return lnurlError('There is no such operation.', 405)
    if (url.pathname.startsWith('/moved/')) {
      const path = url.pathname.replace('/moved/', '/lnurlp/')
      return Response.redirect(`https://${url.hostname}${path}${url.search}`, 302)
    }
    const match =
      /^\/(?:\.well-known\/lnurlp\/([^/]+)|lnurlp\/([^/]+)\/(callback|verify)(?:\/([0-9a-f]{64}))?)$/.exec(
        url.pathname,
      )
    const address = readAddress(`${decodeSegment(match?.[1] ?? match?.[2] ?? '')}@${url.hostname}`)
    const refusal = address && refusalOf(address, services.domains)
    if (match && refusal === 'not_in_sandbox') return lnurlError(`${refusal}: ${NOT_IN_SANDBOX}`, 404)
    if (!match || !address || refusal)
      return new Response('<!doctype html><title>Not found</title>', {
        status: 404,
        headers: { 'content-type': 'text/html' },
      })

    const { timers } = services
    const tools = { timers, signal: request.signal }
    if (match[3] === 'verify') return answerVerify(address.user, issued.get(match[4] ?? ''))
    if (match[3] === 'callback')
      return replyWith(chargeFailureOf(address.user), () => charge(address, url.searchParams), tools)
    return replyWith(lookUpFailureOf(address.user), () => lnurlReply(advertise(address)), tools)
  }
}

import type { Network } from '@leyden/core'
import { type Address, readAddress } from '../address/address.js'
import { isPayable } from '../address/recipient.js'
import type { InvoiceBook, IssuedInvoice } from '../invoice/invoice-book.js'
import type { Randomness } from '../randomness.js'
import { answerBadly, troubleOfCharge, troubleOfLookUp } from '../service/trouble.js'
import type { Waiting } from '../waiting.js'
import { advertise } from './advertise.js'
import { lnurlError, lnurlReply } from './lnurl-reply.js'
import { successActionOf } from './success-action.js'
import { answerVerify, verifyUrlOf } from './verify-invoice.js'
import { readOrder, writeInvoice } from './write-invoice.js'

interface Desk {
  book: InvoiceBook
  network: Network
  randomness: Randomness
  waiting: Waiting
}

/** As many as the wallet can still pay. */
const KEPT_INVOICES = 50_000

/**
 * The provider of every Lightning Address, at whatever domain the request is for: LNURL-pay with comments,
 * payer data, success actions and payment verification (LUD-06, 09, 10, 12, 16, 18, 21). It knows the people and
 * the troubles of the service, and writes into the same book, so that the same wallet pays its invoices.
 */
export function createLnurlServer(desk: Desk): (request: Request) => Promise<Response> {
  const issued = new Map<string, IssuedInvoice>()

  async function charge(address: Address, query: URLSearchParams): Promise<Response> {
    const order = readOrder(address, query)
    if (typeof order === 'string') return lnurlError(order)
    const invoice = writeInvoice(address, order, desk)
    issued.set(invoice.paymentHash, invoice)
    const oldest = issued.size > KEPT_INVOICES ? issued.keys().next().value : undefined
    if (oldest !== undefined) issued.delete(oldest)
    const verify = verifyUrlOf(address, invoice)
    return lnurlReply({
      pr: invoice.request,
      routes: [],
      disposable: false,
      successAction: await successActionOf(address, invoice, desk.randomness),
      verify,
    })
  }

  return async (request) => {
    const url = new URL(request.url)
    if (request.method !== 'GET') return lnurlError('There is no such operation.', 405)
    if (url.pathname.startsWith('/moved/')) {
      const target = new URL(
        url.pathname.replace('/moved/', '/lnurlp/') + url.search,
        `https://${url.hostname}`,
      )
      return Response.redirect(target.href, 302)
    }
    const match =
      /^\/(?:\.well-known\/lnurlp\/([^/]+)|lnurlp\/([^/]+)\/(callback|verify)(?:\/([0-9a-f]{64}))?)$/.exec(
        url.pathname,
      )
    const address = readAddress(`${decode(match?.[1] ?? match?.[2] ?? '')}@${url.hostname}`)
    if (!match || !address || !isPayable(address))
      return new Response('<!doctype html><title>Not found</title>', {
        status: 404,
        headers: { 'content-type': 'text/html' },
      })

    const { waiting } = desk
    const badly = (
      trouble: ReturnType<typeof troubleOfLookUp>,
      answer: () => Promise<Response> | Response,
    ) => (trouble ? answerBadly(trouble, answer, { waiting, signal: request.signal }) : answer())
    if (match[3] === 'verify') return answerVerify(address.user, issued.get(match[4] ?? ''))
    if (match[3] === 'callback')
      return badly(troubleOfCharge(address.user), () => charge(address, url.searchParams))
    return badly(troubleOfLookUp(address.user), () => lnurlReply(advertise(address)))
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

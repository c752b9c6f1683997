import type { Network, PayMetadata } from '@leyden/core'
import { isRecord, parseJson } from '@leyden/core/internal'
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { type Address, readAddress } from '../address/address.js'
import { NOT_IN_SANDBOX, recipientOf, refusalOf } from '../address/recipient.js'
import type { InvoiceStore } from '../invoice/invoice-store.js'
import type { Randomness } from '../randomness.js'
import { own } from '../reply.js'
import { type ChargeOrder, invoiceTerms, parseAmount, refuseOrder } from '../service/charge-order.js'
import { chargeReply, lookUpReply } from '../service/failure.js'
import { lnurlError, lnurlReply } from './lnurl-reply.js'
import { successActionOf } from './success-action.js'
import { answerVerify, verifyUrlOf } from './verify-invoice.js'

/**
 * The provider of every Lightning Address of the sandbox, at any of its domains: LNURL-pay with comments, payer data,
 * success actions and payment verification (LUD-06, 09, 10, 12, 16, 18, 21). It has the same recipients and faults as
 * the service, and stores its invoices in the same store, so that the same wallet can pay them.
 */
export function createLnurlServer(services: {
  domains: readonly string[]
  invoices: InvoiceStore
  network: Network
  randomness: Randomness
  closed: AbortSignal
}): Hono {
  const { domains, invoices, network, randomness, closed } = services

  /** Answers for the address of a user at the requested host. */
  const forAddress =
    (
      reply: typeof lookUpReply,
      answer: (address: Address, context: Context) => Promise<Response> | Response,
    ) =>
    (context: Context) => {
      const { hostname } = new URL(context.req.url)
      const address = readAddress(`${context.req.param('user')}@${hostname}`)
      const refusal = address && refusalOf(address, domains)
      if (refusal === 'not_in_sandbox') return lnurlError(`${refusal}: ${NOT_IN_SANDBOX}`, 404)
      if (!address || refusal) return context.notFound()
      const { signal } = context.req.raw
      return reply(address.user, () => answer(address, context), { closed, signal })
    }

  async function charge(address: Address, query: Record<string, string>): Promise<Response> {
    const order = readOrder(address, query)
    if (typeof order === 'string') return lnurlError(order)
    const invoice = invoices.issue(invoiceTerms(order, network))
    return lnurlReply({
      pr: invoice.request,
      routes: [],
      disposable: false,
      successAction: await successActionOf(address, invoice, randomness),
      verify: verifyUrlOf(address, invoice),
    })
  }

  return (
    new Hono()
      // LUD-01 requires that pages of any origin can read the replies.
      .use(cors())
      .get(
        '/.well-known/lnurlp/:user',
        forAddress(lookUpReply, (address) => lnurlReply(advertise(address))),
      )
      .get(
        '/lnurlp/:user/callback',
        forAddress(chargeReply, (address, { req }) => charge(address, req.query())),
      )
      .get(
        '/lnurlp/:user/verify/:hash',
        forAddress(lookUpReply, ({ user }, { req }) =>
          answerVerify(user, invoices.findByHash(req.param('hash') ?? '')),
        ),
      )
      .get('/moved/:path{.+}', ({ req, redirect }) => {
        const { hostname, pathname, search } = new URL(req.url)
        return redirect(`https://${hostname}${pathname.replace('/moved/', '/lnurlp/')}${search}`)
      })
      .notFound((context) => context.html('<!doctype html><title>Not found</title>', 404))
  )
}

/** The reply to the first request of a payment: the limits of an address (LUD-06, LUD-12, LUD-16, LUD-18). */
function advertise(address: Address): PayMetadata {
  const { metadata } = recipientOf(address)
  const payerData = { ...metadata.payerData, email: { mandatory: false } }
  return { ...metadata, payerData, callback: callbackOf(address) }
}

/** The callback of an address. Some user names have one on another host, or one that no client may call. */
function callbackOf({ user, domain }: Address): string {
  const path = `lnurlp/${user}/callback`
  const others = {
    // As with a provider behind a custom domain.
    hosted: `https://provider.example/${path}`,
    insidecallback: 'https://10.0.0.1/callback',
    plaincallback: `http://${domain}/${path}`,
    movedcallback: `https://${domain}/moved/${user}/callback?id=7`,
  }
  return own(others, user) ?? `https://${domain}/${path}?id=7`
}

/** Reads the order in a callback's query, or returns why it is refused. */
function readOrder(address: Address, query: Record<string, string>): ChargeOrder | string {
  const { amount, comment, payerdata } = query
  const { commentAllowed = 0, payerData: demands = {} } = advertise(address)
  const amountMsat = parseAmount(amount)
  if (amountMsat === null) return 'Amount is missing or no number of millisatoshis.'
  if (comment !== undefined && Array.from(comment).length > commentAllowed) return 'Comment is too long.'
  const payerData = payerdata === undefined ? {} : parseJson(payerdata)
  if (!isRecord(payerData)) return 'Payer data is no JSON object.'
  const unknown = Object.keys(payerData).find((kind) => !Object.hasOwn(demands, kind))
  if (unknown) return `Payer data has ${unknown}, which nobody asked for.`
  const order = { address, amountMsat, note: comment, payerData: payerdata }
  return refuseOrder(order, payerData) ?? order
}

import type { Charge, Network } from '@leyden/core'
import { Hono } from 'hono'
import { readAddress } from '../address/address.js'
import { NOT_IN_SANDBOX, recipientOf, refusalOf } from '../address/recipient.js'
import { corrupt, type InvoiceStore } from '../invoice/invoice-store.js'
import { failureMessage, readJsonObject, success } from '../reply.js'
import { type ChargeOrder, invoiceTerms, parseAmount, refuseOrder } from './charge-order.js'
import { chargeReply, lookUpReply } from './failure.js'

const MAX_NOTE_CHARACTERS = 639

/** The two operations of the service on Lightning Addresses (sections 4.1 and 4.2 of its interface). */
export function createPayService(services: {
  domains: readonly string[]
  invoices: InvoiceStore
  network: Network
  closed: AbortSignal
}): Hono {
  const { domains, invoices, network, closed } = services

  function writeCharge(lnaddress: string, order: ChargeOrder): Charge {
    const { user } = order.address
    const issue = () => invoices.issue(invoiceTerms(order, network)).request
    const request = user === 'badchecksum' ? corrupt(issue()) : issue()
    return {
      lnaddress: user === 'wrongrecipient' ? 'mallory@wallet.example' : lnaddress,
      amount: String(order.amountMsat),
      invoice: { uri: `lightning:${user === 'wronguri' ? issue() : request}`, request },
    }
  }

  /** Why no invoice can be created for this order. */
  function refuse(order: ChargeOrder): string | null {
    const refusal = refusalOf(order.address, domains)
    if (refusal === 'not_in_sandbox') return NOT_IN_SANDBOX
    return refusal ? 'This identifier is not a Lightning Address.' : refuseOrder(order)
  }

  return new Hono()
    .get('/validate/:address{.*}', ({ req }) => {
      const address = readAddress(req.param('address'))
      if (!address) return failureMessage(400, 'The identifier has to be of the form <user>@<domain>.')
      const refusal = refusalOf(address, domains)
      if (refusal === 'not_in_sandbox')
        return success({ valid: false, reason: refusal, message: NOT_IN_SANDBOX })
      const answer = () =>
        success(refusal ? { valid: false } : { valid: true, metadata: recipientOf(address).metadata })
      return lookUpReply(address.user, answer, { closed, signal: req.raw.signal })
    })
    .post('/fetch-charge', async ({ req }) => {
      const body = await readJsonObject(req.raw)
      if (!body) return failureMessage(400, 'The body has to be a JSON object.')
      const order = readOrder(body)
      if (typeof order === 'string') return failureMessage(400, order)
      const answer = () => {
        const problem = refuse(order)
        return problem ? failureMessage(400, problem) : success(writeCharge(String(body.lnaddress), order))
      }
      return chargeReply(order.address.user, answer, { closed, signal: req.raw.signal })
    })
}

/** Reads the order in a body, or returns the problem. */
function readOrder(body: Record<string, unknown>): ChargeOrder | string {
  const { lnaddress, amount, description } = body
  const address = typeof lnaddress === 'string' ? readAddress(lnaddress) : null
  if (!address) return 'lnaddress has to be of the form <user>@<domain>.'
  const amountMsat = parseAmount(amount)
  if (amountMsat === null) return 'amount has to be a string of digits, in millisatoshis.'
  if (description !== undefined && typeof description !== 'string') return 'description has to be a string.'
  if (description !== undefined && description.length > MAX_NOTE_CHARACTERS)
    return `description has at most ${MAX_NOTE_CHARACTERS} characters.`
  return { address, amountMsat, note: description }
}

import type { Charge, Network } from '@leyden/core'
import { readAddress } from '../address/address.js'
import { NOT_IN_SANDBOX, recipientOf, refusalOf } from '../address/recipient.js'
import { corrupt, type InvoiceStore } from '../invoice/invoice-store.js'
import { failureMessage, readJsonObject, success } from '../reply.js'
import type { Timers } from '../timers.js'
import { type ChargeOrder, invoiceTerms } from './charge-terms.js'
import { chargeFailureOf, replyWith } from './failure.js'

const MAX_NOTE_CHARACTERS = 639

interface Services {
  domains: readonly string[]
  invoices: InvoiceStore
  network: Network
  timers: Timers
}

/** `POST /v0/ln-address/fetch-charge` (section 4.1 of the service's interface). */
export async function fetchCharge(request: Request, services: Services): Promise<Response> {
  const body = await readJsonObject(request)
  if (!body) return failureMessage(400, 'The body has to be a JSON object.')
  const order = readOrder(body)
  if (typeof order === 'string') return failureMessage(400, order)

  const answer = () => {
    const refusal = refuse(order, services.domains)
    if (refusal) return failureMessage(400, refusal)
    return success(writeCharge(String(body.lnaddress), order, services))
  }
  const { timers } = services
  return replyWith(chargeFailureOf(order.address.user), answer, { timers, signal: request.signal })
}

/** Reads the order in a body, or returns the problem. */
function readOrder(body: Record<string, unknown>): ChargeOrder | string {
  const { lnaddress, amount, description } = body
  const address = typeof lnaddress === 'string' ? readAddress(lnaddress) : null
  if (!address) return 'lnaddress has to be of the form <user>@<domain>.'
  if (typeof amount !== 'string' || !/^[1-9]\d{0,18}$/.test(amount)) {
    return 'amount has to be a string of digits, in millisatoshis.'
  }
  if (description !== undefined && typeof description !== 'string') return 'description has to be a string.'
  if (description !== undefined && description.length > MAX_NOTE_CHARACTERS) {
    return `description has at most ${MAX_NOTE_CHARACTERS} characters.`
  }
  return { address, amountMsat: BigInt(amount), note: description }
}

/** Why no invoice can be created for this order. */
function refuse(order: ChargeOrder, domains: readonly string[]): string | null {
  const refusal = refusalOf(order.address, domains)
  if (refusal === 'not_in_sandbox') return NOT_IN_SANDBOX
  if (refusal) return 'This identifier is not a Lightning Address.'
  const { minSendable, maxSendable, payerData } = recipientOf(order.address).metadata
  if (order.amountMsat < BigInt(minSendable) || order.amountMsat > BigInt(maxSendable)) {
    return `amount has to be between ${minSendable} and ${maxSendable} millisatoshis.`
  }
  const demanded = Object.entries(payerData ?? {}).find(([, demand]) => demand.mandatory)
  return demanded ? `The recipient wants to know the payer's ${demanded[0]}.` : null
}

function writeCharge(lnaddress: string, order: ChargeOrder, services: Services): Charge {
  const { user } = order.address
  const issue = () => services.invoices.issue(invoiceTerms(order, services.network)).request
  const request = user === 'badchecksum' ? corrupt(issue()) : issue()
  return {
    lnaddress: user === 'wrongrecipient' ? 'mallory@wallet.example' : lnaddress,
    amount: String(order.amountMsat),
    invoice: { uri: `lightning:${user === 'wronguri' ? issue() : request}`, request },
  }
}

import type { LeydenError, Mode, Network } from '@leyden/core'
import { parseLightningAddress, readPastedText } from '@leyden/lightning'
import type { UnionOf } from '../foundation/flow/create-flow.js'
import type { AddressProblem, Recipient } from './recipient.js'

interface OfAddress {
  /** The address: in its canonical form, or the text of the field if it is no address. */
  address: string
}

interface LookedUp extends OfAddress {
  /** The part after the `@`, whose server is asked. */
  domain: string
}

/** What can be known of the text in an address field, each with its fields. */
export interface AddressLookups {
  /** The field is empty. */
  empty: object
  /** The text is not a whole address yet. Show no error while somebody types. */
  typing: object
  /** The text is no address that can be paid. */
  invalid: OfAddress & {
    /** Why it cannot be paid. */
    problem: AddressProblem
  }
  /** The look-up has not been answered yet. */
  looking: LookedUp & {
    /** Whether the look-up has taken more than 3 seconds. */
    slow: boolean
    /**
     * Whether the device is offline: the request failed, the browser reports no network, and the page's own server does
     * not answer. The look-up is retried as soon as there is a network.
     */
    offline: boolean
  }
  /** The look-up failed, so nothing is known about the address. */
  unreachable: LookedUp & {
    /** Why the look-up failed. */
    error: LeydenError
  }
  /** The address can be paid. */
  found: OfAddress & {
    /** Whom the payment goes to, with the limits of the amount. */
    recipient: Recipient
    /** `test` if no real money moves; undefined if the server does not say. */
    mode: Mode | undefined
    /** The network of the invoices; undefined if the server does not say. */
    network?: Network | undefined
  }
}

/** What is known of the text in an address field. */
export type AddressLookup<S extends keyof AddressLookups = keyof AddressLookups> = UnionOf<
  'status',
  AddressLookups,
  S
>

/** What can be said of a text without a request. */
export type AddressReading =
  | { status: 'empty' }
  /** More letters may make it an address. `problem` is shown once the person has left the field. */
  | { status: 'partial'; problem: AddressProblem }
  /** More letters cannot make it an address. */
  | { status: 'refused'; problem: AddressProblem }
  | { status: 'whole'; address: string; domain: string }

/** Problems that more letters can solve. */
const FIXED_BY_TYPING = new Set([
  'no_at',
  'empty_username',
  'empty_domain',
  'domain_no_dot',
  'domain_empty_label',
  'domain_hyphen',
  'ip_or_numeric_tld',
  'onion_not_v3',
  'nostr_key',
])

export function readAddress(typed: string): AddressReading {
  const { text, kind } = readPastedText(typed)
  // An address may begin with a Nostr key, so no error is shown while somebody types one.
  if (kind) return { status: FIXED_BY_TYPING.has(kind) ? 'partial' : 'refused', problem: { reason: kind } }
  const result = parseLightningAddress(text)
  if (result.ok) {
    const { address, domain } = result
    if (domain.endsWith('.onion')) return { status: 'refused', problem: { reason: 'onion', domain } }
    // No top-level domain has one letter, so somebody is still typing it.
    const isWhole = /\.[^.]{2,}$/.test(domain)
    return isWhole
      ? { status: 'whole', address, domain }
      : { status: 'partial', problem: { reason: 'domain_no_dot', domain } }
  }
  if (result.reason === 'empty') return { status: 'empty' }
  const domain = text.slice(text.indexOf('@') + 1).trim()
  const problem: AddressProblem = {
    reason: result.reason,
    domain: text.includes('@') && domain ? domain : undefined,
    suggestion: result.suggestion,
  }
  return { status: FIXED_BY_TYPING.has(result.reason) ? 'partial' : 'refused', problem }
}

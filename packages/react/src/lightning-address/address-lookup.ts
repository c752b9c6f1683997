import type { LeydenError, Mode } from '@leyden/core'
import { parseLightningAddress, readPastedText } from '@leyden/lightning/address'
import type { AddressProblem, Recipient } from '../pay-flow/index.js'

/** What is known of the text in an address field. */
export type AddressLookup =
  | { status: 'empty' }
  /** Not yet a whole address; nothing to complain about while somebody types. */
  | { status: 'typing' }
  | { status: 'invalid'; address: string; problem: AddressProblem }
  | { status: 'looking'; address: string; domain: string; slow: boolean; offline: boolean }
  /** The look-up failed, which says nothing about the address. */
  | { status: 'unreachable'; address: string; domain: string; error: LeydenError }
  | { status: 'found'; address: string; recipient: Recipient; mode: Mode | undefined }

/** What a text alone shows, without a request. */
export type AddressReading =
  | { status: 'empty' }
  /** Might become an address with more letters: `problem` is shown once the person has left the field. */
  | { status: 'partial'; problem: AddressProblem }
  /** Typing on cannot fix it. */
  | { status: 'refused'; problem: AddressProblem }
  | { status: 'whole'; address: string; domain: string }

/** Problems that typing on may well solve. */
const MENDABLE = new Set([
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
  // An address may begin with a key, so somebody who types one is let go on.
  if (kind) return { status: MENDABLE.has(kind) ? 'partial' : 'refused', problem: { reason: kind } }
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
  return { status: MENDABLE.has(result.reason) ? 'partial' : 'refused', problem }
}

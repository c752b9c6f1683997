import type { Hop } from '../trace.js'

const SPECIFICATIONS = {
  address: 'LUD-16',
  connection: 'LUD-01',
  redirects: undefined,
  http: 'LUD-01',
  cors: 'LUD-01',
  reply: 'LUD-06',
  callback: 'LUD-06',
  amounts: 'LUD-06',
  metadata: 'LUD-06',
  identifier: 'LUD-16',
  image: 'LUD-06',
  'long-description': 'LUD-20',
  comment: 'LUD-12',
  'payer-data': 'LUD-18',
  invoice: 'LUD-06',
  expiry: 'BOLT 11',
  'description-hash': 'LUD-06',
  'success-action': 'LUD-09',
  verify: 'LUD-21',
} as const satisfies Record<string, string | undefined>

/** The name of a check of an address. */
export type AddressCheckName = keyof typeof SPECIFICATIONS

/**
 * The checks of an address in the order of the report, each with the specification that has its rule.
 *
 * @example
 * for (const [name, specification] of Object.entries(ADDRESS_CHECKS)) console.log(name, specification)
 */
export const ADDRESS_CHECKS: Readonly<Record<AddressCheckName, string | undefined>> = SPECIFICATIONS

/** One line of a report: what was found, whom it concerns, and what the operator of the server can do. */
export interface AddressCheck {
  /** The check. One that found several things has several lines. */
  name: AddressCheckName
  /**
   * `problem`: every wallet, or every one of a named kind, fails. `warning`: strict wallets may fail, or something is
   * lost. `unknown`: it could not be checked.
   */
  status: 'ok' | 'warning' | 'problem' | 'unknown'
  /** The specification that has the rule, such as `LUD-06`. */
  rule?: string | undefined
  /** What was found. */
  message: string
  /** What follows for wallets and payers. */
  consequence?: string | undefined
  /** What the operator of the server can do. */
  fix?: string | undefined
}

/** One request of a check, and what came. A redirect is a request of its own. */
export interface AddressRequest extends Omit<Hop, 'tls'> {
  /** What the request was for. */
  step: 'look-up' | 'charge' | 'verify'
}

/** The report about an address. */
export interface AddressReport {
  /** The address, in folded form if it is one. */
  address: string
  /** Whether there is no problem. Warnings do not count. */
  ok: boolean
  /** The amount of the unpaid invoice that the check has requested, in millisatoshis; absent if it got none. */
  invoiceMsat?: string | undefined
  /** What was requested, in order. */
  requests: AddressRequest[]
  /** The lines of the report, in a fixed order. */
  checks: AddressCheck[]
}

/** A line without its rule, which its name decides. */
export type Finding = Omit<AddressCheck, 'rule'>

/** What a text says about something wrong. */
export interface Fault {
  message: string
  consequence?: string | undefined
  fix?: string | undefined
}

export const ok = (name: AddressCheckName, message: string): Finding => ({ name, status: 'ok', message })
export const unknown = (name: AddressCheckName, message: string): Finding => ({
  name,
  status: 'unknown',
  message,
})
export const warning = (name: AddressCheckName, fault: Fault): Finding => ({
  name,
  status: 'warning',
  ...fault,
})
export const problem = (name: AddressCheckName, fault: Fault): Finding => ({
  name,
  status: 'problem',
  ...fault,
})

/** The findings of one check, or that there is nothing to say against it. */
export function findingsOr(fine: Finding, findings: readonly (Finding | false | undefined)[]): Finding[] {
  const found = findings.filter((each) => each !== false && each !== undefined)
  return found.length > 0 ? found : [fine]
}

/** Texts of a server, as a quotation. */
export const quoted = (text: string) => (text === '' ? 'no reason' : `“${text}”`)

/** Such as `10 sats`, and with a fraction if there is one. */
export function inSats(msat: bigint): string {
  const text = (Number(msat) / 1000).toLocaleString('en', { maximumFractionDigits: 3 })
  return `${text} ${msat === 1000n ? 'sat' : 'sats'}`
}

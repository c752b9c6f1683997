import * as v from 'valibot'
import { described } from '../http/schema.js'

/** An address that cannot exist: the domain is reserved for examples. */
export const CHECK_ADDRESS = 'leyden-check@example.com'

const OUTCOMES = ['ok', 'problem', 'warning', 'skipped'] as const
const PARTIES = ['configuration', 'network', 'service', 'recipient', 'machine'] as const

/** A finding without its subject. */
export const CheckResult = v.strictObject({
  /** A check is `skipped` if it does not apply or needs another one to succeed. */
  outcome: v.picklist(OUTCOMES),
  /** The finding, as a sentence. */
  what: described(v.string(), 'The finding, as a sentence.'),
  /** The party at fault. Absent if there is none. */
  party: v.optional(described(v.picklist(PARTIES), 'The party at fault. Absent if there is none.')),
  /** What to do about the problem, as a sentence. */
  fix: v.optional(described(v.string(), 'What to do about the problem, as a sentence.')),
})
export type CheckResult = v.InferOutput<typeof CheckResult>

export const ok = (what: string): CheckResult => ({ outcome: 'ok', what })
export const skipped = (what: string): CheckResult => ({ outcome: 'skipped', what })
export const misconfigured = (what: string, fix: string) => problem('configuration', what, fix)
export function problem(party: CheckResult['party'], what: string, fix: string): CheckResult {
  return { outcome: 'problem', what, party, fix }
}

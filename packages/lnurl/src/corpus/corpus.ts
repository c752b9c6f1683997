import { readdirSync, readFileSync } from 'node:fs'
import type { AddressFault, AddressReason } from '@leyden/core'

/**
 * The reply to one request. Without any field it is a right reply. In texts, `{{…}}` stands for a value of the payment:
 * see `createCorpusServer`.
 */
export interface CorpusReply {
  /** @default 200 */
  status?: number | undefined
  headers?: Record<string, string> | undefined
  /** Fields that a right reply has in addition, or in place of its own. */
  change?: Record<string, unknown> | undefined
  /** Fields that a right reply lacks. */
  without?: string[] | undefined
  /** The whole body in place of a right one; a value that is not a text is written as JSON. */
  body?: unknown | undefined
  encode?: 'bom' | 'gzip' | 'br' | undefined
  /** Whether the connection ends in the middle of the body. */
  cut?: boolean | undefined
}

/** What is right for a case. Of `refused`, `lookUpError`, `chargeError` and `invoice` it has exactly one. */
export interface CorpusOutcome {
  /** Why nobody can be paid at the address; `not_usable`, with a `detail`, is the fault of its server. */
  refused?: AddressReason | undefined
  detail?: AddressFault | undefined
  /** The code of the error of the look-up, from which nothing follows for the address. */
  lookUpError?: string | undefined
  /** The code of the error of the charge. */
  chargeError?: string | undefined
  /** Whether the payer gets the invoice. */
  invoice?: true | undefined
  /** The recipient's own words. */
  message?: string | undefined
  /** Further fields of an error. */
  field?: string | undefined
  reason?: string | undefined
  /** The kind of payer data that the address demands. */
  actual?: string | undefined
  retryAfterMs?: number | undefined
  /** The limits of the amount, in millisatoshis. */
  limits?: [min: number, max: number] | undefined
  commentAllowed?: number | undefined
  /** The kinds of payer data that the address accepts, and whether it demands them. */
  kinds?: Record<string, boolean> | undefined
  /** The requests after the look-up, without those of the verification: `host path?query`. */
  requests?: string[] | undefined
  /** The warnings in the log. @default none */
  warnings?: string[] | undefined
  /** The recipient's message to the payer, without the host that it came from. */
  successAction?: object | null | undefined
  /** What each verification reports, or that there is none. */
  verifies?: string[] | 'not_offered' | undefined
  /** Whether the last verification has a preimage. */
  preimage?: boolean | undefined
}

/** Replies of a recipient's server of one real-life kind. */
export interface CorpusCase {
  /** Unique in all families. */
  id: string
  /** What the server does, and why servers do that. */
  about: string
  /** The reply to the look-up; a list has one for each request. After its end a right reply follows. */
  lookUp?: CorpusReply | CorpusReply[] | undefined
  /** The reply to the callback. */
  callback?: CorpusReply | CorpusReply[] | undefined
  /** The reply to the verification. */
  verify?: CorpusReply | CorpusReply[] | undefined
  /** What the payer enters. @default 21000 millisatoshis without a comment */
  charge?:
    | {
        amount?: string | undefined
        comment?: string | undefined
        payerData?: Record<string, string> | undefined
      }
    | undefined
  /** The addresses of hosts; others have a public one. */
  hosts?: Record<string, string[]> | undefined
  right: CorpusOutcome
}

/** The cases about one part of the protocol. */
export interface CorpusFamily {
  name: string
  about: string
  cases: CorpusCase[]
}

/** Reads all families from their files. */
export function readCorpus(): CorpusFamily[] {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.json'))
  return files.sort().map((file) => ({
    name: file.replace('.json', ''),
    ...(JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as Omit<CorpusFamily, 'name'>),
  }))
}

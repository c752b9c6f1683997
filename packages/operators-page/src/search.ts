import { tryOrUndefined } from '@leyden/core/internal'
import { decodeInvoice, parseLightningAddress } from '@leyden/lightning'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { type Case, type CaseSource, findCase, readCase } from './case.js'
import type { Stored } from './stored.js'

/** What a search has found. */
export interface Found {
  /** The case of a reference, hash, preimage, invoice or session. */
  found: Case | null
  /** Charges and sessions with an address, newest first. */
  list: Stored[]
  /** The kinds of which the list leaves older ones out. */
  shortened?: readonly ('payments' | 'purchases')[] | undefined
  /** What the operator should know about the text. */
  notice?: string | undefined
}

/** The number of charges and of sessions of an address that are shown. */
export const MOST_FOUND = 50

/** Finds what an operator types or pastes; each kind of text is tried, so that nobody has to say which one it is. */
export async function search(source: CaseSource, text: string): Promise<Found> {
  const { operations } = source
  const hash = /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : paymentHashIn(text)
  if (hash !== undefined) {
    const subject = await operations.find(hash)
    if (subject) return { found: await readCase(source, subject), list: [] }
    const proven = await operations.find(bytesToHex(sha256(hexToBytes(hash))))
    if (proven) {
      const notice =
        'This is the preimage of the payment below. The payer has it, and so may others to whom the payer gave it.'
      return { found: await readCase(source, proven), list: [], notice }
    }
  }
  const session = await operations.find(text)
  if (session) return { found: await readCase(source, session), list: [] }
  const found = await findCase(source, text)
  if (found) return { found, list: [] }
  const parsed = parseLightningAddress(text)
  const address = parsed.ok ? parsed.address : text
  const [charges, sessions] = await Promise.all([
    operations.list({ kind: 'charge', address, limit: MOST_FOUND + 1 }),
    operations.list({ kind: 'ramp', address, limit: MOST_FOUND + 1 }),
  ])
  const kinds = [
    { name: 'payments', all: charges },
    { name: 'purchases', all: sessions },
  ] as const
  return {
    found: null,
    list: kinds.flatMap(({ all }): Stored[] => all.slice(0, MOST_FOUND)),
    shortened: kinds.flatMap(({ name, all }) => (all.length > MOST_FOUND ? [name] : [])),
  }
}

function paymentHashIn(text: string): string | undefined {
  return tryOrUndefined(() => decodeInvoice(text.replace(/^lightning:/i, '')).paymentHash)
}

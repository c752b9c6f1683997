import { fieldsOf, tryOrUndefined } from '@leyden/core/internal'
import type { Receipt } from '../pay-callbacks.js'
import { receiptOf } from '../payment-of.js'
import { RECEIPT_PREFIX } from '../stored-charges.js'
import {
  absoluteUrl,
  digestOf,
  type EntryOwner,
  entryKeys,
  readEntry,
  removeEntry,
  writeEntry,
} from './device-entries.js'
import { optional, readStoredCharge, readStoredPayment, text } from './stored-charge.js'

/**
 * The receipts that a page keeps on this device (`receipts="site"`), one entry each. An entry has the note, because a
 * receipt without it says less, and neither payer data nor the recipient's message, which may contain a code.
 */

const VERSION = 1

/** The receipts of one person at one BFF that are kept; the oldest are deleted. */
const MAX_RECEIPTS = 50

/** A larger picture is left out, so that receipts do not take the room of open charges. In characters. */
const MAX_PICTURE = 20_000

/** The beginning of the keys of one person's receipts at one BFF; undefined if the URL is none. */
function prefixOf({ baseUrl, subject }: EntryOwner): string | undefined {
  return tryOrUndefined(() => `${RECEIPT_PREFIX}${digestOf(absoluteUrl(baseUrl))}:${subject ?? ''}:`)
}

/** Keeps a receipt for the person who is signed in, or for a guest. */
export function keepReceipt(owner: EntryOwner, receipt: Receipt): void {
  const prefix = prefixOf(owner)
  if (prefix === undefined) return
  const { charge, recipient, evidence, preimage, at, late, duplicateOf, reference } = receipt
  const { address, minSats, maxSats, commentAllowed, description, imageDataUrl } = recipient
  writeEntry(prefix + charge.id, owner, {
    version: VERSION,
    recipient: {
      address,
      minSats,
      maxSats,
      commentAllowed,
      description,
      imageDataUrl: (imageDataUrl?.length ?? 0) <= MAX_PICTURE ? imageDataUrl : undefined,
    },
    // Nothing watches the charge any more.
    charge: { ...charge, watchUrl: undefined },
    payment: { evidence, preimage, at, late, duplicateOf },
    reference,
  })
  const kept = entryKeys(prefix).map((key) => ({ key, at: String(fieldsOf(readEntry(key).payment).at) }))
  kept.sort((one, other) => other.at.localeCompare(one.at))
  for (const { key } of kept.slice(MAX_RECEIPTS)) removeEntry(key)
}

/** The receipts that are kept for this person. Each has to pass the same check as when it was new. */
export function findReceipts(owner: EntryOwner): Receipt[] {
  const prefix = prefixOf(owner)
  if (prefix === undefined) return []
  return entryKeys(prefix).flatMap((key) => tryOrUndefined(() => read(key)) ?? [])
}

/** Deletes the receipt of a charge, whoever's it is. */
export function forgetReceipt(id: string): void {
  for (const key of entryKeys(RECEIPT_PREFIX)) if (key.endsWith(`:${id}`)) removeEntry(key)
}

/** Deletes the receipts that are kept for this person. */
export function forgetReceipts(owner: EntryOwner): void {
  const prefix = prefixOf(owner)
  if (prefix !== undefined) for (const key of entryKeys(prefix)) removeEntry(key)
}

/** @throws LeydenError if the charge does not pass the check; any error if the entry is damaged */
function read(key: string): Receipt | undefined {
  const { version, payment, reference, ...stored } = readEntry(key)
  if (version !== VERSION) return undefined
  const paid = readStoredCharge(stored)
  // Another tab has reported it to its page.
  const facts = readStoredPayment(payment, paid.charge, true)
  return facts && receiptOf(paid, facts, optional(reference, text))
}

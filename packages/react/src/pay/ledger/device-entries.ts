import { fieldsOf, tryOrUndefined } from '@leyden/core/internal'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { readJson, writeJson } from '../../foundation/page/json-storage.js'
import { OPEN_CHARGE_PREFIX } from '../stored-charges.js'

/**
 * What this device keeps in `localStorage`, so that another tab finds it: open charges. Each entry belongs to one BFF and to the person who was signed in, and can be read by nobody else's widget.
 * Storage may be missing, full or forbidden; then another tab finds nothing.
 */

const storage = () => localStorage

/** Whose entry it is. */
export interface EntryOwner {
  /** The base URL of the BFF, as the page writes it. */
  baseUrl: string
  /** The `subject` of the person who was signed in; undefined for nobody. */
  subject?: string | undefined
}

/** Pages of one site may write the URL of one BFF differently. @throws TypeError if it is no URL */
export const absoluteUrl = (baseUrl: string): string => new URL(baseUrl, location.href).href

/** The part of a key that stands for these values, because a URL or the name of an order may contain a secret. */
export function digestOf(...values: string[]): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(values))))
}

/** The keys of all entries that begin with this text. */
export function entryKeys(prefix: string): string[] {
  return tryOrUndefined(() => Object.keys(storage()).filter((key) => key.startsWith(prefix))) ?? []
}

/** Reads an entry. Nothing of it is checked. */
export function readEntry(key: string): Readonly<Record<string, unknown>> {
  return fieldsOf(readJson(storage, key))
}

/** Writes an entry. */
export function writeEntry(key: string, { baseUrl, subject }: EntryOwner, fields: object): void {
  writeJson(storage, key, { ...fields, bff: absoluteUrl(baseUrl), subject })
}

/** Deletes an entry. */
export function removeEntry(key: string): void {
  tryOrUndefined(() => storage().removeItem(key))
}

/** Deletes what signed-in people have left at a BFF. */
export function forgetEntriesOfUsers(baseUrl: string): void {
  for (const key of entryKeys(OPEN_CHARGE_PREFIX)) {
    const { bff, subject } = readEntry(key)
    if (subject !== undefined && bff === tryOrUndefined(() => absoluteUrl(baseUrl))) removeEntry(key)
  }
}

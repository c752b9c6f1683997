import { isRecord } from './json.js'

/**
 * JSON with the fields of every object in the order of their names, so that one content has one text whatever
 * order a sender writes it in. For values that came out of `JSON.parse` and are not deep.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (isRecord(inner) ? sorted(inner) : inner))
}

function sorted(record: object): object {
  const entries = Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries)
}

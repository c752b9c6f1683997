import { tryOrUndefined } from '@leyden/core/internal'

/**
 * Reads a value that was stored as JSON; undefined if there is none, or storage cannot be used.
 *
 * @param storage a function, because even reading `localStorage` can throw
 */
export function readJson(storage: () => Storage | null, key: string): unknown {
  return tryOrUndefined(() => JSON.parse(storage()?.getItem(key) ?? 'null')) ?? undefined
}

/** Writes a value as JSON, with amounts as texts, or removes it if it is undefined. Storage may be missing, full or forbidden. */
export function writeJson(storage: () => Storage | null, key: string, value: unknown): void {
  tryOrUndefined(() =>
    value === undefined
      ? storage()?.removeItem(key)
      : storage()?.setItem(key, JSON.stringify(value, amountAsText)),
  )
}

const amountAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

/**
 * Reads a value that was stored as JSON; undefined if there is none, or storage cannot be used.
 *
 * @param storage a function, because even reading `localStorage` can throw
 */
export function readJson(storage: () => Storage | null, key: string): unknown {
  try {
    return JSON.parse(storage()?.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Writes a value as JSON, with amounts as texts, or removes it if it is undefined. Storage may be missing, full or forbidden. */
export function writeJson(storage: () => Storage | null, key: string, value: unknown): void {
  try {
    if (value === undefined) storage()?.removeItem(key)
    else storage()?.setItem(key, JSON.stringify(value, amountAsText))
  } catch {
    // A page works without storage, but restores nothing after a reload.
  }
}

const amountAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

/**
 * Reads what was written as JSON; undefined where there is nothing, or storage may not be used.
 *
 * @param storage a function, as even to name `localStorage` can throw.
 */
export function readJson(storage: () => Storage | null, key: string): unknown {
  try {
    return JSON.parse(storage()?.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Writes a value as JSON, or removes it where it is undefined. Storage may be missing, full or forbidden. */
export function writeJson(storage: () => Storage | null, key: string, value: unknown): void {
  try {
    if (value === undefined) storage()?.removeItem(key)
    else storage()?.setItem(key, JSON.stringify(value))
  } catch {
    // A page without storage works, but for what comes after a reload.
  }
}

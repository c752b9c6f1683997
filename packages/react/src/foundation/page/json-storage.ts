import { fieldsOf, tryOrUndefined } from '@leyden/core/internal'

/** Where a page stores something: for its tab, for all tabs of the device, or nowhere. */
export type Place = 'tab' | 'browser' | 'never'

/** Even reading `localStorage` can throw. */
const storages: { readonly [P in Place]: () => Storage | null } = {
  tab: () => sessionStorage,
  browser: () => localStorage,
  never: () => null,
}

/** Reads a value that was stored as JSON; undefined if there is none, or storage cannot be used. */
export function readJson(place: Place, key: string): unknown {
  return tryOrUndefined(() => JSON.parse(storages[place]()?.getItem(key) ?? 'null')) ?? undefined
}

/** Writes a value as JSON, with amounts as texts, or removes it if it is undefined. Storage may be missing, full or forbidden. */
export function writeJson(place: Place, key: string, value: unknown): void {
  tryOrUndefined(() => {
    const storage = storages[place]()
    if (value === undefined) storage?.removeItem(key)
    else storage?.setItem(key, JSON.stringify(value, amountAsText))
  })
}

const amountAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

/** The keys that begin with this text. */
export function storedKeys(place: Place, prefix: string): string[] {
  return (
    tryOrUndefined(() => Object.keys(storages[place]() ?? {}).filter((key) => key.startsWith(prefix))) ?? []
  )
}

/** The records of one format. A record of another version counts as none. Nothing else of a record is checked. */
export function shelfIn(place: Place, version: number) {
  return {
    read(key: string): Readonly<Record<string, unknown>> {
      const fields = fieldsOf(readJson(place, key))
      return fields.version === version ? fields : {}
    },
    /** Undefined removes the record. */
    write: (key: string, fields: object | undefined) =>
      writeJson(place, key, fields && { version, ...fields }),
  }
}

/** The fields of a JSON object, not checked yet. */
export type Json = Readonly<Record<string, unknown>>

/** What a text says in JSON; undefined for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a value is a JSON object, and no array. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields of somebody else's JSON object, without what an object inherits; none of anything else. */
export function fieldsOf(value: unknown): Json {
  return { __proto__: null, ...(isRecord(value) && value) }
}

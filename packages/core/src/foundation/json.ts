import { tryOrUndefined } from './try-or-undefined.js'

/** The fields of a JSON object, not checked yet. */
export type Json = { readonly [field: string]: unknown }

/** Parses JSON; undefined for invalid JSON. */
export const parseJson = (text: string): unknown => tryOrUndefined(() => JSON.parse(text))

/** Whether a value is a JSON object and not an array. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The own fields of an untrusted JSON object; no fields for any other value. */
export function fieldsOf(value: unknown): Json {
  const fields = isRecord(value) ? value : {}
  return { __proto__: null, ...fields }
}

/** Whether a field of an answer from outside is absent, null or an empty text, which all mean the same. */
export function isEmpty(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/**
 * Whether a field of this name, such as `__proto__`, would change an object's prototype when code copies it by
 * assignment.
 */
export function isUnsafeName(field: string): boolean {
  return /^(__proto__|constructor|prototype)$/.test(field)
}

/**
 * The readers of LNURL's numbers, booleans and empty values, the same for every field of every reply. Servers in typed
 * languages and behind databases write them in more ways than JSON has.
 */
import { isEmpty, isRecord } from '@leyden/core/internal'

export interface LnurlNumber {
  /** The largest integer that is not greater. */
  floor: bigint
  /** The smallest integer that is not less. */
  ceil: bigint
  /** Whether it was a text. */
  isText: boolean
}

/**
 * A number, or a text of decimal digits with or without a fraction, such as `"1000"` and `"1000.0"`. Undefined for any
 * other value, also for those that JavaScript converts to a number, such as `true`, `[1000]` and `"0x3e8"`.
 */
export function readNumber(value: unknown): LnurlNumber | undefined {
  if (typeof value === 'number' && Number.isFinite(value))
    return { floor: BigInt(Math.floor(value)), ceil: BigInt(Math.ceil(value)), isText: false }
  // 20 digits hold any 64-bit number.
  const [, integer, fraction = ''] =
    (typeof value === 'string' && /^(\d{1,20})(?:\.(\d{1,20}))?$/.exec(value)) || []
  if (integer === undefined) return undefined
  const floor = BigInt(integer)
  return { floor, ceil: /[1-9]/.test(fraction) ? floor + 1n : floor, isText: true }
}

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ['true', true],
  ['1', true],
  [false, false],
  [0, false],
  ['false', false],
  ['0', false],
])

/** `true`, `1`, or either as a text in any case; the same for false. Undefined for any other value. */
export function readBoolean(value: unknown): boolean | undefined {
  return BOOLEANS.get(typeof value === 'string' ? value.trim().toLowerCase() : value)
}

/** Whether a field is empty, or a list or an object without a value: a struct by value is written with all its fields. */
export function isEmptyObject(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty)
  return isEmpty(value) || (isRecord(value) && Object.values(value).every(isEmpty))
}

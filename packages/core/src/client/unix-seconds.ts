declare const unit: unique symbol

/**
 * A time in seconds since 1970. A plain number is none: it could be the milliseconds of `Date.now()`. Create it with
 * {@link unixSeconds}.
 */
export type UnixSeconds = number & {
  /** Only in the type. */
  readonly [unit]: 'unix seconds'
}

/**
 * The time of a date in whole seconds since 1970.
 *
 * @example unixSeconds(new Date())
 */
export function unixSeconds(date: Date): UnixSeconds {
  return Math.floor(date.getTime() / 1_000) as UnixSeconds
}

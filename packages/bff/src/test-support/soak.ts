import { TestRunner } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Rows of the table that `npm run soak` prints: the measurement, its value, and the documented value. */
    figures?: [what: string, measured: string, promised: string][]
  }
}

/** The short form for the test run, the full one with `LEYDEN_SOAK=1`. */
export function soakSize(short: number, full: number): number {
  return process.env.LEYDEN_SOAK === '1' ? full : short
}

/**
 * The documented limit of a measured time in milliseconds, for `npm run soak`, which measures on a quiet machine. In
 * other runs a slow machine breaks no promise, so there is no limit.
 */
export function promisedMs(ms: number): number {
  return soakSize(Number.POSITIVE_INFINITY, ms)
}

/** The same for a ratio of two measurements of one run. */
export function promisedRatio(ratio: number): number {
  return soakSize(Number.POSITIVE_INFINITY, ratio)
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

/**
 * Prints a figure and adds it to the table of `npm run soak`. Call it before the assertion, so that the table also
 * shows a failure.
 */
export function printFigure(what: string, measured: string, promised = ''): void {
  const { meta } = TestRunner.getCurrentTest() ?? {}
  if (meta) meta.figures = [...(meta.figures ?? []), [what, measured, promised]]
  console.info(`${what}: ${measured}`)
}

import { expect, TestRunner } from 'vitest'

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
 * Expects a time that holds on an idle machine. Only `npm run soak` does, one file at a time: in a test run it would fail
 * because the machine is busy.
 */
export function expectWithin(measuredMs: number, limitMs: number): void {
  if (process.env.LEYDEN_SOAK === '1') expect(measuredMs).toBeLessThan(limitMs)
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

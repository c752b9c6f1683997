import { TestRunner } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Rows of the table that `npm run soak` prints: what, how much it was, and what is promised. */
    figures?: [what: string, measured: string, promised: string][]
  }
}

/** The short form in the test run, the full one where `LEYDEN_SOAK=1` asks for it. */
export function soakSize(short: number, full: number): number {
  return process.env.LEYDEN_SOAK === '1' ? full : short
}

/** Prints a figure, and adds it to the table at the end of `npm run soak`: before it is judged, so that a miss is there too. */
export function printFigure(what: string, measured: string, promised = ''): void {
  const { meta } = TestRunner.getCurrentTest() ?? {}
  if (meta) meta.figures = [...(meta.figures ?? []), [what, measured, promised]]
  console.info(`${what}: ${measured}`)
}

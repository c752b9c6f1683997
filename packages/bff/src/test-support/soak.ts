import { appendFileSync } from 'node:fs'

/** The short form in the test run, the full one where `LEYDEN_SOAK=1` asks for it. */
export function soakSize(short: number, full: number): number {
  return process.env.LEYDEN_SOAK === '1' ? full : short
}

/** Prints a figure at the end of `npm run soak`. */
export function printFigure(text: string): void {
  const file = process.env.LEYDEN_SOAK_FIGURES
  if (file) appendFileSync(file, `${text}\n`)
  else console.info(text)
}

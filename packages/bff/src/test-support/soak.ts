/** The short form in the test run, the full one where `LEYDEN_SOAK=1` asks for it. */
export function soakSize(short: number, full: number): number {
  return process.env.LEYDEN_SOAK === '1' ? full : short
}

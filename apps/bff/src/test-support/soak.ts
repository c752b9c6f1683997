/** `printFigure` of the library's tests; not built, as only tests use it. */
const SOAK = '../../../../packages/bff/src/test-support/soak.ts'
export const { printFigure } = (await import(new URL(SOAK, import.meta.url).pathname)) as {
  printFigure(what: string, measured: string, promised?: string): void
}

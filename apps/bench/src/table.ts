/** A figure of the bench with its target. */
export interface Aim {
  /** The target, such as `at least 0.4`. */
  text: string
  isMet: boolean
}

export type Row = readonly (string | undefined)[]

/** A Markdown table that is readable in a terminal too. */
export function table(header: Row, rows: readonly Row[]): string {
  const all = [header, ...rows].map((row) => row.map((cell) => cell ?? ''))
  const widths = header.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)))
  const line = (cells: Row) => `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`
  const [first = [], ...rest] = all
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n')
}

export const aimCells = (aim: Aim | undefined): [string, string] =>
  aim ? [aim.text, aim.isMet ? 'met' : 'missed'] : ['', '']

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

/** The median, and the least and greatest of the values. */
export function spread(values: readonly number[], digits = 0): string {
  const [low, middle, high] = [Math.min(...values), median(values), Math.max(...values)]
  return `${middle.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`
}

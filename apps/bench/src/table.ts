/** Whether the bench is only to show that it runs: everything in seconds. Its figures mean nothing then. */
export const isShort = process.argv.includes('--short')

/** A figure of the bench with its target. */
export interface Aim {
  /** The target, such as `at least 0.4`. */
  text: string
  isMet: boolean
}

/** The table of a bench, and what it could not measure. */
export interface BenchResult {
  table: string
  failures: readonly string[]
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

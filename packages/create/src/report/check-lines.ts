import { styleText } from 'node:util'

/** The result of a check, as it is printed. */
export interface PrintedCheck {
  /** The name of the check. */
  name: string
  /** `unknown`: it could not be checked, for the reason in `message`. */
  status: 'ok' | 'warning' | 'problem' | 'unknown'
  /** What was found, in one sentence. */
  message: string
  /** What to do about it, in one line. */
  fix?: string | undefined
}

const SIGNS = {
  ok: styleText('green', '✓'),
  warning: styleText('yellow', '!'),
  problem: styleText('red', '✗'),
  unknown: styleText('dim', '?'),
} as const satisfies Record<PrintedCheck['status'], string>

/** A line for each check, with what to do below it. */
export function checkLines(checks: readonly PrintedCheck[]): string[] {
  const width = Math.max(0, ...checks.map(({ name }) => name.length))
  return checks.flatMap(({ name, status, message, fix }) => [
    `${SIGNS[status]} ${name.padEnd(width)}  ${message}`,
    ...(fix === undefined ? [] : [`${' '.repeat(width + 4)}→ ${fix}`]),
  ])
}

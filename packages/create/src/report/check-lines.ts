import { styleText } from 'node:util'

/** The result of a check, as it is printed. */
export interface PrintedCheck {
  /** The name of the check. */
  name: string
  /** `unknown`: it could not be checked, for the reason in `message`. */
  status: 'ok' | 'warning' | 'problem' | 'unknown'
  /** The specification that has the rule. */
  rule?: string | undefined
  /** What was found, in one sentence. */
  message: string
  /** What follows from it, in one line. */
  consequence?: string | undefined
  /** What to do about it, in one line. */
  fix?: string | undefined
}

const SIGNS = {
  ok: styleText('green', '✓'),
  warning: styleText('yellow', '!'),
  problem: styleText('red', '✗'),
  unknown: styleText('dim', '?'),
} as const satisfies Record<PrintedCheck['status'], string>

/** A line for each check, with what follows and what to do below it. */
export function checkLines(checks: readonly PrintedCheck[]): string[] {
  const width = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => text.length))
  const nameWidth = width(checks.map(({ name }) => name))
  const ruleWidth = width(checks.map(({ rule = '' }) => rule))
  return checks.flatMap(({ name, status, rule = '', message, consequence, fix }) => {
    const head = [name.padEnd(nameWidth), ...(ruleWidth > 0 ? [rule.padEnd(ruleWidth)] : [])].join('  ')
    const below = [consequence, fix && `→ ${fix}`].filter((text) => text !== undefined)
    return [
      `${SIGNS[status]} ${head}  ${message}`,
      ...below.map((text) => `${' '.repeat(head.length + 4)}${text}`),
    ]
  })
}

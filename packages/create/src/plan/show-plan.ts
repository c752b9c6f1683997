import { styleText } from 'node:util'
import { structuredPatch } from 'diff'
import type { Change, Plan } from './plan.js'

/** The plan in lines: each new file with its size, each changed file with its diff. Secrets are not shown. */
export function showPlan({ changes, byHand }: Plan): string {
  const ofKind = (kind: string) => changes.filter((change) => kindOf(change) === kind)
  return [
    ...ofKind('made').map(({ path, after }) => styleText('green', `+ ${path}  (${size(after)})`)),
    ...ofKind('removed').map(({ path }) => styleText('red', `- ${path}`)),
    ...ofKind('changed').flatMap((change) => [styleText('yellow', `~ ${change.path}`), ...diffLines(change)]),
    ...byHand.map(({ path, line }) => styleText('red', `! ${path}: add by hand  ${line}`)),
  ].join('\n')
}

function kindOf({ before, after }: Change): string {
  if (before === null) return 'made'
  return after === null ? 'removed' : 'changed'
}

function size(content: Buffer | null): string {
  if (content === null) return ''
  if (content.includes(0)) return `${Math.ceil(content.length / 1000)} kB`
  const lines = content.toString().split('\n').length - 1
  return lines === 1 ? '1 line' : `${lines} lines`
}

function diffLines({ path, before, after }: Change): string[] {
  const { hunks } = structuredPatch(path, path, String(before), String(after), '', '', { context: 1 })
  const isEnv = path.startsWith('.env')
  return hunks.flatMap(({ lines }) =>
    lines.map((line) => colour(`    ${isEnv ? hideValue(line) : line.trimEnd()}`, line[0])),
  )
}

function colour(text: string, kind: string | undefined): string {
  if (kind === '+') return styleText('green', text)
  return kind === '-' ? styleText('red', text) : styleText('dim', text)
}

/** Env files contain secrets, and terminals are recorded. The comments that the tool adds have none. */
function hideValue(line: string): string {
  if (line.startsWith('+# ')) return line.trimEnd()
  return line.trimEnd().replace(/=.+$/, '=…')
}

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UserError } from '../user-error.js'
import type { Change } from './plan.js'

/**
 * Makes all changes, or none: if one cannot be written, those before it are rolled back.
 *
 * @throws UserError if a file has changed since the plan was made.
 */
export function applyPlan(root: string, changes: readonly Change[]): void {
  for (const { path, before } of changes)
    if (!isUnchanged(join(root, path), before))
      throw new UserError(`${path} has changed in the meantime. Nothing was changed; run this again.`)

  const undo: (() => void)[] = []
  // With this listener, Ctrl-C takes effect only after this function, so that it never leaves half of a plan.
  const wait = () => {}
  process.on('SIGINT', wait)
  try {
    for (const { path, before, after } of changes) {
      const file = join(root, path)
      const madeFolder = mkdirSync(dirname(file), { recursive: true })
      undo.push(() => (madeFolder ? rmSync(madeFolder, { recursive: true }) : restore(file, before)))
      // An env file contains secrets.
      if (after === null) rmSync(file)
      else writeFileSync(file, after, before === null && path.startsWith('.env') ? { mode: 0o600 } : {})
    }
  } catch (error) {
    for (const takeBack of undo.reverse()) takeBack()
    throw new UserError(`Nothing was changed: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    process.off('SIGINT', wait)
  }
}

function isUnchanged(file: string, before: Buffer | null): boolean {
  return before === null ? !existsSync(file) : existsSync(file) && readFileSync(file).equals(before)
}

function restore(file: string, before: Buffer | null): void {
  if (before === null) rmSync(file, { force: true })
  else writeFileSync(file, before)
}

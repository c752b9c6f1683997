import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UserError } from '../user-error.js'
import type { Change } from './plan.js'

/**
 * Makes the changes of a plan.
 *
 * @throws UserError if a file has changed since the plan was made. Then nothing is written
 */
export function applyPlan(root: string, changes: readonly Change[]): void {
  for (const { path, before } of changes)
    if (!isUnchanged(join(root, path), before))
      throw new UserError(`${path} has changed in the meantime. Run this again.`)

  for (const { path, before, after } of changes) {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    // An env file contains secrets.
    if (after === null) rmSync(file)
    else writeFileSync(file, after, before === null && path.startsWith('.env') ? { mode: 0o600 } : {})
  }
}

function isUnchanged(file: string, before: Buffer | null): boolean {
  return before === null ? !existsSync(file) : existsSync(file) && readFileSync(file).equals(before)
}

/**
 * Keeps copies of files while `work` changes them and adds others, and puts all back if it fails. Ctrl-C ends only the
 * programs that `work` has started, which then fails.
 *
 * @param paths in the folder `root`; what is not there is removed if `work` fails, with the folders that it makes
 */
export async function orPutBack<T>(
  root: string,
  paths: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const copies = paths.map((path) => {
    const file = join(root, path)
    return existsSync(file) ? { file, content: readFileSync(file) } : { made: firstMissing(file) }
  })
  const wait = () => {}
  const signals = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, wait)
  try {
    return await work()
  } catch (error) {
    for (const { file, content, made } of copies)
      if (made === undefined) writeFileSync(file, content)
      else if (existsSync(made)) rmSync(made, { recursive: true })
    throw new UserError(`Nothing was changed: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    for (const signal of signals) process.off(signal, wait)
  }
}

/** The outermost of the file and its folders that does not exist. */
function firstMissing(file: string): string {
  const folder = dirname(file)
  return existsSync(folder) ? file : firstMissing(folder)
}

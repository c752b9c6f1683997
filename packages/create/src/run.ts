import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { UserError } from './user-error.js'

/**
 * Runs a program to its end, and shows its output only when it fails.
 *
 * @throws UserError with its output
 */
export async function run(cwd: string, program: string, args: readonly string[]): Promise<void> {
  // On Windows npm is a .cmd file, which only a shell starts.
  const shell = process.platform === 'win32'
  const running = promisify(execFile)(program, args, { cwd, shell, maxBuffer: Number.POSITIVE_INFINITY })
  running.child.stdin?.end()
  await running.catch(({ message, stdout, stderr }) => {
    throw new UserError(`${program} ${args.join(' ')} failed:\n${`${stdout}${stderr}`.trim() || message}`)
  })
}

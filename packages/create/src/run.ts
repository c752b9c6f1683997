import { spawn } from 'node:child_process'
import { UserError } from './user-error.js'

/**
 * Runs a program to its end, and shows its output only when it fails.
 *
 * @throws UserError with its output
 */
export async function run(cwd: string, program: string, args: readonly string[]): Promise<void> {
  // On Windows npm is a .cmd file, which only a shell starts.
  const child = spawn(program, args, {
    cwd,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new UserError(`${program} ${args.join(' ')} failed:\n${output.trim()}`)
}

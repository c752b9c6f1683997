// Starts other programs.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Runs a program in the foreground. It gets Ctrl-C like this process, and a signal that only this process gets is
 * passed on.
 */
export function run(command, args, { env = {}, cwd = root, shell = false } = {}) {
  const child = spawn(command, args, {
    cwd,
    shell,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const end = () => child.kill()
  process.once('SIGTERM', end).once('exit', end)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      process.off('SIGTERM', end).off('exit', end)
      if (code === 0) resolve()
      else reject(new Error(`${[command, ...args].join(' ')} ended with ${code}.`))
    })
  })
}

/**
 * Runs a JavaScript file of the repository with Node; rejects if it fails. Tools are run by their file, because the
 * shim in `.bin` is a `.cmd` file on Windows, which cannot be spawned.
 */
export const runNode = ([file, ...args], options) =>
  run(process.execPath, [join(root, file), ...args], options)

/**
 * Calls `end` when npm is stopped. The shell that npm starts does not pass its signal on, but the parent of this
 * process changes.
 */
export function endWithNpm(end) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && end(), 1_000).unref()
}

// Starts other programs.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Runs a program in the foreground. Ctrl-C reaches it as it reaches us, and a signal that only we get is passed on. */
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
 * Runs a JavaScript file of the repository with Node; rejects when it fails. A tool is run by its file: its shim in
 * `.bin` is a `.cmd` file on Windows, which cannot be spawned.
 */
export const runNode = ([file, ...args], options) =>
  run(process.execPath, [join(root, file), ...args], options)

/** When npm is stopped by a signal, the shell it started us in does not pass it on: we see that our parent changed. */
export function endWithNpm(end) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && end(), 1_000).unref()
}

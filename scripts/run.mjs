// Starts other programs.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * The JavaScript file of a tool, to be started with Node: the `.bin` shims are `.cmd` files on Windows, which cannot be
 * spawned.
 */
export function tool(packageName, binary = packageName.split('/').at(-1)) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[binary])
}

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

/** Runs a JavaScript file with Node; rejects when it fails. */
export const runNode = (args, options) => run(process.execPath, args, options)

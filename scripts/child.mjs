// Runs one program to its end: no stdin, output passed through, nothing left behind when it hangs or we are stopped.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Arguments for Node that start a tool of a package in node_modules, such as `tool('vite')`.
 * The JavaScript file is started itself: the `.bin` shims are `.cmd` files on Windows, which cannot be spawned.
 */
export function tool(packageName, binary = packageName.split('/').at(-1)) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[binary])
}

const running = new Set()

/** Starts Node with these arguments and resolves to its exit code; one that runs over `timeoutMs` is killed. */
export function runNode(args, options = {}) {
  return run(process.execPath, args, options)
}

export function run(command, args, { env = {}, cwd = root, timeoutMs, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      shell,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      // A group of its own, so that a browser or server started by the tool goes with it.
      detached: process.platform !== 'win32',
    })
    running.add(child)
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            console.error(`${[command, ...args].join(' ')} took more than ${timeoutMs / 1000} s: stopped.`)
            killTree(child)
          }, timeoutMs)
    const finish = (code) => {
      clearTimeout(timer)
      running.delete(child)
      resolve(code)
    }
    child.on('error', (error) => {
      console.error(error.message)
      finish(1)
    })
    child.on('exit', (code) => finish(code ?? 1))
  })
}

function killTree(child) {
  try {
    if (process.platform === 'win32') child.kill()
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}

for (const [signal, exitCode] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.once(signal, () => {
    for (const child of running) killTree(child)
    process.exit(exitCode)
  })
}

#!/usr/bin/env node
import type { Program } from './program.js'

// Nothing is imported before this check: what the rest imports does not load in older versions of Node.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`The BFF needs Node 20.19 or later; this is Node ${process.versions.node}.`)
  process.exit(1)
}
const { startProgram } = await import('./program.js')

let program: Program
try {
  program = await startProgram(process.env)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/** One press of Ctrl-C, or one stop of a container, may reach a process twice: by its group, and by its parent. */
const SAME_REQUEST_MS = 1_000

let stoppingSinceMs: number | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    if (stoppingSinceMs !== undefined) {
      // A second signal forces an immediate exit.
      if (performance.now() - stoppingSinceMs > SAME_REQUEST_MS) process.exit(1)
      return
    }
    stoppingSinceMs = performance.now()
    await program.close()
    process.exit(0)
  })

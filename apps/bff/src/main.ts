#!/usr/bin/env node
import { type Program, startProgram } from './program.js'

let program: Program
try {
  program = await startProgram(process.env)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    // Somebody who asks twice does not want to wait.
    if (stopping) process.exit(1)
    stopping = true
    await program.close()
    process.exit(0)
  })

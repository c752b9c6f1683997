import { startProgram } from '../program.js'
import type { Command } from './command.js'

/**
 * One press of Ctrl-C, or one stop of a container, may send a process two signals: one to its group, and one from its
 * parent.
 */
const SAME_REQUEST_MS = 1_000

/** Runs the program until a signal stops it. */
export const start: Command = async (_args, env) => {
  const program = await startProgram(env)
  await stopSignal()
  await program.close()
  return 0
}

/** Resolves at the first signal to stop; a second one forces an immediate exit. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let stoppingSinceMs: number | undefined
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        stoppingSinceMs ??= performance.now()
        if (performance.now() - stoppingSinceMs > SAME_REQUEST_MS) process.exit(1)
        resolve()
      })
  })
}

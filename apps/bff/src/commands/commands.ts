import type { Command } from './command.js'

/** Every command of `leyden-bff`. Each is loaded only when it runs. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start.js')).start,
  check: async () => (await import('./check.js')).check,
  release: async () => (await import('./release.js')).release,
  backup: async () => (await import('./store-commands.js')).backup,
  restore: async () => (await import('./store-commands.js')).restore,
  'check-store': async () => (await import('./store-commands.js')).checkStore,
  migrate: async () => (await import('./store-commands.js')).migrate,
}

/** Runs `leyden-bff <command> [arguments]`; without a command it starts the program. */
export const runCommand: Command = async ([name = 'start', ...args], env) => {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  try {
    if (!load) throw new Error(`Unknown command. Commands: ${Object.keys(COMMANDS).join(', ')}.`)
    const command = await load()
    return await command(args, env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

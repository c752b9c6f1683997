import { cancel, confirm, isCancel, select, text } from '@clack/prompts'
import { UserError } from '../user-error.js'
import type { Framework } from './detect-app.js'

/** The questions of the tool. Each rejects with a {@link Cancelled} on Ctrl-C. */
export interface Questions {
  /** The name of the new folder. */
  folder(): Promise<string>
  /** The framework of the new app. */
  framework(): Promise<Framework>
  /** Whether to apply the changes. */
  agree(): Promise<boolean>
}

/** A person has pressed Ctrl-C at a question. */
export class Cancelled extends Error {}

const askInTerminal: Questions = {
  folder: () =>
    answer(
      text({
        message: 'Name of the folder?',
        initialValue: DEFAULTS.folder,
        validate: (name) => nameProblem(name ?? ''),
      }),
    ),
  framework: () =>
    answer(
      select<Framework>({
        message: 'What shall it be made with?',
        initialValue: DEFAULTS.framework,
        options: [
          { value: 'vite', label: 'Vite', hint: 'React, and a small server' },
          { value: 'next', label: 'Next.js', hint: 'App Router' },
        ],
      }),
    ),
  agree: () => answer(confirm({ message: 'Make these changes?' })),
}

const DEFAULTS = { folder: 'lightning-app', framework: 'vite' } as const

/** Answers of `--yes`. */
export const answerYes: Questions = {
  folder: async () => DEFAULTS.folder,
  framework: async () => DEFAULTS.framework,
  agree: async () => true,
}

/** Checks the name of a new folder, which has to be valid as the package's name too. */
export function nameProblem(name: string): string | undefined {
  return /^[a-z0-9][a-z0-9._-]{0,99}$/.test(name)
    ? undefined
    : 'Small letters, digits, dots and dashes, please.'
}

async function answer<T>(question: Promise<T>): Promise<Exclude<T, symbol>> {
  const given = await question
  if (!isCancel(given)) return given as Exclude<T, symbol>
  cancel('Cancelled.')
  throw new Cancelled()
}

/** Prompts in this terminal; fails without one. */
export function questionsFor(yes: boolean): Questions {
  if (yes) return answerYes
  if (!process.stdin.isTTY) throw new UserError('Nobody can answer questions here: add --yes.')
  return askInTerminal
}

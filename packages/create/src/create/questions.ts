import { cancel, confirm, isCancel, select, text } from '@clack/prompts'
import { UserError } from '../user-error.js'
import type { Framework } from './detect-app.js'
import { DEFAULT_WITNESS, isWitness, WITNESSES, type Witness } from './witness.js'

/** The questions of the tool. Each rejects with a {@link Cancelled} on Ctrl-C. */
export interface Questions {
  /** The name of the new folder. */
  folder(): Promise<string>
  /** The framework of the new app. */
  framework(): Promise<Framework>
  /** Who sees that a payment has arrived. */
  witness(): Promise<Witness>
  /** Whether to apply the changes. */
  agree(): Promise<boolean>
}

/** A person has pressed Ctrl-C at a question. */
export class Cancelled extends Error {}

/** Checks the name of a new folder, which has to be valid as the package's name too. */
export function nameProblem(name: string): string | undefined {
  return /^[a-z0-9][a-z0-9._-]{0,99}$/.test(name)
    ? undefined
    : 'Small letters, digits, dots and dashes, please.'
}

/** Prompts in this terminal, and fails without one; with `--yes` the default is the answer to each question. */
export function questionsFor(yes: boolean): Questions {
  if (!yes && !process.stdin.isTTY) throw new UserError('Nobody can answer questions here: add --yes.')

  async function ask<T>(initialValue: T, prompt: (initialValue: T) => Promise<T | symbol>): Promise<T> {
    if (yes) return initialValue
    const answer = await prompt(initialValue)
    if (!isCancel(answer)) return answer as T
    cancel('Cancelled.')
    throw new Cancelled()
  }

  return {
    folder: () =>
      ask('lightning-app', (initialValue) =>
        text({
          message: 'Name of the folder?',
          initialValue,
          validate: (name) => nameProblem(name ?? ''),
        }),
      ),
    framework: () =>
      ask<Framework>('vite', (initialValue) =>
        select<Framework>({
          message: 'What shall it be made with?',
          initialValue,
          options: [
            { value: 'vite', label: 'Vite', hint: 'React, and a small server' },
            { value: 'next', label: 'Next.js', hint: 'App Router' },
          ],
        }),
      ),
    witness: () =>
      ask<Witness>(DEFAULT_WITNESS, (initialValue) =>
        select<Witness>({
          message: 'Who sees that a payment by QR code has arrived, once the app is live?',
          initialValue,
          options: Object.keys(WITNESSES)
            .filter(isWitness)
            .map((value) => ({ value, ...WITNESSES[value] })),
        }),
      ),
    agree: () => ask(true, (initialValue) => confirm({ message: 'Make these changes?', initialValue })),
  }
}

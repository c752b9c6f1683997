import type { Message } from './message.js'
import type { PayMessageKey } from './pay-english.js'
import type { RampMessageKey } from './ramp-english.js'

/** The messages of each widget in one language, by key. A key that it lacks is shown in English. */
export interface Language {
  /** BCP 47. Decides numbers, dates, plural forms and direction where the provider has no `locale`. */
  readonly locale: string
  /** Messages of the pay widget; English where one is missing. */
  readonly pay?: Partial<Record<PayMessageKey, Message>> | undefined
  /** Messages of the ramp widget; English where one is missing. */
  readonly ramp?: Partial<Record<RampMessageKey, Message>> | undefined
}

/**
 * A language with every key of a widget, or of both: a key that is missing is a type error.
 *
 * ```ts
 * export const dutch = { locale: 'nl', pay: { payTitle: 'Betaal met Lightning', … } } satisfies CompleteLanguage<'pay'>
 * ```
 */
export type CompleteLanguage<Widget extends 'pay' | 'ramp' = 'pay' | 'ramp'> = Pick<Language, 'locale'> & {
  readonly [Part in Widget]: Required<NonNullable<Language[Part]>>
}

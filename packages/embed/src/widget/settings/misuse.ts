import type { LeydenError } from '@leyden/core'
import { checkBaseUrl, sentenceOf } from '@leyden/core/internal'
import { isRampPage } from '@leyden/react/options'
import { LeydenMisuse } from './leyden-misuse.js'
import { eventOf, optionsOf } from './options.js'
import type { EmbedSettings, Kind } from './settings.js'

export function assertKind(kind: unknown): asserts kind is Kind {
  if (kind !== 'pay' && kind !== 'ramp')
    throw new LeydenMisuse(`There are the kinds 'pay' and 'ramp', not ${JSON.stringify(kind)}.`)
}

/**
 * Refuses wrong names and values. If they were ignored, people could choose what the page wants to lock.
 *
 * @param more settings that are accepted too
 * @throws LeydenMisuse that names the option
 */
export function assertOptions(kind: Kind, options: object, more: object = {}): void {
  const known = { ...optionsOf[kind], ...more }
  const wrong = Object.keys(options).find((name) => !Object.hasOwn(known, name))
  if (wrong !== undefined) {
    const event = eventOf(kind, wrong)
    throw new LeydenMisuse(
      `${kind} has no option ${JSON.stringify(wrong)}.${event ? ` An element sends the event ${event} instead.` : ''}`,
    )
  }
  const { address, amountSats } = options as Readonly<Record<string, unknown>>
  if (address === null || address === '')
    throw new LeydenMisuse('address is empty. Leave it out to let people type one.')
  if (amountSats !== undefined && !isWhole(amountSats))
    throw new LeydenMisuse(
      'amountSats must be a positive whole number. Leave it out to let people choose it.',
    )
  assertSigned(options)
}

/**
 * Refuses an intent or order that is neither a text nor a function. If it were ignored, people could choose everything.
 */
export function assertSigned(options: object): void {
  const { intent, order, fetchSession } = options as Readonly<Record<string, unknown>>
  for (const [name, value] of Object.entries({ intent, order })) {
    if (value === undefined || typeof value === 'function') continue
    if (typeof value !== 'string' || value === '')
      throw new LeydenMisuse(
        `${name} must be the text that your server signed, or an async function that returns it.`,
      )
  }
  if (fetchSession !== undefined && typeof fetchSession !== 'function')
    throw new LeydenMisuse('fetchSession must be an async function that returns a session.')
}

/** Refuses a bad `bffUrl`, and a `rampPage` that a phone could not open, when they are set. */
export function assertUrls({ bffUrl, rampPage }: EmbedSettings): void {
  if (rampPage !== undefined && !isRampPage(rampPage))
    throw new LeydenMisuse('rampPage must be an https URL.')
  try {
    if (bffUrl !== undefined) checkBaseUrl(bffUrl, 'bffUrl')
  } catch (error) {
    throw new LeydenMisuse(sentenceOf(error as LeydenError))
  }
}

function isWhole(amount: unknown): boolean {
  return typeof amount === 'bigint' ? amount > 0n : Number.isSafeInteger(amount) && (amount as number) > 0
}

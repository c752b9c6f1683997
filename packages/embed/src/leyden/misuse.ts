import { createClient } from '@leyden/core'
import { payReadings, rampReadings, settingReadings } from '../elements/attributes.js'
import type { Kind } from '../settings/settings.js'

/** For the developer who called something wrongly; a person's doings never throw. */
export class LeydenMisuse extends TypeError {
  override readonly name = 'LeydenMisuse'
  readonly code = 'BAD_REQUEST'
}

export function assertKind(kind: unknown): asserts kind is 'pay' | 'ramp' {
  if (kind !== 'pay' && kind !== 'ramp')
    throw new LeydenMisuse(`Leyden knows 'pay' and 'ramp', and was asked for ${JSON.stringify(kind)}.`)
}

/** A name or a value that is passed over would leave free what it should have locked. */
export function assertOptions(kind: Kind, options: object, more: object = {}): void {
  const known = { ...(kind === 'pay' ? payReadings : rampReadings), ...more }
  const wrong = Object.keys(options).find((name) => !Object.hasOwn(known, name))
  if (wrong !== undefined) throw new LeydenMisuse(`${kind} has no option ${JSON.stringify(wrong)}.`)
  const { address, amountSats, intent } = options as Readonly<Record<string, unknown>>
  if (address === null || address === '')
    throw new LeydenMisuse('address is empty. Leave it out where people may type any.')
  if (amountSats !== undefined && !isWhole(amountSats))
    throw new LeydenMisuse(
      'amountSats must be a whole number over zero. Leave it out where people choose it.',
    )
  assertIntent(intent)
}

/** Passed over, an intent that is none would let people pay whom they like. */
export function assertIntent(intent: unknown): void {
  if (intent === undefined || typeof intent === 'function') return
  if (typeof intent !== 'string' || intent === '')
    throw new LeydenMisuse(
      'intent must be the text that your server signed, or a function that gives a promise of it.',
    )
}

/** Of an element, which takes some settings too. */
export function assertElementOptions(kind: Kind, options: object): void {
  assertOptions(kind, options, settingReadings)
}

/** At once and by the name that it has here, not when something is opened. */
export function assertBffUrl(bffUrl: string): void {
  try {
    createClient({ baseUrl: bffUrl })
  } catch (error) {
    throw new LeydenMisuse((error as Error).message.replace('baseUrl', 'bffUrl'))
  }
}

function isWhole(amount: unknown): boolean {
  return typeof amount === 'bigint' ? amount > 0n : Number.isSafeInteger(amount) && (amount as number) > 0
}

import { type AttributeType, payOptions, providerOptions, rampOptions } from '@leyden/react/options'
import { LeydenMisuse } from '../leyden/leyden-misuse.js'
import type { Kind } from '../settings/settings.js'

/** How an element accepts each option: as an attribute of this type, or only as a property. */
export type ElementOptions = Readonly<Record<string, AttributeType | 'property'>>

/** The options of each element. */
export const optionsOf: { readonly [K in Kind]: ElementOptions } = {
  pay: elementOptions(payOptions),
  ramp: elementOptions(rampOptions),
}

/** The settings that an element can override. */
export const elementSettings = elementOptions(providerOptions)

function elementOptions(table: Readonly<Record<string, string>>): ElementOptions {
  const taken = Object.entries(table).filter(([, how]) => how !== 'none' && !how.startsWith('leyden-'))
  return Object.fromEntries(taken) as ElementOptions
}

/** The event that replaces this callback of React; undefined for any other name. */
export function eventOf(kind: Kind, callback: string): string | undefined {
  const table: Readonly<Record<string, string>> = kind === 'pay' ? payOptions : rampOptions
  const event = Object.hasOwn(table, callback) ? table[callback] : undefined
  return event?.startsWith('leyden-') ? event : undefined
}

/** `amountSats` → `amount-sats`. */
export function attributeOf(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/**
 * Parses the text of an attribute.
 *
 * @throws LeydenMisuse for a text that is no number. If it were ignored, people could choose an amount that the page
 *   wants fixed.
 */
export const readAttribute: {
  readonly [Type in AttributeType | 'property']: (name: string, text: string) => unknown
} = {
  text: (_, text) => text,
  number: readNumber,
  flag: (_, text) => text !== 'false',
  numbers: (name, text) => listOf(text).map((item) => readNumber(name, item)),
  texts: (_, text) => listOf(text),
  property(name) {
    throw new LeydenMisuse(
      `${name} is a property, not an attribute: everything on the page can read attributes.`,
    )
  },
}

function readNumber(name: string, text: string): bigint {
  if (!/^\d{1,16}$/.test(text.trim()))
    throw new LeydenMisuse(
      `The attribute ${name} has to be whole satoshis in digits and is ${JSON.stringify(text)}.`,
    )
  return BigInt(text.trim())
}

function listOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

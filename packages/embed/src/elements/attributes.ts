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
export function readAttribute(name: string, text: string, type: AttributeType | 'property'): unknown {
  switch (type) {
    case 'text':
      return text
    case 'number':
      return readNumber(name, text)
    case 'flag':
      return text !== 'false'
    case 'numbers':
      return listOf(text).map((item) => readNumber(name, item))
    case 'texts':
      return listOf(text)
    case 'property':
      throw new LeydenMisuse(
        `${name} is a property, not an attribute: everything on the page can read attributes.`,
      )
    default:
      return type satisfies never
  }
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

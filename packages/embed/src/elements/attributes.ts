import type { AttributeType } from '@leyden/react/options'
import { LeydenMisuse } from '../widget/settings/leyden-misuse.js'

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

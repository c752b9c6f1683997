import { LeydenMisuse } from '../leyden/misuse.js'
import type { PayOptions, RampOptions } from '../widget/options.js'
import type { ElementSettings } from './element-types.js'

/** How an attribute's text is read. `property` cannot be an attribute: an object, a function or a secret. */
export type Reading = 'text' | 'number' | 'flag' | 'numbers' | 'texts' | 'property'

export type Readings<T> = { readonly [Name in keyof Required<T>]: Reading }

export const payReadings: Readings<PayOptions> = {
  address: 'text',
  defaultAddress: 'text',
  amountSats: 'number',
  defaultAmountSats: 'number',
  presets: 'numbers',
  description: 'text',
  defaultDescription: 'text',
  reference: 'text',
  intent: 'property',
  fiat: 'property',
  network: 'text',
}

export const rampReadings: Readings<RampOptions> = {
  quoteCurrency: 'text',
  baseCurrency: 'text',
  destination: 'text',
  metadata: 'property',
  email: 'property',
  guest: 'flag',
  presentation: 'text',
  autoStart: 'flag',
  rampOrigins: 'texts',
}

export const settingReadings: Readings<ElementSettings> = {
  bffUrl: 'text',
  getToken: 'property',
  credentials: 'text',
  locale: 'text',
  messages: 'property',
  theme: 'property',
  colorScheme: 'text',
}

/** `amountSats` → `amount-sats`. */
export function attributeOf(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/**
 * An attribute's text as a value. A number that is none throws: left out, a locked amount would become a free one.
 */
export function readAttribute(name: string, text: string, reading: Reading): unknown {
  switch (reading) {
    case 'text':
      return text
    case 'number':
      return readNumber(name, text)
    case 'flag':
      return text !== 'false'
    case 'numbers':
      return words(text).map((word) => readNumber(name, word))
    case 'texts':
      return words(text)
    case 'property':
      throw new LeydenMisuse(
        `${name} is a property, not an attribute: everything on the page can read attributes.`,
      )
    default:
      return reading satisfies never
  }
}

function readNumber(name: string, text: string): bigint {
  if (!/^\d{1,16}$/.test(text.trim()))
    throw new LeydenMisuse(
      `The attribute ${name} has to be whole satoshis in digits and is ${JSON.stringify(text)}.`,
    )
  return BigInt(text.trim())
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

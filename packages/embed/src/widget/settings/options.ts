import { type AttributeType, payOptions, providerOptions, rampOptions } from '@leyden/react/options'
import type { Kind } from './settings.js'

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

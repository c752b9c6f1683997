import {
  type AttributeType,
  type ElementOption,
  payOptions,
  providerOptions,
  rampOptions,
} from '@leyden/react/options'
import { lockMeantBy } from './look-alikes.js'
import type { ElementSettings, EmbedSettings, Kind } from './settings.js'
import { folded, spellingsOf } from './spellings.js'

/** What the value of an option is. A list is an array, or a text with spaces or commas between its entries. */
export type Shape = AttributeType | 'text or object' | 'signed' | 'function' | 'object' | 'list'

/** An option, and how each way to pass options accepts it. */
export interface OptionRow {
  readonly name: string
  readonly shape: Shape
  /** Whether it can be an attribute. Objects, functions and secrets cannot. */
  readonly isAttribute: boolean
}

/** The options of a widget, of a page, or of both. */
export interface OptionRows {
  readonly all: readonly OptionRow[]
  /** The option that is spelled so; undefined if none is. */
  spelled(name: string): OptionRow | undefined
  /** The option that a name which is no option of these probably means. It may be one that these do not have. */
  meantBy(name: string): string | undefined
}

type NamesOf<Table, How> = { [Name in keyof Table]: Table[Name] extends How ? Name : never }[keyof Table]
type PropertyOption =
  | NamesOf<typeof payOptions, 'property'>
  | NamesOf<typeof rampOptions, 'property'>
  | NamesOf<typeof providerOptions, 'property'>

/** The shapes that the tables of React do not have. */
const SHAPES: { readonly [Name in PropertyOption | 'fiat']: Shape } = {
  fiat: 'text or object',
  intent: 'signed',
  wallets: 'list',
  connectWallet: 'function',
  order: 'signed',
  fetchSession: 'function',
  metadata: 'object',
  email: 'text',
  messageAdapter: 'function',
  getToken: 'function',
  messages: 'object',
  theme: 'object',
}

/** The settings that only a page has. */
const PAGE_SHAPES: { readonly [Name in Exclude<keyof EmbedSettings, keyof ElementSettings>]: Shape } = {
  environment: 'text',
  portalAllows: 'texts',
  game: 'object',
  openExternal: 'function',
  nonce: 'text',
}

const settingRows = rowsOf(providerOptions)
const rows: { readonly [K in Kind]: readonly OptionRow[] } = {
  pay: rowsOf(payOptions),
  ramp: rowsOf(rampOptions),
}

/** The options of each widget. */
export const optionsOf: { readonly [K in Kind]: OptionRows } = {
  pay: optionRows(rows.pay),
  ramp: optionRows(rows.ramp),
}

/** The options of each widget, and the one setting of an overlay. */
export const overlayOptionsOf = withSettings(settingRows.filter(({ name }) => name === 'locale'))

/** The options of each widget, and the settings that its element can override. */
export const elementOptionsOf = withSettings(settingRows)

/** The settings that an element can override. */
export const elementSettings = optionRows(settingRows)

/** The settings of a page. */
export const pageSettings = optionRows([
  ...settingRows,
  ...Object.entries(PAGE_SHAPES).map(([name, shape]) => ({ name, shape, isAttribute: false })),
])

function rowsOf(table: Readonly<Record<string, ElementOption | `leyden-${string}`>>): OptionRow[] {
  const shapes: Readonly<Record<string, Shape>> = SHAPES
  return Object.entries(table).flatMap(([name, how]) => {
    const shape = shapes[name] ?? (isAttributeType(how) ? how : undefined)
    return shape === undefined ? [] : [{ name, shape, isAttribute: isAttributeType(how) }]
  })
}

function isAttributeType(how: ElementOption | `leyden-${string}`): how is AttributeType {
  return how !== 'property' && how !== 'none' && !how.startsWith('leyden-')
}

function withSettings(settings: readonly OptionRow[]): { readonly [K in Kind]: OptionRows } {
  // `connectWallet` is both an option and a setting.
  const added = (own: readonly OptionRow[]) =>
    settings.filter((setting) => !own.some(({ name }) => name === setting.name))
  return {
    pay: optionRows([...rows.pay, ...added(rows.pay)]),
    ramp: optionRows([...rows.ramp, ...added(rows.ramp)]),
  }
}

function optionRows(all: readonly OptionRow[]): OptionRows {
  const bySpelling = new Map(all.flatMap((row) => spellingsOf(row.name).map((spelling) => [spelling, row])))
  const names = new Map(all.map(({ name }) => [folded(name), name]))
  return {
    all,
    spelled: (name) => bySpelling.get(name),
    meantBy: (name) => names.get(folded(name)) ?? lockMeantBy(name, (option) => bySpelling.has(option)),
  }
}

/** The event that replaces this callback of React; undefined for any other name. */
export function eventOf(kind: Kind, callback: string): string | undefined {
  const table: Readonly<Record<string, string>> = kind === 'pay' ? payOptions : rampOptions
  const event = Object.hasOwn(table, callback) ? table[callback] : undefined
  return event?.startsWith('leyden-') ? event : undefined
}

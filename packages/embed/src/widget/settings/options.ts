import {
  type Advice,
  type AdviceTable,
  type AttributeType,
  adviceOf,
  type ElementOption,
  type OptionRule,
  optionMeantBy,
  payAdvice,
  payOptions,
  payRules,
  providerAdvice,
  providerOptions,
  providerRules,
  rampAdvice,
  rampOptions,
  rampRules,
} from '@leyden/react/options'
import type { ElementSettings, EmbedSettings, Kind } from './settings.js'
import { spellingsOf } from './spellings.js'

/** An option, and how each way to pass options accepts it. */
export interface OptionRow {
  readonly name: string
  /** What the value has to be, by the same rule as in React. */
  readonly rule: OptionRule
  /** What it has to be, in words, and what to do. */
  readonly advice: Advice
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

/** A setting that only a page has. */
type PageSetting = Exclude<keyof EmbedSettings, keyof ElementSettings>

const PAGE_RULES: { readonly [Name in PageSetting]: OptionRule } = {
  environment: { shape: 'text', oneOf: ['auto', 'standalone', 'portal'] },
  portalAllows: {
    shape: 'texts',
    fits: (kinds: readonly string[]) => kinds.every((kind) => kind === 'pay' || kind === 'ramp'),
  },
  game: { shape: 'object' },
  openExternal: { shape: 'function' },
  nonce: { shape: 'text' },
}
const PAGE_ADVICE: { readonly [Name in PageSetting]: string } = {
  environment: "'auto', 'standalone' or 'portal'",
  portalAllows: "a list of 'pay' and 'ramp'",
  game: 'an object of functions, { pause, resume, mute, releaseKeys, focus }',
  openExternal: 'a function',
  nonce: 'a text',
}

const settingRows = rowsOf(providerOptions, providerRules, providerAdvice)
const rows: { readonly [K in Kind]: readonly OptionRow[] } = {
  pay: rowsOf(payOptions, payRules, payAdvice),
  ramp: rowsOf(rampOptions, rampRules, rampAdvice),
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
  ...(Object.keys(PAGE_RULES) as PageSetting[]).map((name) => ({
    name,
    rule: PAGE_RULES[name],
    advice: [PAGE_ADVICE[name]] as const,
    isAttribute: false,
  })),
])

function rowsOf(
  table: Readonly<Record<string, ElementOption | `leyden-${string}`>>,
  rules: Readonly<Record<string, OptionRule>>,
  advice: AdviceTable,
): OptionRow[] {
  return Object.entries(table).flatMap(([name, how]) => {
    const rule = rules[name]
    return rule === undefined || how === 'none'
      ? []
      : [{ name, rule, advice: adviceOf(advice, name), isAttribute: isAttributeType(how) }]
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
  const names = all.map(({ name }) => name)
  return {
    all,
    spelled: (name) => bySpelling.get(name),
    meantBy: (name) => optionMeantBy(name, names),
  }
}

/** The event that replaces this callback of React; undefined for any other name. */
export function eventOf(kind: Kind, callback: string): string | undefined {
  const table: Readonly<Record<string, string>> = kind === 'pay' ? payOptions : rampOptions
  const event = Object.hasOwn(table, callback) ? table[callback] : undefined
  return event?.startsWith('leyden-') ? event : undefined
}

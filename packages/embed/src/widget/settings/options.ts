import {
  elementOf,
  isOfOthers,
  type JudgeName,
  mayMean,
  type OptionRule,
  payOptions,
  providerOptions,
  rampOptions,
} from '@leyden/react/options'
import type { ElementSettings, EmbedSettings, Kind } from './settings.js'
import { spellingsOf } from './spellings.js'

/** An option, and how each way to pass options accepts it. */
export interface OptionRow {
  readonly name: string
  /** What the value has to be, by the same rule as in React. */
  readonly rule: OptionRule
  /** Whether it can be an attribute. Objects, functions and secrets cannot. */
  readonly isAttribute: boolean
}

/** The options of a widget, of a page, or of both. */
export interface OptionRows {
  readonly all: readonly OptionRow[]
  /** The option that is spelled so; undefined if none is. */
  spelled(name: string): OptionRow | undefined
  /** Whether a name is no option of these, and may mean one. */
  isUnknown(name: string): boolean
  /** Judges such a name. */
  judge(...judged: JudgeArguments): ReturnType<JudgeName>
}

type JudgeArguments = [
  name: string,
  value: unknown,
  isGiven: (row: OptionRow) => boolean,
  judgeName: JudgeName,
]

/** A setting that only a page has. */
type PageSetting = Exclude<keyof EmbedSettings, keyof ElementSettings>

const PAGE_RULES: { readonly [Name in PageSetting]: OptionRule } = {
  environment: { shape: 'text', oneOf: ['auto', 'standalone', 'portal'] },
  portalAllows: {
    shape: 'texts',
    is: "a list of 'pay' and 'ramp'",
    fits: (kinds: readonly string[]) => kinds.every((kind) => kind === 'pay' || kind === 'ramp'),
  },
  game: { shape: 'object', is: 'an object of functions, { pause, resume, mute, releaseKeys, focus }' },
  openExternal: { shape: 'function' },
  nonce: { shape: 'text' },
}

const settingRows = rowsOf(providerOptions)
const rows: { readonly [K in Kind]: readonly OptionRow[] } = {
  pay: rowsOf(payOptions),
  ramp: rowsOf(rampOptions),
}

/** The options of each widget. */
export const optionsOf: { readonly [K in Kind]: OptionRows } = withSettings([])

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
    isAttribute: false,
  })),
])

function rowsOf(table: Readonly<Record<string, OptionRule>>): OptionRow[] {
  return Object.entries(table).flatMap(([name, rule]) => {
    const how = elementOf(rule)
    return how === 'none' || isEvent(how) ? [] : [{ name, rule, isAttribute: how !== 'property' }]
  })
}

function isEvent(how: string): boolean {
  return how.startsWith('leyden-')
}

function withSettings(settings: readonly OptionRow[]): { readonly [K in Kind]: OptionRows } {
  // `connectWallet` is both an option and a setting.
  const added = (own: readonly OptionRow[]) =>
    settings.filter((setting) => !own.some(({ name }) => name === setting.name))
  return {
    pay: optionRows([...rows.pay, ...added(rows.pay)], payOptions),
    ramp: optionRows([...rows.ramp, ...added(rows.ramp)], rampOptions),
  }
}

/** @param table has the callbacks, which are no options here, but may be meant */
function optionRows(all: readonly OptionRow[], table: Readonly<Record<string, OptionRule>> = {}): OptionRows {
  const bySpelling = new Map(all.flatMap((row) => spellingsOf(row.name).map((spelling) => [spelling, row])))
  const callbacks = Object.entries(table).filter(([, rule]) => isEvent(elementOf(rule)))
  const rules = Object.fromEntries([...all.map(({ name, rule }) => [name, rule] as const), ...callbacks])
  const spelled = (name: string) => bySpelling.get(name)
  return {
    all,
    spelled,
    isUnknown: (name) => !spelled(name) && mayMean(name, Object.keys(rules)),
    judge(name, value, isGiven, judgeName) {
      const isGivenName = (option: string) => all.some((row) => row.name === option && isGiven(row))
      return judgeName(name, value, { rules, isGiven: isGivenName }, isOfOthers(name))
    },
  }
}

/** The event that replaces this callback of React; undefined for any other name. */
export function eventOf(kind: Kind, callback: string): string | undefined {
  const table: Readonly<Record<string, OptionRule>> = kind === 'pay' ? payOptions : rampOptions
  const event = Object.hasOwn(table, callback) ? table[callback]?.element : undefined
  return event && isEvent(event) ? event : undefined
}

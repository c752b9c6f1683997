import { isOfOthers } from './unknown-name.js'

/** How a custom element reads an attribute. `numbers` and `texts` are lists with spaces or commas between. */
export type AttributeType = 'text' | 'number' | 'flag' | 'numbers' | 'texts'

/**
 * How a custom element accepts an option: as an attribute of this type and as a property; as a property only, because
 * it is an object, a function or a secret; or not at all.
 */
export type ElementOption = AttributeType | 'property' | 'none'

/**
 * Every option of a widget or of the provider, and how a custom element accepts it; for a callback, the event that
 * replaces it. A missing option is a type error. Description and default are in the docstring of the option, so that
 * pages do not load them.
 */
export type OptionTable<Options> = {
  readonly [Name in keyof Required<Options>]: Name extends `on${string}` ? `leyden-${string}` : ElementOption
}

/** The events that replace the callbacks of a table, as rows of an option table. */
export function elementEvents<Table extends Readonly<Record<string, { readonly element: string }>>>(
  table: Table,
): { readonly [Name in keyof Table]: Table[Name]['element'] } {
  const events = Object.entries(table).map(([name, { element }]) => [name, element])
  return Object.fromEntries(events) as { readonly [Name in keyof Table]: Table[Name]['element'] }
}

/** The props of a widget that are attributes of any element: they go to its root. */
export function withoutOptions<P extends object, Name extends string>(
  props: P,
  options: Readonly<Record<Name, string>>,
): Omit<P, Name> {
  const names = Object.keys(options)
  return Object.fromEntries(
    Object.entries(props).filter(([name]) => !names.includes(name) && isOfOthers(name)),
  ) as unknown as Omit<P, Name>
}

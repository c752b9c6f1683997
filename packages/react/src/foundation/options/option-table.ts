import { isOfOthers } from './attribute-name.js'
import type { OptionRule } from './option-rule.js'

/** The props of a widget that are attributes of any element: they go to its root. */
export function withoutOptions<P extends object, Name extends string>(
  props: P,
  options: Readonly<Record<Name, OptionRule>>,
): Omit<P, Name> {
  return Object.fromEntries(
    Object.entries(props).filter(([name]) => !Object.hasOwn(options, name) && isOfOthers(name)),
  ) as unknown as Omit<P, Name>
}

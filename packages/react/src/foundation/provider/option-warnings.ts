import { mustBe, type OptionRule, type WrongOption } from '../card/option-rule.js'
import type { WrongProp } from './wrong-props.js'

/** A table of options. */
export type OptionSubject = 'pay' | 'ramp' | 'provider'

/** What nobody can do while a locking option is wrong. */
const EFFECT: { readonly [S in OptionSubject]: string } = {
  pay: 'nothing can be paid here.',
  ramp: 'nothing can be bought here.',
  provider: 'the widgets are inert.',
}

/** Options whose texts are secrets or belong to a person, so the console must not contain them. */
const NOT_WRITTEN = ['intent', 'order', 'getToken', 'fetchSession', 'credentials', 'email']
const SOME_TEXT = Symbol('a text')

/** A line for each option that cannot be used, and for each name that is no option. */
export function wrongProps(
  subject: OptionSubject,
  table: Readonly<Record<string, OptionRule>>,
  wrong: readonly WrongOption[],
): WrongProp[] {
  return wrong.map(({ name: prop, value: given, locks, meant }) => {
    const rule = Object.hasOwn(table, prop) ? table[prop] : undefined
    // Nobody knows what the value of an unknown name is.
    const isHidden = typeof given === 'string' && given !== '' && (!rule || NOT_WRITTEN.includes(prop))
    const effect = locks ? EFFECT[subject] : 'it is left out.'
    const advice = !rule
      ? `${prop} is not a prop of this component. ${meant === undefined ? '' : `Write ${meant} if you mean it. `}Until then, ${effect}`
      : `${prop} must be ${mustBe(rule)}. Until it is, ${effect}`
    return { prop, value: isHidden ? SOME_TEXT : given, advice }
  })
}

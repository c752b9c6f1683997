import { type AdviceTable, adviceOf } from '../card/option-advice.js'
import type { OptionRule, WrongOption } from '../card/option-rule.js'
import type { WrongProp } from './wrong-props.js'

/** A table of options. */
export type OptionSubject = 'pay' | 'ramp' | 'provider'

const adviceOn: { [S in OptionSubject]?: AdviceTable | undefined } = {}

/**
 * Sets the longer texts about the options of a table. Each wing does so in development; the embed also in production,
 * because its one build is what people develop with.
 *
 * @internal
 */
export function setAdvice(subject: OptionSubject, advice: AdviceTable | undefined): void {
  adviceOn[subject] = advice
}

/** What nobody can do while a locking option is wrong. */
const UNTIL_THEN: { readonly [S in OptionSubject]: string } = {
  pay: 'Until it is, nothing can be paid here.',
  ramp: 'Until it is, nothing can be bought here.',
  provider: 'Until it is, the widgets are inert.',
}

/** Options whose texts are secrets or belong to a person, so the console must not contain them. */
const NOT_WRITTEN = ['intent', 'order', 'getToken', 'email']
const SOME_TEXT = Symbol('a text')

/** A line for each option that cannot be used. Production builds of an app name option and value only. */
export function wrongProps(
  subject: OptionSubject,
  rules: Readonly<Record<string, OptionRule>>,
  wrong: readonly WrongOption[],
): WrongProp[] {
  return wrong.map(({ name: prop, value: given }) => {
    const isHidden = typeof given === 'string' && given !== '' && NOT_WRITTEN.includes(prop)
    const value = isHidden ? SOME_TEXT : given
    const advice = adviceOn[subject]
    if (!advice) return { prop, value, advice: 'it cannot be used.' }
    const [mustBe, cure, ownEffect] = adviceOf(advice, prop)
    const effect = ownEffect ?? (rules[prop]?.locks ? UNTIL_THEN[subject] : 'Until it is, it is left out.')
    return { prop, value, advice: [`${prop} must be ${mustBe}.`, effect, cure].filter(Boolean).join(' ') }
  })
}

/** A combination of options of which one has no effect: the option, and what to do. */
export type Ineffective = readonly [prop: string, value: unknown, advice: string]

/** Warns the developer of combinations that do nothing. Production builds of an app name option and value only. */
export function ineffectiveProps(subject: OptionSubject, found: readonly Ineffective[]): WrongProp[] {
  const isLong = adviceOn[subject] !== undefined
  return found.map(([prop, value, text]) => ({ prop, value, advice: isLong ? text : 'it has no effect.' }))
}

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
const EFFECT: { readonly [S in OptionSubject]: string } = {
  pay: 'nothing can be paid here.',
  ramp: 'nothing can be bought here.',
  provider: 'the widgets are inert.',
}

/** Options whose texts are secrets or belong to a person, so the console must not contain them. */
const NOT_WRITTEN = ['intent', 'order', 'getToken', 'fetchSession', 'credentials', 'email']
const SOME_TEXT = Symbol('a text')

/**
 * A line for each option that cannot be used. Production builds of an app name the option, its value, and the option
 * that is meant.
 */
export function wrongProps(
  subject: OptionSubject,
  rules: Readonly<Record<string, OptionRule>>,
  wrong: readonly WrongOption[],
): WrongProp[] {
  return wrong.map(({ name: prop, value: given, locks, meant }) => {
    const isHidden = typeof given === 'string' && given !== '' && NOT_WRITTEN.includes(meant ?? prop)
    const value = isHidden ? SOME_TEXT : given
    const advice = adviceOn[subject]
    const effect = locks ? EFFECT[subject] : 'it is left out.'
    if (meant !== undefined) {
      const cure = Object.hasOwn(rules, meant) ? `Write ${meant}.` : 'Leave it out.'
      const found = `${prop} is not a prop of this component. ${cure}`
      return { prop, value, advice: advice ? `${found} Until then, ${effect}` : found }
    }
    if (!advice) return { prop, value, advice: 'it cannot be used.' }
    const [mustBe, cure, ownEffect = `Until it is, ${effect}`] = adviceOf(advice, prop)
    return { prop, value, advice: [`${prop} must be ${mustBe}.`, ownEffect, cure].filter(Boolean).join(' ') }
  })
}

/** A combination of options of which one has no effect: the option, and what to do. */
export type Ineffective = readonly [prop: string, value: unknown, advice: string]

/** Warns the developer of combinations that do nothing. Production builds of an app name option and value only. */
export function ineffectiveProps(subject: OptionSubject, found: readonly Ineffective[]): WrongProp[] {
  const isLong = adviceOn[subject] !== undefined
  return found.map(([prop, value, text]) => ({ prop, value, advice: isLong ? text : 'it has no effect.' }))
}

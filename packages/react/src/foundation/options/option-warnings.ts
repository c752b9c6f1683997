import { locksSomething, mustBe, type OptionRule, usableOptions, type WrongOption } from './option-rule.js'
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

/**
 * Sums up the wrong options, as in a page without TypeScript, or with a cart that is still loading.
 */
export function checkOptions<Options extends object>(
  subject: OptionSubject,
  table: Readonly<Record<string, OptionRule>>,
  options: Options,
  found: readonly WrongOption[],
) {
  return {
    wrong: wrongProps(subject, table, found),
    /**
     * Whether one of them locks something, so that nothing can be used without it: if it were ignored, people could
     * change a value that the page wants fixed.
     */
    isFatal: locksSomething(found),
    /** The options without wrong ones that lock nothing. */
    usable: usableOptions(options, found, table),
  }
}

/** A line for each option that cannot be used, and for each name that is no option. */
function wrongProps(
  subject: OptionSubject,
  table: Readonly<Record<string, OptionRule>>,
  wrong: readonly WrongOption[],
): WrongProp[] {
  return wrong.flatMap(({ name: prop, value: given, locks, meant, isJudged = true }) => {
    if (!isJudged) return []
    const rule = Object.hasOwn(table, prop) ? table[prop] : undefined
    // Nobody knows what the value of an unknown name is.
    const isHidden = typeof given === 'string' && given !== '' && (!rule || NOT_WRITTEN.includes(prop))
    const effect = locks ? EFFECT[subject] : 'it is left out.'
    const advice = !rule
      ? `${prop} is not a prop of this component. ${meant === undefined ? 'Correct or remove it.' : `Write ${meant} if you mean it.`} Until then, ${effect}`
      : `${prop} must be ${mustBe(rule)}. Until it is, ${effect}`
    return [{ prop, value: isHidden ? SOME_TEXT : given, advice }]
  })
}

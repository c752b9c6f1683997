/**
 * What the value of an option has to be, after "must be", a sentence on what to do, and one on what happens until then.
 *
 * @default the option is left out, or, if it locks something, the widget is inert
 */
export type Advice = readonly [mustBe: string, cure?: string | undefined, effect?: string | undefined]

/**
 * The longer texts about each option, apart from the rules, so that production builds of an app need not contain them.
 * The embed has them in every build.
 */
export type AdviceTable<Rules = Readonly<Record<string, unknown>>> = {
  readonly [Name in keyof Rules]: Advice
}

/** The advice for an option that its server has signed. */
export const SIGNED: Advice = [
  'the text that your server signed, or an async function that returns it',
  'Pass on the text alone: not a promise, an object, or a whole JSON reply.',
]
/** The advice for the option that connects a wallet. */
export const WALLET: Advice = ['a function, () => import("@getalby/bitcoin-connect")']
/** The advice for the option with a client. */
export const CLIENT: Advice = ['a client of createClient()']

const CALLBACK: Advice = ['a function']

/** What an option has to be, and what to do. A name without advice is a callback. */
export function adviceOf(table: AdviceTable, name: string): Advice {
  return table[name] ?? CALLBACK
}

import { replaceEqualDeep } from '@tanstack/react-query'

/**
 * The fields of each state of a flow that are reported to the page: `onStateChange` is called when the status or one of
 * them changes. The README lists them.
 */
export type StateFields<States> = { readonly [S in keyof States]: readonly (keyof States[S])[] }

/**
 * Makes the function that tells whether a value differs from the last one, by content: a new object with the same
 * content is no change.
 */
export function createChangeCheck(initial: object): (value: object) => boolean {
  let last = initial
  return (value) => {
    const before = last
    last = replaceEqualDeep(before, value)
    return last !== before
  }
}

/** The status of a state, and those of its fields that are reported to the page. */
export function reportedFields<State extends { status: string }>(
  state: State,
  fields: Readonly<Record<State['status'], readonly PropertyKey[]>>,
): object {
  const names = ['status', ...fields[state.status as State['status']]]
  return Object.fromEntries(names.map((name) => [name, Reflect.get(state, name)]))
}

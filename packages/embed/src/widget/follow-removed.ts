import { callAll, createListeners } from '@leyden/core/internal'

const shownAgain = createListeners<[id: string]>()

/** A widget shows this charge or session, so its end must not be reported twice. */
export const stopFollowing = shownAgain.notify

/**
 * Follows what a removed widget has shown, until it ends, or a widget shows it again.
 *
 * @param ids the charges or sessions
 * @param subscribe gets a function that takes the outcome, and returns one that unsubscribes
 */
export function followRemoved<Outcome>(
  ids: readonly string[],
  subscribe: (end: (outcome: Outcome) => void) => () => void,
): Promise<Outcome> {
  for (const id of ids) stopFollowing(id)
  return new Promise((resolve) => {
    const stop = callAll([
      shownAgain.subscribe((id) => {
        if (ids.includes(id)) stop()
      }),
      subscribe((outcome) => {
        stop()
        resolve(outcome)
      }),
    ])
  })
}

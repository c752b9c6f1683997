import { createListeners } from '@leyden/core/internal'

/** A union with one object for each row of a table: its key as `Tag`, and the fields of the row. */
export type UnionOf<Tag extends string, Table, Key extends keyof Table = keyof Table> = {
  [K in Key]: Record<Tag, K> & Table[K]
}[Key]

/** `Omit` for each member of a union. */
export type OmitFromEach<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

/** A flow with its current state. Events are handled one after the other, including those that a listener sends. */
export interface Flow<State, Event> {
  getState(): State
  send(event: Event): void
  /**
   * A listener gets the new state, the previous one, and the event between them. @returns a function that unsubscribes
   */
  subscribe(listener: (state: State, before: State, event: Event) => void): () => void
}

export function createFlow<State, Event>(
  initial: State,
  transition: (state: State, event: Event) => State,
): Flow<State, Event> {
  let state = initial
  const { subscribe, notify } = createListeners<[state: State, before: State, event: Event]>()
  const queue: Event[] = []
  let isBusy = false

  return {
    getState: () => state,
    send(sent) {
      queue.push(sent)
      if (isBusy) return
      isBusy = true
      try {
        for (let event = queue.shift(); event !== undefined; event = queue.shift()) {
          const before = state
          state = transition(before, event)
          if (state !== before) notify(state, before, event)
        }
      } finally {
        isBusy = false
      }
    },
    subscribe,
  }
}

/**
 * Counts mounts, so that `onLeave` is called after the last unmount. It waits for the next task, because StrictMode
 * unmounts and mounts again at once.
 *
 * @returns a function that mounts, and returns one that unmounts.
 */
export function mountOnce(start: () => () => void, onLeave: () => void): () => () => void {
  let mounted = 0
  return () => {
    mounted++
    const stop = start()
    return () => {
      stop()
      setTimeout(() => {
        if (--mounted === 0) onLeave()
      })
    }
  }
}

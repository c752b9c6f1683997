/** What a listener gets: the new state, the previous one, and the event between them. */
type FlowListener<State, Event> = (state: State, before: State, event: Event) => void

/** A flow with its current state. Events are handled one after the other, also those that a listener sends. */
export interface Flow<State, Event> {
  getState(): State
  send(event: Event): void
  /** @returns a function that unsubscribes. */
  subscribe(listener: FlowListener<State, Event>): () => void
}

export function createFlow<State, Event>(
  initial: State,
  transition: (state: State, event: Event) => State,
): Flow<State, Event> {
  let state = initial
  const listeners = new Set<FlowListener<State, Event>>()
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
          if (state !== before) for (const listener of [...listeners]) listener(state, before, event)
        }
      } finally {
        isBusy = false
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

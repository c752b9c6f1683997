import { type RampEvent, type RampState, rampIdle, rampTransition } from '../ramp-flow/index.js'

/** What a listener hears: the state, the one before, and what led from one to the other. */
export type FlowListener = (state: RampState, before: RampState, event: RampEvent) => void

/** The flow with its present state. Events are taken one after the other, also those sent by a listener. */
export interface Flow {
  state(): RampState
  send(event: RampEvent): void
  listen(listener: FlowListener): () => void
}

export function createFlow(): Flow {
  let state = rampIdle
  const listeners = new Set<FlowListener>()
  const queue: RampEvent[] = []
  let busy = false

  const work = () => {
    for (let event = queue.shift(); event; event = queue.shift()) {
      const before = state
      state = rampTransition(before, event)
      if (state !== before) for (const listener of [...listeners]) listener(state, before, event)
    }
  }
  return {
    state: () => state,
    send(event) {
      queue.push(event)
      if (busy) return
      busy = true
      try {
        work()
      } finally {
        busy = false
      }
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

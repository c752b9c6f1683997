import { messageReference } from '@leyden/core/internal'
import type { WidgetOutcome } from '../widget/outcome.js'
import type { Kind } from '../widget/settings/settings.js'

/** An overlay, in the events about it. */
export interface OverlayDetail {
  /** The id of the overlay, which its outcome has too. */
  id: string
  /** Which widget it shows. */
  kind: Kind
}

/** The events of {@link LeydenApi.on}, and what each passes to the listener. */
export interface LeydenEvents {
  /** An overlay opened. */
  open: OverlayDetail
  /** An overlay closed. */
  close: OverlayDetail
  /** An overlay ended. Sent again, with the same `id`, if a later outcome becomes known. */
  outcome: WidgetOutcome
  /** For developers: the game cancelled key events before the widget got them. */
  warn: {
    /** What went wrong. */
    code: 'keyboard_captured'
  }
  /** A message for a game engine, as JSON. While there is a listener, no messages are queued for `drain`. */
  message: string
}

type Listener<Name extends keyof LeydenEvents> = (detail: LeydenEvents[Name]) => void

export function createEmitter() {
  const listeners = new Map<string, Set<(detail: never) => void>>()
  return {
    on<Name extends keyof LeydenEvents>(name: Name, listener: Listener<Name>): () => void {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(listener))
      return () => void set.delete(listener)
    },
    emit<Name extends keyof LeydenEvents>(name: Name, detail: LeydenEvents[Name]): void {
      // An error in one listener must not keep a payment from the others.
      for (const listener of [...(listeners.get(name) ?? [])])
        attempt(() => listener(detail as never), `A listener for the ${name} event of Leyden failed.`)
    },
    hasListener: (name: keyof LeydenEvents): boolean => (listeners.get(name)?.size ?? 0) > 0,
  }
}

export type Emitter = ReturnType<typeof createEmitter>

/** Runs a step that may throw. An error is logged, and the next steps still run. */
export function attempt(step: () => void, failure: string): void {
  try {
    step()
  } catch (error) {
    console.error(`${failure} See ${messageReference('PAGE_FUNCTION_FAILED')}`, error)
  }
}

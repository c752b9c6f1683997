import type { WidgetOutcome } from '../outcome/outcome.js'
import type { Kind } from '../settings/settings.js'
import { attempt } from './attempt.js'

/** What {@link LeydenApi.on} listens to, with what it passes to the listener. */
export interface LeydenEvents {
  /** An overlay opened. */
  open: { id: string; kind: Kind }
  /** An overlay closed. */
  close: { id: string; kind: Kind }
  /** An overlay ended; sent again when one that ended as `pending` or `unconfirmed` has a later end. */
  outcome: WidgetOutcome
  /** For developers: the game cancelled keys before the widget saw them. */
  warn: { code: 'keyboard_captured' }
  /** A message for a game engine, as JSON. While there is a listener, nothing is kept for `drain`. */
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

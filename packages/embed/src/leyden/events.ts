import type { Outcome } from '../outcome/outcome.js'
import type { Kind } from '../settings/settings.js'

export interface LeydenEvents {
  open: { id: string; kind: Kind }
  close: { id: string; kind: Kind }
  /** Each overlay's end, and a later one for an overlay that ended as `pending` or `unconfirmed`. */
  outcome: Outcome
  /** For developers: the game cancelled keys before the widget saw them. */
  warn: { code: 'keyboard_captured' }
  /** What `drain` would give, one message at a time, as JSON; nothing is kept for `drain` while this is listened to. */
  message: string
}

type Listener<Name extends keyof LeydenEvents> = (detail: LeydenEvents[Name]) => void

export interface Emitter {
  on<Name extends keyof LeydenEvents>(name: Name, listener: Listener<Name>): () => void
  emit<Name extends keyof LeydenEvents>(name: Name, detail: LeydenEvents[Name]): void
  isHeard(name: keyof LeydenEvents): boolean
}

export function createEmitter(): Emitter {
  const listeners = new Map<string, Set<(detail: never) => void>>()
  return {
    on(name, listener) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(listener))
      return () => void set.delete(listener)
    },
    emit(name, detail) {
      for (const listener of [...(listeners.get(name) ?? [])]) {
        try {
          listener(detail as never)
        } catch (error) {
          // One bad listener must not keep the others from hearing of a payment.
          console.error(`A listener for the ${name} event of Leyden failed.`, error)
        }
      }
    },
    isHeard: (name) => (listeners.get(name)?.size ?? 0) > 0,
  }
}

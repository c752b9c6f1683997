import type { LeydenError } from '@leyden/core'
import { createListeners } from '@leyden/core/internal'
import { fileNotLoaded } from './file-not-loaded.js'
import type { PartLoader } from './part-loader.js'

/** How far a part is: loaded, failed, or neither while nobody needs it or it is on its way. */
interface NeededState<Part> {
  part?: Part | undefined
  /** Why it could not be loaded last. */
  error?: LeydenError | undefined
}

/** A part that one widget cannot go on without: a store, which exists before the part. */
export interface NeededPart<Part> {
  getState(): NeededState<Part>
  /** Calls the listener at each change of the state. @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void
  /**
   * Loads the part now.
   *
   * @param isAsked whether a person asks for it, by a press
   */
  load(isAsked: boolean): void
  /** The widget needs the part no longer: what becomes of it changes nothing. */
  cancel(): void
}

/**
 * Loads a part for a widget that needs it, as opposed to one that will probably need it ({@link PartLoader.prefetch}).
 *
 * @param onFailed called if the page has to be told: each time that a person asks. An automatic retry fails in the same
 * way, so only its first failure is reported
 */
export function needPart<Part>(
  loader: PartLoader<Part>,
  onFailed: (error: LeydenError) => void,
): NeededPart<Part> {
  let state: NeededState<Part> = {}
  let current: object | undefined
  let isPressed = false
  let lastError: LeydenError | undefined
  const { subscribe, notify } = createListeners()
  const set = (next: NeededState<Part>) => {
    state = next
    notify()
  }
  return {
    getState: () => state,
    subscribe,
    load(isAsked) {
      const own = {}
      current = own
      isPressed ||= isAsked
      if (state.error) set({})
      loader
        .load()
        .then((part) => {
          if (current === own) set({ part })
        })
        // Also of a part that cannot be started: otherwise the person would wait for it without end.
        .catch((cause: unknown) => {
          if (current !== own) return
          const isNews = isPressed || lastError === undefined
          isPressed = false
          const error = isNews || lastError === undefined ? fileNotLoaded(cause) : lastError
          lastError = error
          set({ error })
          if (isNews) onFailed(error)
        })
    },
    cancel() {
      current = undefined
      isPressed = false
    },
  }
}

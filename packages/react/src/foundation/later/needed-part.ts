import type { LeydenError } from '@leyden/core'
import { fileNotLoaded } from './file-not-loaded.js'
import type { PartLoader } from './part-loader.js'

/** A part that one widget cannot go on without. */
export interface NeededPart {
  /**
   * Loads the part now.
   *
   * @param isAsked whether a person asks for it, by a press
   */
  load(isAsked: boolean): void
  /** The widget needs the part no longer: neither handler is called. */
  cancel(): void
}

/**
 * Loads a part for a widget that needs it, as opposed to one that will probably need it ({@link PartLoader.prefetch}).
 *
 * @param onFailed `isNews` if the page has to be told: each time that a person asks. An automatic retry fails in the same
 * way, so only its first failure is reported
 */
export function needPart<Part>(
  part: PartLoader<Part>,
  onLoaded: (part: Part) => void,
  onFailed: (error: LeydenError, isNews: boolean) => void,
): NeededPart {
  let current: object | undefined
  let isPressed = false
  let error: LeydenError | undefined
  return {
    load(isAsked) {
      const own = {}
      current = own
      isPressed ||= isAsked
      part
        .load()
        .then((loaded) => {
          if (current === own) onLoaded(loaded)
        })
        // Also of a part that cannot be started: otherwise the person would wait for it without end.
        .catch((cause: unknown) => {
          if (current !== own) return
          const isNews = isPressed || error === undefined
          isPressed = false
          error = isNews || error === undefined ? fileNotLoaded(cause) : error
          onFailed(error, isNews)
        })
    },
    cancel() {
      current = undefined
      isPressed = false
    },
  }
}

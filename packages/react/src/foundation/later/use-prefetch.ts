import { type RefObject, useEffect } from 'react'
import { listen } from '../page/listen.js'
import type { PartLoader } from './part-loader.js'

/** Loads a part when somebody turns to the widget, so that nobody waits for it after a press. */
export function usePrefetch(root: RefObject<HTMLElement | null>, part: PartLoader<unknown>): void {
  useEffect(() => {
    if (part.current()) return
    const turn = () => {
      stop()
      part.prefetch()
    }
    const stop = listen(root.current, { pointerover: turn, focusin: turn, pointerdown: turn })
    return stop
  }, [root, part])
}

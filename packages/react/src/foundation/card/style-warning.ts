import { messageReference } from '@leyden/core/internal'
import { useEffect } from 'react'
import { whenLoaded } from '../page/when-idle.js'

/** Replaced by the bundler of the page, as in React itself. */
declare const process: { env: { NODE_ENV?: string } }

/** How long a style sheet may take that the page loads by itself, in milliseconds. */
const WAIT_MS = 1_000
let isWritten = false

/**
 * Writes a line to the console if the page of a widget has no style sheet, once for each page load and only in
 * development: a build for production has no code of this, and tests in jsdom have no styles.
 */
export function useStyleWarning(): void {
  if (process.env.NODE_ENV === 'development')
    // biome-ignore lint/correctness/useHookAtTopLevel: The condition is the same in each render.
    useEffect(
      () =>
        whenLoaded(() => {
          setTimeout(() => {
            // All widgets of the page have the same style sheet, except those in a shadow root.
            const root = document.querySelector('.leyden')
            if (isWritten || !root || getComputedStyle(root).getPropertyValue('--ly-size')) return
            isWritten = true
            console.warn(
              `Leyden has no styles on this page: import '@leyden/react/styles.css' beside its widgets. See ${messageReference('STYLES_MISSING')}`,
            )
          }, WAIT_MS)
        }),
      [],
    )
}

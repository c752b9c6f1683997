// The one script: `window.Leyden`, and nothing else of the page is touched.
import { startLeyden } from './leyden/start.js'

declare const LEYDEN_VERSION: string

// Loaded twice, the first stays: it may have an invoice open.
if (!window.Leyden) {
  Object.defineProperty(window, 'Leyden', {
    value: startLeyden(LEYDEN_VERSION).api,
    enumerable: true,
    configurable: false,
    writable: false,
  })
}

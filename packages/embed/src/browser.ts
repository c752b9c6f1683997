// The one script: `window.Leyden`, and nothing else of the page is touched.
import { startLeyden } from './leyden/start.js'
import { createPartLoader, type PartFiles } from './parts/script-part.js'

declare const LEYDEN_VERSION: string
declare const LEYDEN_PARTS: PartFiles
declare const leydenImport: (url: string) => Promise<unknown>

/** For what the build puts around this file: it has the further files loaded by it. */
export const loadPart = createPartLoader(LEYDEN_PARTS, leydenImport)

// Loaded twice, the first stays: it may have an invoice open.
if (!window.Leyden) {
  Object.defineProperty(window, 'Leyden', {
    value: startLeyden(LEYDEN_VERSION).api,
    enumerable: true,
    configurable: false,
    writable: false,
  })
}

// The script: it defines `window.Leyden` and the elements. The guard also wraps two functions of the browser, see its files.
import { startLeyden } from './script/leyden.js'
import { createPartLoader, type PartFiles } from './script/script-part.js'

declare const LEYDEN_VERSION: string
declare const LEYDEN_PARTS: PartFiles
declare const leydenImport: (url: string) => Promise<unknown>
declare const leydenFiles: Readonly<Record<string, unknown>>

const loader = createPartLoader(LEYDEN_PARTS, leydenImport, leydenFiles)

/** The code that the build adds around this file uses this to load the further files. */
export const { load } = loader

// If the script is loaded twice, the first one stays, because it may show an invoice.
if (!window.Leyden) {
  Object.defineProperty(window, 'Leyden', {
    value: startLeyden(LEYDEN_VERSION, loader.fetch),
    enumerable: true,
    configurable: false,
    writable: false,
  })
}

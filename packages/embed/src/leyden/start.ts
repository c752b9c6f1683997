import { defineElements } from '../elements/define-elements.js'
import { createLazyKit, type FetchPart } from '../widget/lazy-kit.js'
import { createLeyden, type Leyden } from './leyden.js'

/** Starts Leyden on a page. Listeners come first, so that they run before those of a game that is loaded later. */
export function startLeyden(version: string, fetchPart?: FetchPart): Leyden {
  const leyden = createLeyden({ version, kit: createLazyKit(fetchPart) })
  defineElements(leyden)
  return leyden
}

import { defineElements } from '../elements/define-elements.js'
import { createLazyKit, type FetchPart } from '../widget/lazy-kit.js'
import { createLeyden, type Leyden } from './leyden.js'

/** Starts everything on a page: listeners first, so that a game that comes later finds them in place. */
export function startLeyden(version: string, fetchPart?: FetchPart): Leyden {
  const leyden = createLeyden({ version, kit: createLazyKit(fetchPart) })
  defineElements(leyden)
  return leyden
}

import { defineElements } from '../elements/define-elements.js'
import { reactKit } from '../widget/react-kit.js'
import { createLeyden, type Leyden } from './leyden.js'

/** Starts everything on a page: listeners first, so that a game that comes later finds them in place. */
export function startLeyden(version: string): Leyden {
  const leyden = createLeyden({ version, kit: reactKit })
  defineElements(leyden)
  return leyden
}

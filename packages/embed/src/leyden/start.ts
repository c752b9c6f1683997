import { defineElements, tagOf } from '../elements/define-elements.js'
import { reactKit } from '../widget/react-kit.js'
import { createLeyden, type Leyden, newId } from './leyden.js'

/** Starts everything on a page: listeners first, so that a game that comes later finds them in place. */
export function startLeyden(version: string): Leyden {
  const listeners = new Set<() => void>()
  const leyden = createLeyden({
    version,
    kit: reactKit,
    createElement: (kind, options) => Object.assign(document.createElement(tagOf[kind]), options),
    onSettings: () => {
      for (const listener of [...listeners]) listener()
    },
  })
  defineElements({
    kit: reactKit,
    keys: leyden.keys,
    settings: leyden.settings,
    newId,
    onSettings(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
  return leyden
}

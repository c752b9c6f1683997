import { payCallbacks, rampCallbacks } from '@leyden/react/options'
import { Pay, Ramp } from '@leyden/react/parts'
import { afterEach, describe, expect, it } from 'vitest'
import manifest from '../../custom-elements.json' with { type: 'json' }
import { createLeyden } from '../script/leyden.js'
import { plainKit } from '../test-support/plain-kit.js'
import { elementOptionsOf } from '../widget/settings/options.js'
import type { Kind } from '../widget/settings/settings.js'
import { elementClass, tagOf } from './leyden-element.js'

const leyden = createLeyden({ version: '0', kit: plainKit().kit })
afterEach(() => leyden.remove())

const declarations = manifest.modules.flatMap((module) => module.declarations)

describe.each<Kind>(['pay', 'ramp'])('the manifest of the %s element', (kind) => {
  const Element = elementClass(kind, leyden)
  const declaration = declarations.find(({ tagName }) => tagName === tagOf[kind])
  const names = (list: readonly { name: string }[] = []) => list.map(({ name }) => name)

  it('has the options that the element reads, as properties and as attributes', () => {
    const options = elementOptionsOf[kind].all
    expect(names(declaration?.members).sort()).toEqual(names(options).sort())
    expect(declaration?.attributes.map(({ fieldName }) => fieldName).sort()).toEqual(
      names(options.filter(({ isAttribute }) => isAttribute)).sort(),
    )
  })

  it('has the parts that pages can style, which are those of the components', () => {
    const { Root, ...parts } = kind === 'pay' ? Pay : Ramp
    expect(Root).toBeDefined()
    const own = Object.keys(parts).map((name) => name.toLowerCase())
    expect(names(declaration?.cssParts).sort()).toEqual(own.sort())
  })

  it('has an event for each callback of the component', () => {
    const callbacks = Object.values(kind === 'pay' ? payCallbacks : rampCallbacks)
    // A ramp closes in two ways.
    const events = new Set(callbacks.map(({ element }) => element))
    expect(names(declaration?.events).sort()).toEqual([...events].sort())
  })

  it('has only names that the element has', () => {
    for (const name of names(declaration?.members))
      expect([name, name in Element.prototype]).toEqual([name, true])
    for (const { name, fieldName } of declaration?.attributes ?? [])
      expect([name, elementOptionsOf[kind].spelled(name)?.name]).toEqual([name, fieldName])
  })
})

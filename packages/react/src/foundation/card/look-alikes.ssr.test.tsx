import type { ComponentProps, ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { PayToLightningAddress, RampWidget } from '../../index.js'
import {
  payOptions,
  payRules,
  providerOptions,
  providerRules,
  rampOptions,
  rampRules,
} from '../../options.js'
import { Pay, Ramp, usePayToLightningAddress } from '../../parts.js'
import { createFakeClient } from '../../testing.js'
import { lookAlikes, optionMeantBy } from './look-alikes.js'
import type { RootAttributes } from './part.js'

const RULES = { ...providerRules, ...payRules, ...rampRules }
const TABLES = [payOptions, rampOptions, providerOptions]

/** `amount-in-sats` in the spellings in which people write a prop. */
const spellings = (name: string) => [
  name,
  name.replaceAll('-', '_'),
  name.replaceAll('-', ''),
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
]
const refused = [...new Set(Object.entries(lookAlikes).flat(2).flatMap(spellings))]

const PayHook = (props: ComponentProps<typeof PayToLightningAddress>) => (
  <section>{usePayToLightningAddress(props).view.isReady ? 'ready' : 'not ready'}</section>
)

const WIDGETS: readonly {
  name: string
  Widget: ComponentType<object>
  table: object
  ready?: RegExp
  inert?: RegExp
}[] = [
  {
    name: 'PayToLightningAddress',
    Widget: PayToLightningAddress,
    table: payOptions,
    ready: /<input/,
    inert: /not ready yet/,
  },
  {
    name: 'usePayToLightningAddress',
    Widget: PayHook,
    table: payOptions,
    ready: />ready/,
    inert: />not ready/,
  },
  { name: 'Pay.Root', Widget: Pay.Root, table: payOptions },
  {
    name: 'RampWidget',
    Widget: RampWidget,
    table: rampOptions,
    ready: /<button/,
    inert: /not available here yet/,
  },
  { name: 'Ramp.Root', Widget: Ramp.Root, table: rampOptions },
]

describe.each(WIDGETS)('$name on a server', ({ Widget, table, ready, inert }) => {
  const serve = (props: object) => renderToString(<Widget {...{ client: createFakeClient(), ...props }} />)
  const rootOf = (html: string) => /<section[^>]*>/.exec(html)?.[0]
  const plain = serve({})

  it('is inert with a name that looks like an option which locks something, and its root has no such attribute', () => {
    if (ready) expect(plain).toMatch(ready)
    for (const name of refused.filter((each) => !Object.hasOwn(table, each))) {
      const html = serve({ [name]: 'given' })
      expect({ name, root: rootOf(html) }).toEqual({ name, root: rootOf(plain) })
      if (!ready || !inert) continue
      expect({ name, html }).toEqual({ name, html: expect.stringMatching(inert) })
      expect({ name, html }).toEqual({ name, html: expect.not.stringMatching(ready) })
    }
  })

  it('counts null and undefined as left out', () => {
    expect(serve({ amount: undefined, recipient: null, session: null })).toBe(plain)
  })
})

/** The attributes of a root, which no widget may take for an option: a new one of React is a type error. */
const OF_ROOT: Record<
  Exclude<keyof RootAttributes<never>, keyof typeof payOptions | `on${string}` | `aria-${string}`>,
  true
> = {
  about: true,
  accessKey: true,
  autoCapitalize: true,
  autoCorrect: true,
  autoFocus: true,
  autoSave: true,
  className: true,
  color: true,
  content: true,
  contentEditable: true,
  contextMenu: true,
  dangerouslySetInnerHTML: true,
  datatype: true,
  defaultChecked: true,
  defaultValue: true,
  dir: true,
  draggable: true,
  enterKeyHint: true,
  exportparts: true,
  hidden: true,
  id: true,
  inert: true,
  inlist: true,
  inputMode: true,
  is: true,
  itemID: true,
  itemProp: true,
  itemRef: true,
  itemScope: true,
  itemType: true,
  key: true,
  lang: true,
  messages: true,
  nonce: true,
  part: true,
  popover: true,
  popoverTarget: true,
  popoverTargetAction: true,
  prefix: true,
  property: true,
  radioGroup: true,
  rel: true,
  resource: true,
  results: true,
  rev: true,
  role: true,
  security: true,
  slot: true,
  spellCheck: true,
  style: true,
  suppressContentEditableWarning: true,
  suppressHydrationWarning: true,
  tabIndex: true,
  title: true,
  translate: true,
  typeof: true,
  unselectable: true,
  vocab: true,
}

it.each([
  ...Object.keys(OF_ROOT),
  'children',
  'render',
  'data-amount',
  'data-address',
  'aria-description',
  'onMessage',
])('takes no attribute of a root for an option: %s', (name) => {
  for (const table of [payOptions, rampOptions]) {
    const names = Object.keys(table)
    expect(optionMeantBy(name, names)).toBe(undefined)
    expect(optionMeantBy(name.toLowerCase(), names)).toBe(undefined)
  }
})

it('takes no option that locks nothing for one that locks something', () => {
  const names = TABLES.flatMap((table) => Object.keys(table))
  const free = names.filter((name) => !Object.hasOwn(lookAlikes, name))
  expect(free.filter((name) => optionMeantBy(name, []) !== undefined)).toEqual([])
})

it('knows every option that locks something', () => {
  const locking = Object.entries(RULES).filter(([, rule]) => 'locks' in rule)
  expect(Object.keys(lookAlikes).sort()).toEqual(locking.map(([name]) => name).sort())
})

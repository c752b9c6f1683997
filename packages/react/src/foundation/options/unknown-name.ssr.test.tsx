import type { ComponentProps, ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { PayToLightningAddress, RampWidget } from '../../index.js'
import { payOptions, providerOptions, rampOptions } from '../../options.js'
import { Pay, Ramp, usePayToLightningAddress } from '../../parts.js'
import { optionMistakes } from '../../test-support/option-mistakes.js'
import { createFakeClient } from '../../testing.js'
import type { RootAttributes } from '../card/part.js'
import { isOfOthers, mayMean } from './attribute-name.js'
import type { OptionRule } from './option-rule.js'
import { judgeName, readsAsAddress, readsAsAmount } from './unknown-name.js'

const PayHook = (props: ComponentProps<typeof PayToLightningAddress>) => (
  <section>{usePayToLightningAddress(props).view.isReady ? 'ready' : 'not ready'}</section>
)

const WIDGETS: readonly {
  name: string
  Widget: ComponentType<object>
  kind: 'pay' | 'ramp'
  ready?: RegExp
  inert?: RegExp
}[] = [
  {
    name: 'PayToLightningAddress',
    Widget: PayToLightningAddress,
    kind: 'pay',
    ready: /<input|<button/,
    inert: /not ready yet/,
  },
  { name: 'usePayToLightningAddress', Widget: PayHook, kind: 'pay', ready: />ready/, inert: />not ready/ },
  { name: 'Pay.Root', Widget: Pay.Root, kind: 'pay' },
  {
    name: 'RampWidget',
    Widget: RampWidget,
    kind: 'ramp',
    ready: /<button/,
    inert: /not available here yet/,
  },
  { name: 'Ramp.Root', Widget: Ramp.Root, kind: 'ramp' },
]

describe.each(WIDGETS)('$name on a server', ({ Widget, kind, ready, inert }) => {
  const serve = (props: object) => renderToString(<Widget {...{ client: createFakeClient(), ...props }} />)
  const rootOf = (html: string) => /<section[^>]*>/.exec(html)?.[0] ?? ''

  // What judges the name is loaded in the browser.
  it('is inert with an unknown name that may mean an option, and its root has no such attribute', () => {
    for (const { option, props } of optionMistakes[kind].filter(({ isMisspelt }) => isMisspelt)) {
      const html = serve(props)
      const isPassedOn = isOfOthers(option)
      if (!isPassedOn) expect(rootOf(html).toLowerCase()).not.toContain(` ${option.toLowerCase()}=`)
      if (ready && inert)
        expect({ option, html }).toEqual({ option, html: expect.stringMatching(isPassedOn ? ready : inert) })
    }
  })

  it('counts null and undefined as left out', () => {
    expect(serve({ amount: undefined, recipient: null, session: null })).toBe(serve({}))
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

const KNOWN: readonly Readonly<Record<string, OptionRule>>[] = [payOptions, rampOptions]

it.each([
  ...Object.keys(OF_ROOT),
  'children',
  'render',
  'data-amount',
  'aria-description',
  'onMessage',
  'onChange',
])('passes an attribute of any element on to the root, whatever its value: %s', (name) => {
  for (const rules of KNOWN) {
    const known = { rules, isGiven: () => false }
    for (const value of [2_100, 'alice@wallet.example']) {
      for (const each of [name, name.toLowerCase()])
        expect(mayMean(each, Object.keys(rules)) ? judgeName(each, value, known, true) : undefined).toBe(
          undefined,
        )
    }
  }
  expect(isOfOthers(name)).toBe(true)
})

it.each(['pay', 'ramp', 'provider'] as const)('judges each misspelt option of %s', (subject) => {
  const options = Object.keys({ pay: payOptions, ramp: rampOptions, provider: providerOptions }[subject])
  for (const { option } of optionMistakes[subject].filter(({ isMisspelt }) => isMisspelt))
    expect({ option, isJudged: mayMean(option, options) }).toEqual({ option, isJudged: true })
})

it.each(['className', 'style', 'data-testid', 'aria-label', 'v-cloak', '_ngcontent-1'])(
  'loads nothing to judge %s',
  (name) => expect(mayMean(name, Object.keys(payOptions))).toBe(false),
)

/** The options that lock nothing. */
const FREE = Object.fromEntries(
  Object.entries({ ...payOptions, ...rampOptions }).filter(([, rule]) => !('locks' in rule)),
)

it('takes no option that locks nothing for one that locks something', () => {
  for (const rules of KNOWN) {
    const known = { rules, isGiven: () => false }
    for (const name of KNOWN.flatMap((others) => Object.keys(others)))
      if (Object.hasOwn(FREE, name) && !Object.hasOwn(rules, name))
        expect({ name, locks: judgeName(name, true, known, false)?.locks ?? false }).toEqual({
          name,
          locks: false,
        })
  }
})

/** What is found about a name, where the page passes no option of the payment. */
const judgePay = (name: string, value: unknown) =>
  judgeName(
    name,
    value,
    {
      rules: payOptions as Readonly<Record<string, OptionRule>>,
      isGiven: () => false,
    },
    false,
  )

it.each([
  ['金額', '2100', 'amountSats'],
  ['цена', 2_100, 'amountSats'],
  ['orderAmount', '', 'amountSats'],
  ['orderamount', '', 'amountSats'],
  ['amounts', [2_100], 'amountSats'],
  ['order', { amount: 2_100, id: 7 }, 'amountSats'],
  ['recipients', [{ address: 'alice@wallet.example' }], undefined],
  ['recipient', { address: 'alice@wallet.example' }, 'address'],
  ['paymentReference', 'order-7', 'reference'],
])('takes a name for an option that locks something: %s', (name, value, meant) => {
  expect(judgePay(name, value)).toEqual({ meant, locks: meant !== undefined })
})

it.each([
  ['block-id', '7'],
  ['testID', 12],
  ['user_preferences', 'dark'],
  ['colorPreference', 'dark'],
  ['bordered', true],
  ['border-color', 'red'],
  ['recorder', ''],
  ['sx', { order: 2, border: 1, amount: 'auto' }],
])('takes a name of others for no option that locks something: %s', (name, value) => {
  for (const rules of KNOWN)
    expect(judgeName(name, value, { rules, isGiven: () => false }, false)?.locks).toBe(false)
})

it.each([
  2_100,
  2_100n,
  21.5,
  Number.NaN,
  '2100',
  ' 0 ',
  '2,100',
  '2.100,00 EUR',
  '2 100 sats',
  '€21',
  'USD 21.50',
  '1_000_000',
  '٢٬١٠٠',
  '۲۱۰۰',
  '5 usd',
  '5 dollars',
  '2,100 Sats',
  '2.1k sats',
  'US$ 5',
  'R$ 10',
  '10 kr.',
  'Fr. 10.-',
  '500円',
  '1,00,000',
  '1e3',
  '+5',
])('reads as an amount: %s', (value) => expect(readsAsAmount(value)).toBe(true))

it.each([
  '',
  'true',
  true,
  '10px',
  '50%',
  '1.2.3',
  '2026-11-28',
  '12:30',
  'a1',
  'v2',
  '#5',
  '2rem',
  null,
  {},
])('reads as no amount: %s', (value) => expect(readsAsAmount(value)).toBe(false))

it.each([
  'alice@wallet.example',
  'lightning:alice@wallet.example',
  '₿alice@wallet.example',
  'mailto:alice@wallet.example',
  'LNURL1DP68GURN8GHJ7MRWW4EXCTN',
  'lnurlp://wallet.example/p',
  ' alice@wallet.example',
  'alice＠wallet.example',
  'alice%40wallet.example',
  'https://wallet.example/?lightning=LNURL1DP68GURN8GHJ7MRWW4EXCTN',
  'https://wallet.example/.well-known/lnurlp/alice',
  'lnbc21u1pj8wyzqdqqcqzzsxqyz5vq',
])('reads as an address: %s', (value) => expect(readsAsAddress(value)).toBe(true))

it.each(['', '@alice', 'alice', 'https://wallet.example/@alice', 'write to alice@wallet.example', 7])(
  'reads as no address: %s',
  (value) => expect(readsAsAddress(value)).toBe(false),
)

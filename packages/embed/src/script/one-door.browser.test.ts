import { lookAlikes, type Shape } from '@leyden/react/options'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { elementClass } from '../elements/leyden-element.js'
import { openDialog, plainKit } from '../test-support/plain-kit.js'
import { elementOptionsOf, type OptionRow, optionsOf } from '../widget/settings/options.js'
import type { Kind } from '../widget/settings/settings.js'
import { spellingsOf } from '../widget/settings/spellings.js'
import { createLeyden, type Leyden } from './leyden.js'

/** Options by the names that a page writes. */
type Given = Readonly<Record<string, unknown>>

const KINDS = ['pay', 'ramp'] as const
const BFF = { bffUrl: '/leyden' }

let leyden: Leyden
let plain: ReturnType<typeof plainKit>
let complaints: string[]

beforeEach(() => {
  plain = plainKit()
  leyden = createLeyden({ version: '0', kit: plain.kit })
  leyden.api.configure(BFF)
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...line) => void complaints.push(line.join(' ')))
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

afterEach(() => {
  vi.restoreAllMocks()
  leyden.remove()
  document.body.replaceChildren()
})

interface Mistake {
  option: string
  code: string
  props: Given
  isMisspelt?: true
}

/** The mistakes are among the tests of React, which no package contains. */
const [optionMistakes] = Object.values(
  import.meta.glob<{ [K in Kind]: readonly Mistake[] }>(
    '../../../react/src/test-support/option-mistakes.ts',
    {
      eager: true,
      import: 'optionMistakes',
    },
  ),
)

/** An overlay has its own defaults of these. */
const isPresentation = (name: string) => name === 'autoStart' || name === 'presentation'

const drawn = () => new Promise((resolve) => setTimeout(resolve))

let count = 0
const newTag = () => `one-door-${++count}`
const define = (tag: string, kind: Kind) => customElements.define(tag, elementClass(kind, leyden))

/** Passes options to a widget. Rejects or logs an error if it refuses them. */
type Door = (kind: Kind, given: Given) => Promise<void>

const byProperties = (change: (element: HTMLElement) => void): Door => {
  return async (kind, given) => {
    const tag = newTag()
    define(tag, kind)
    const element = document.createElement(tag)
    change(element)
    document.body.append(Object.assign(element, given))
    await drawn()
  }
}

/** The ways to pass any value. */
const doorsOfValues: Readonly<Record<string, Door>> = {
  'a property': byProperties(() => {}),
  'a property that is set after the first drawing': async (kind, given) => {
    const tag = newTag()
    define(tag, kind)
    const element = document.createElement(tag)
    document.body.append(element)
    await drawn()
    plain.handed.length = 0
    Object.assign(element, given)
    await drawn()
  },
  'a property that is set before the script has loaded': async (kind, given) => {
    const tag = newTag()
    document.body.append(Object.assign(document.createElement(tag), given))
    define(tag, kind)
    await drawn()
  },
  'Leyden.open': async (kind, given) => void (await Promise.race([leyden.api.open(kind, given), drawn()])),
  async 'Leyden.mount'(kind, given) {
    // The tag of the element is not defined in this page, so its properties are those of an element before the script.
    const mounted = leyden.api.mount(document.body, kind, given)
    await byProperties(() => {})(kind, { ...mounted })
  },
}

/** The ways to pass a text. */
const doorsOfTexts: Readonly<Record<string, Door>> = {
  'an attribute': async (kind, given) => {
    const tag = newTag()
    define(tag, kind)
    const attributes = Object.entries(given).map(([name, text]) => `${name}="${String(text)}"`)
    document.body.innerHTML = `<${tag} ${attributes.join(' ')}></${tag}>`
    await drawn()
  },
  'an attribute that is set after the first drawing': async (kind, given) => {
    const tag = newTag()
    define(tag, kind)
    const element = document.createElement(tag)
    document.body.append(element)
    await drawn()
    plain.handed.length = 0
    for (const [name, text] of Object.entries(given)) element.setAttribute(name, String(text))
    await drawn()
  },
  'an attribute before the script has loaded': async (kind, given) => {
    const tag = newTag()
    const element = document.createElement(tag)
    for (const [name, text] of Object.entries(given)) element.setAttribute(name, String(text))
    document.body.append(element)
    define(tag, kind)
    await drawn()
  },
}

/** What a page is told and its visitors see: the options of the widget, or nothing. */
async function resultOf(door: Door, kind: Kind, given: Given) {
  plain.handed.length = 0
  complaints.length = 0
  const refusal = await door(kind, given).then(
    () => complaints.join(),
    (error: Error) => `${error}`,
  )
  const isShown =
    openDialog() !== undefined || document.body.querySelector('*')?.shadowRoot?.querySelector('.root')
  const result = refusal
    ? { shown: isShown ? 'a widget beside a refusal' : 'nothing', refusal }
    : { shown: texts(plain.handed.at(-1) ?? 'nothing') }
  leyden.api.call('{"method":"close"}')
  openDialog()?.dialog.dispatchEvent(new Event('cancel'))
  document.body.replaceChildren()
  await drawn()
  return result
}

/** A number and its digits are one amount. Overlays add options of their own to a ramp. */
function texts(options: unknown): unknown {
  const { autoStart: _, presentation: __, ...others } = options as Record<string, unknown>
  return JSON.parse(
    JSON.stringify(others, (_name, value) =>
      typeof value === 'function' ? 'a function' : typeof value === 'object' ? value : String(value),
    ),
  )
}

const SAMPLES: { readonly [S in Shape]: unknown } = {
  text: 'USD',
  number: '2100',
  flag: 'false',
  numbers: '500 2100',
  texts: 'camera payment',
  'text or object': 'USD',
  signed: async () => 'signed',
  function: async () => null,
  object: { radius: 4 },
  list: [],
  loadable: {},
}
/** Values of options that have few, or a form of their own. */
const OWN_SAMPLES: Readonly<Record<string, unknown>> = {
  address: 'alice@wallet.example',
  network: 'testnet',
  remember: 'tab',
  receipts: 'never',
  destination: 'alice@wallet.example',
  metadata: { cart: '7' },
  email: 'guest@mail.example',
  rampOrigins: 'https://ramp.example https://kyc.example',
}
const sampleOf = ({ name, rule }: OptionRow) => OWN_SAMPLES[name] ?? SAMPLES[rule.shape]
const doorsOf = ({ isAttribute }: { isAttribute: boolean }) =>
  Object.entries(isAttribute ? { ...doorsOfValues, ...doorsOfTexts } : doorsOfValues)

const optionsOfBoth = KINDS.flatMap((kind) =>
  optionsOf[kind].all.map((row) => ({ kind, row, name: row.name })),
).filter(({ name }) => !isPresentation(name))

describe('every way to pass options', () => {
  it.each(optionsOfBoth)('reads $name of $kind in each of its spellings', async ({ kind, row, name }) => {
    const sample = sampleOf(row)
    const results = new Set<string>()
    for (const [way, door] of doorsOf(row))
      for (const spelling of spellingsOf(name)) {
        const result = await resultOf(door, kind, { [spelling]: sample })
        expect({ way, spelling, result }).toEqual({
          way,
          spelling,
          result: { shown: { [name]: expect.anything() } },
        })
        results.add(JSON.stringify(result))
      }
    expect([...results]).toHaveLength(1)
  })

  it.each(optionsOfBoth.filter(({ name }) => /[A-Z]/.test(name)))(
    'refuses $name of $kind in other spellings',
    async ({ kind, row, name }) => {
      const snakeCase = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      for (const [way, door] of doorsOf(row)) {
        // Only a locking option is observed in a spelling that it does not have.
        if (way.includes('after the first drawing') && !Object.hasOwn(lookAlikes, name)) continue
        const result = await resultOf(door, kind, { [snakeCase]: sampleOf(row) })
        expect({ way, result }).toMatchObject({
          way,
          result: { shown: 'nothing', refusal: expect.stringContaining(snakeCase) },
        })
      }
    },
  )

  const refused = [...new Set(Object.values(lookAlikes).flat())]
  it.each(refused)('shows nothing for %s, and says so', async (name) => {
    const ways = doorsOf({ isAttribute: true })
    // Both kinds have one rule, so a few ways are enough for the second.
    const cases = [
      ...ways.map((way) => ['pay', ...way] as const),
      ...ways.slice(-2).map((way) => ['ramp', ...way] as const),
    ]
    for (const [kind, way, door] of cases) {
      if (elementOptionsOf[kind].spelled(name)) continue
      const result = await resultOf(door, kind, { [name]: '2100' })
      expect({ kind, way, result }).toMatchObject({
        kind,
        way,
        result: { shown: 'nothing', refusal: expect.stringContaining(name) },
      })
    }
  })

  it.each(['lnaddress', 'ln_address', 'amount_msat', 'fixedamount'])(
    'shows nothing for %s too',
    async (name) => {
      for (const [way, door] of doorsOf({ isAttribute: true })) {
        const result = await resultOf(door, 'pay', { [name]: '2100' })
        expect({ way, result }).toMatchObject({
          way,
          result: { shown: 'nothing', refusal: expect.stringContaining(name) },
        })
      }
    },
  )

  it.each([
    ['adress', 'address'],
    ['amout-sats', 'amount-sats'],
    ['amount-sat', 'amount-sats'],
    ['desciption', 'description'],
    ['lightnig-address', 'address'],
  ])('shows nothing for the misspelt %s, and names %s', async (name, meant) => {
    for (const [way, door] of doorsOf({ isAttribute: true })) {
      if (way.includes('after the first drawing')) continue
      const result = await resultOf(door, 'pay', { [name]: '2100' })
      const option = meant.replace('-s', 'S')
      expect({ way, result }).toMatchObject({
        way,
        result: { shown: 'nothing', refusal: expect.stringMatching(`${meant}|${option}`) },
      })
    }
  })

  it.each<[string, Kind, string, unknown, string]>([
    ['an amount with a separator', 'pay', 'amountSats', '2,100', 'amount'],
    ['an amount with decimals', 'pay', 'amountSats', '21.5', 'amount'],
    ['an amount of zero', 'pay', 'amountSats', '0', 'amount'],
    ['an amount below zero', 'pay', 'amountSats', '-1', 'amount'],
    ['an amount that could not be calculated', 'pay', 'amountSats', 'NaN', 'amount'],
    ['an empty amount', 'pay', 'amountSats', '', 'amount'],
    ['an empty address', 'pay', 'address', '', 'address'],
    ['an address that became the text of an object', 'pay', 'address', '[object Object]', 'address'],
    ['a reference that was not there', 'pay', 'reference', 'undefined', 'reference'],
    ['a currency that became the text of an object', 'pay', 'fiat', '[object Object]', 'fiat'],
    ['a note that became the text of a function', 'pay', 'description', '() => note', 'description'],
    ['a flag that is neither on nor off', 'pay', 'autoInvoice', '0', 'auto'],
    ['a list with something else', 'pay', 'presets', '500 many', 'presets'],
    ['an address that became the text of an object', 'ramp', 'destination', '[object Object]', 'destination'],
    ['a currency that became the text of a function', 'ramp', 'quoteCurrency', 'function f() {}', 'quote'],
  ])('shows nothing for %s (%s)', async (_name, kind, option, text, mentioned) => {
    for (const [way, door] of doorsOf({ isAttribute: true })) {
      const result = await resultOf(door, kind, { [option]: text })
      expect({ way, result }).toMatchObject({
        way,
        result: { shown: 'nothing', refusal: expect.stringContaining(mentioned) },
      })
    }
  })

  it.each<[string, Kind, string, unknown]>([
    ['an amount below zero', 'pay', 'amountSats', -1],
    ['an amount with decimals', 'pay', 'amountSats', 21.5],
    ['an amount that could not be calculated', 'pay', 'amountSats', Number.NaN],
    ['an address that is not there', 'pay', 'address', null],
    ['an address that is an object', 'pay', 'address', { name: 'alice' }],
    ['an intent that is not there', 'pay', 'intent', null],
    ['an intent that is the promise of one', 'pay', 'intent', Promise.resolve('signed')],
    ['an intent that became the text of a function', 'pay', 'intent', 'async () => {}'],
    ['wallets that became the text of an object', 'pay', 'wallets', '[object Object]'],
    ['an order that is not there', 'ramp', 'order', null],
    ['a session that is no function', 'ramp', 'fetchSession', 'https://shop.example/session'],
    ['an e-mail address that is an object', 'ramp', 'email', {}],
    ['metadata that became the text of an object', 'ramp', 'metadata', '[object Object]'],
  ])('shows nothing for %s (%s)', async (_name, kind, option, value) => {
    for (const [way, door] of Object.entries(doorsOfValues)) {
      const result = await resultOf(door, kind, { [option]: value })
      expect({ way, result }).toMatchObject({
        way,
        result: { shown: 'nothing', refusal: expect.stringContaining(option) },
      })
    }
  })

  it('shows nothing for two spellings with different values, and reads two with the same', async () => {
    for (const [way, door] of doorsOf({ isAttribute: true })) {
      const different = await resultOf(door, 'pay', { 'amount-sats': '2100', amountsats: '10' })
      expect({ way, different }).toMatchObject({
        way,
        different: { shown: 'nothing', refusal: expect.stringContaining('amountsats') },
      })
      const same = await resultOf(door, 'pay', { 'amount-sats': '2100', amountsats: '2100' })
      expect({ way, same }).toEqual({ way, same: { shown: { amountSats: '2100' } } })
    }
  })
})

describe('the mistakes that React names', () => {
  /** The text of an attribute is a number, and a flag that is written without a value is on. */
  const READ_FROM_TEXT = ['defaultAmountSats="500"', 'amountSats="2100"', 'needs="camera"']
  /** Texts may be numbers, because frameworks write them so. */
  const READ_AS_TEXT = ['description={4711}', 'defaultDescription={4711}', 'reference={4711}', 'name={7}']
  const cases = KINDS.flatMap((kind) =>
    (optionMistakes?.[kind] ?? [])
      .filter(({ option, props, isMisspelt }) => {
        const row = optionsOf[kind].spelled(option)
        // The widget itself names an address that nobody can have, and a combination without effect.
        const isOfOneOption = Object.keys(props).length === 1
        return row !== undefined && isOfOneOption && !isMisspelt && !isPresentation(option)
      })
      .filter(({ code }) => ![...READ_FROM_TEXT, ...READ_AS_TEXT, 'address="alice"'].includes(code))
      .map(({ option, code, props }) => ({ kind, option, code, props })),
  )

  it.each(cases)('of $kind, $code: every way refuses it', async ({ kind, option, props }) => {
    for (const [way, door] of Object.entries(doorsOfValues)) {
      const result = await resultOf(door, kind, props)
      expect({ way, result }).toMatchObject({
        way,
        result: { shown: 'nothing', refusal: expect.stringContaining(option) },
      })
    }
  })

  const misspelt = KINDS.flatMap((kind) =>
    (optionMistakes?.[kind] ?? [])
      .filter(({ option, isMisspelt }) => isMisspelt && !elementOptionsOf[kind].spelled(option))
      .map(({ option, code, props }) => ({ kind, option, code, props })),
  )

  it.each(misspelt)('of $kind, $code: every way refuses the name', async ({ kind, option, props }) => {
    for (const [way, door] of Object.entries(doorsOfValues)) {
      // A name that is in no table is not observed.
      if (way.includes('after the first drawing')) continue
      const result = await resultOf(door, kind, props)
      expect({ way, result }).toMatchObject({
        way,
        result: { shown: 'nothing', refusal: expect.stringContaining(option) },
      })
    }
  })

  it('include one for most options, and names that look like one', () => {
    expect(misspelt.length).toBeGreaterThan(10)
    expect(new Set(cases.map(({ kind, option }) => `${kind} ${option}`)).size).toBeGreaterThan(20)
  })
})

it('names no property of HTML', () => {
  const element = elementClass('pay', leyden) as unknown as { observedAttributes: readonly string[] }
  expect(element.observedAttributes.length).toBeGreaterThan(100)
  expect(element.observedAttributes.filter((name) => name in HTMLElement.prototype)).toEqual([])
})

import { nameJudge, type Shape } from '@leyden/react/options'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
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

beforeAll(async () => void (await nameJudge.load()))
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
  screen: 'inert' | 'works'
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
    // A property with an unknown name is noticed when a person starts.
    element.dispatchEvent(new FocusEvent('focusin'))
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

  it.each(optionsOfBoth.filter(({ name, row }) => row.rule.locks && /[A-Z]/.test(name)))(
    'refuses $name of $kind in other spellings',
    async ({ kind, row, name }) => {
      const snakeCase = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      for (const [way, door] of doorsOf(row)) {
        const result = await resultOf(door, kind, { [snakeCase]: sampleOf(row) })
        expect({ way, result }).toMatchObject({
          way,
          result: { shown: 'nothing', refusal: expect.stringContaining(snakeCase) },
        })
      }
    },
  )

  const address = 'alice@wallet.example'
  it.each<[string, Kind, string]>([
    ['sats-amount', 'pay', '2100'],
    ['sat-amount', 'pay', '2100'],
    ['total-sats', 'pay', '2,100'],
    ['montant', 'pay', '2 100'],
    ['betrag', 'pay', '21,00 EUR'],
    ['preis', 'pay', '€21'],
    ['value', 'pay', '٢١٠٠'],
    ['adres', 'pay', address],
    ['adresse', 'pay', `lightning:${address}`],
    ['user', 'pay', `₿${address}`],
    ['lud16', 'pay', 'LNURL1DP68GURN8GHJ7MRWW4EXCTN'],
    ['wallet', 'ramp', 'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['to', 'ramp', address],
    ['currency', 'ramp', 'USD'],
  ])('shows nothing for %s of %s with %s, and says so', async (name, kind, value) => {
    for (const [way, door] of doorsOf({ isAttribute: true })) {
      const result = await resultOf(door, kind, { [name]: value })
      expect({ way, result }).toMatchObject({
        way,
        result: { shown: 'nothing', refusal: expect.stringContaining(name) },
      })
    }
  })

  it.each<[string, Given]>([
    ['width', { width: '300' }],
    ['tabindex', { tabindex: '0', max: '5' }],
    ['an attribute of an extension', { bis_skin_checked: '1', _msthash: '21' }],
    ['an attribute of a framework', { 'data-id': '7', 'v-7ba5bd90': '1', 'x-amount': '2100' }],
    ['an amount beside the amount', { 'amount-sats': '2100', price: '2100' }],
    ['an address beside the address', { address, user: 'bob@wallet.example' }],
  ])('shows the widget with %s', async (_name, attributes) => {
    for (const [way, door] of Object.entries(doorsOfTexts)) {
      const result = await resultOf(door, 'pay', attributes)
      expect({ way, result }).toEqual({ way, result: { shown: expect.anything() } })
    }
  })

  it('names the option in one line for a name that is no lock', async () => {
    const warned = vi.mocked(console.warn)
    const attributes = { 'data-amount-sats': '2100', onpayed: 'x', autoinvoices: '', colour: 'red' }
    await doorsOfTexts['an attribute']?.('pay', attributes)
    expect(
      warned.mock.calls.map(([line]) => /attribute (\S+)\.(?: Write (\S+))?/.exec(line)?.slice(1)),
    ).toEqual([
      ['data-amount-sats', 'amount-sats'],
      ['onpayed', 'leyden-paid'],
      ['autoinvoices', 'auto-invoice'],
      ['colour', undefined],
    ])
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
      .filter(
        ({ option, isMisspelt, screen }) =>
          isMisspelt && screen === 'inert' && !elementOptionsOf[kind].spelled(option),
      )
      .map(({ option, code, props }) => ({ kind, option, code, props })),
  )

  it.each(misspelt)('of $kind, $code: every way refuses the name', async ({ kind, option, props }) => {
    for (const [way, door] of Object.entries(doorsOfValues)) {
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
  const names = KINDS.flatMap((kind) => elementOptionsOf[kind].all.flatMap(({ name }) => spellingsOf(name)))
  expect(names.length).toBeGreaterThan(80)
  expect(names.filter((name) => name in HTMLElement.prototype)).toEqual([])
})

import { asSats } from '@leyden/core/money'
import { elementOf, nameJudge, type OptionRule, payOptions, providerOptions } from '@leyden/react/options'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  type Mock,
  type MockInstance,
  vi,
} from 'vitest'
import { installGuard } from '../guard/guard.js'
import { plainKit } from '../test-support/plain-kit.js'
import { elementClass } from './leyden-element.js'

const plain = plainKit()
const listening = new AbortController()
const guard = installGuard(window, listening.signal, () => {})
const TAG = 'pay-under-test'
customElements.define(
  TAG,
  elementClass('pay', {
    kit: plain.kit,
    guard,
    settings: () => ({ bffUrl: '/leyden' }),
    newId: () => 'ly_1',
    onSettings: () => () => {},
  }),
)

const judged = nameJudge.load()
beforeAll(async () => void (await judged))
afterEach(() => {
  document.body.replaceChildren()
  plain.handed.length = 0
  vi.restoreAllMocks()
})
afterAll(() => listening.abort())

const drawn = () => new Promise((resolve) => setTimeout(resolve))

function insert(properties: object, attributes: Record<string, string> = {}): HTMLElement {
  const element = Object.assign(document.createElement(TAG), properties)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.body.append(element)
  return element
}

it.each([
  ['a text', 'signed'],
  ['a function', async () => 'signed'],
])('passes an intent on unchanged, and writes it to no attribute: %s', async (_name, intent) => {
  const element = insert({ intent })
  await drawn()
  expect(plain.handed).toEqual([{ intent }])
  expect(element.outerHTML).not.toContain('signed')
})

it('warns once of an attribute that resembles no option, and applies the known ones', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const element = insert({}, { colour: 'sea green', descriptions: 'x', description: 'Tea' })
  await drawn()
  element.setAttribute('description', 'Coffee')
  await drawn()
  expect(plain.handed).toEqual([{ description: 'Tea' }, { description: 'Coffee' }])
  const [line = '', second] = warned.mock.calls.map(String)
  expect(second).toContain('has no attribute descriptions.')
  expect(warned).toHaveBeenCalledTimes(2)
  expect(line).toContain(`<${TAG}> has no attribute colour.`)
  // Its value is not logged.
  expect(line).not.toContain('green')
})

describe('while what judges unknown names is not loaded', () => {
  let load: MockInstance<typeof nameJudge.load>
  let complaint: Mock
  beforeEach(() => {
    vi.spyOn(nameJudge, 'current').mockReturnValue(undefined)
    load = vi.spyOn(nameJudge, 'load').mockReturnValue(new Promise(() => {}))
    complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(console, 'warn').mockImplementation(() => {})
  })
  /** It is loaded from now on. */
  const arrive = () => vi.mocked(nameJudge.current).mockRestore()

  it('shows nothing of such a name, and goes on beside one that means no option', async () => {
    const judge = await judged
    let finish = (_judge: typeof judge) => {}
    load.mockReturnValue(
      new Promise((resolve) => {
        finish = resolve
      }),
    )
    insert({}, { amount: '2100', description: 'Tea' })
    insert({}, { colour: 'green', description: 'Coffee' })
    await drawn()
    expect(plain.handed).toEqual([])
    arrive()
    finish(judge)
    await drawn()
    expect(plain.handed).toEqual([{ description: 'Coffee' }])
    expect(complaint).toHaveBeenCalledOnce()
  })

  it('shows a page without such a name at once, and loads nothing for it', async () => {
    insert({}, { 'data-id': '7', class: 'wide', description: 'Cake' })
    await drawn()
    expect(plain.handed).toEqual([{ description: 'Cake' }])
    expect(load).not.toHaveBeenCalled()
  })

  it('shows no earlier options, which may have another recipient, beside a new name', async () => {
    const element = insert({}, { address: 'alice@wallet.example' })
    await drawn()
    expect(element.shadowRoot?.querySelector('.root')).not.toBeNull()
    element.setAttribute('address', 'bob@wallet.example')
    element.setAttribute('amount', '2100')
    await drawn()
    expect(element.shadowRoot?.querySelector('.root')).toBeNull()
  })

  it('names the attribute if that cannot be loaded, and tries again when the network is back', async () => {
    load.mockRejectedValue(new Error('offline'))
    const onError = vi.fn()
    const element = insert({}, { colour: 'green' })
    element.addEventListener('leyden-error', onError)
    await drawn()
    window.dispatchEvent(new Event('online'))
    await drawn()
    expect(plain.handed).toEqual([])
    expect(onError).toHaveBeenCalledOnce()
    expect(complaint).toHaveBeenCalledOnce()
    expect(complaint.mock.calls[0]?.[1]).toMatchObject({
      message: expect.stringContaining(`<${TAG}> has no option "colour". Correct or remove it.`),
      cause: expect.objectContaining({ message: 'offline' }),
    })
    arrive()
    window.dispatchEvent(new Event('online'))
    await drawn()
    expect(plain.handed).toEqual([{}])
  })

  it.each([
    ['of a framework, which locks nothing', { 'data-amount-sats': '2100' }, () => {}],
    [
      'that the page has removed',
      { colour: 'green' },
      (element: HTMLElement) => element.removeAttribute('colour'),
    ],
    [
      'of an element that the page has removed',
      { colour: 'green' },
      (element: HTMLElement) => element.remove(),
    ],
  ])('reports nothing if that cannot be loaded for a name %s', async (_, attributes, change) => {
    let fail = (_error: Error) => {}
    load.mockReturnValue(
      new Promise((_resolve, reject) => {
        fail = reject
      }),
    )
    const element = insert({}, attributes)
    await drawn()
    change(element)
    await drawn()
    fail(new Error('offline'))
    await drawn()
    expect(complaint).not.toHaveBeenCalled()
    expect(plain.handed).toEqual(element.isConnected ? [{}] : [])
  })
})

it('reports a refused name once, and shows the widget as soon as the page has removed it', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  const warned = vi.spyOn(console, 'warn')
  const onError = vi.fn()
  const element = insert({}, { amount: '2100', description: 'Tea' })
  element.addEventListener('leyden-error', onError)
  await drawn()
  element.setAttribute('description', 'Coffee')
  await drawn()
  expect(plain.handed).toEqual([])
  expect(onError).toHaveBeenCalledOnce()
  expect(complaint).toHaveBeenCalledOnce()
  expect(String(complaint.mock.calls[0]?.[1])).toContain('Write amount-sats if you mean it.')
  expect(complaint.mock.calls.join()).not.toContain('2100')
  expect(warned).not.toHaveBeenCalled()
  element.removeAttribute('amount')
  await drawn()
  expect(plain.handed).toEqual([{ description: 'Coffee' }])
})

it('warns that a key in an attribute is public, and does not repeat it', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  insert({}, { 'api-key': 'key-of-the-shop' })
  await drawn()
  expect(warned).toHaveBeenCalledOnce()
  expect(String(warned.mock.calls[0]?.[0])).toMatch(/api-key.*public/)
  expect(String(warned.mock.calls[0]?.[0])).not.toContain('key-of-the-shop')
})

it('ignores the attributes of HTML and of frameworks', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const names = [
    'id',
    'class',
    'style',
    'slot',
    'part',
    'hidden',
    'lang',
    'title',
    'tabindex',
    'role',
    'nonce',
  ]
  const frameworks = [
    'data-v-7ba5bd90',
    '_ngcontent-abc-1',
    'aria-label',
    'ng-version',
    'x-data',
    'hx-get',
    'v-cloak',
    // Each would be refused without what a framework writes before it.
    'data-amount',
    'aria-description',
    'x-amount',
    'v-amount',
    'ng-amount',
    'bind-amount',
    '_ngamount',
    ':amount',
    'bind:amount',
    'on:amount',
    'onamount',
  ]
  insert(
    {},
    Object.fromEntries(
      [...names, ...frameworks, 'onclick', 'jsaction', 'wire:key'].map((name) => [name, '']),
    ),
  )
  await drawn()
  expect(warned).not.toHaveBeenCalled()
  expect(plain.handed).toEqual([{}])
})

it('has a property for each option, and an attribute for each that is no object, function or secret', async () => {
  const texts = { text: 'a', number: '7', flag: '', numbers: '1 2', texts: 'a b' }
  const values = { text: 'a', number: 7n, flag: true, numbers: [1n, 2n], texts: ['a', 'b'] }
  /** Texts of options that do not take any. */
  const own: Record<string, string> = {
    fiat: 'USD',
    network: 'testnet',
    remember: 'tab',
    credentials: 'include',
    locale: 'de',
    colorScheme: 'dark',
    rampPage: 'https://shop.example/buy',
  }
  const table: Record<string, OptionRule> = { ...payOptions, ...providerOptions }
  const element = document.createElement(TAG)
  for (const [name, rule] of Object.entries(table)) {
    const how = elementOf(rule)
    const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const isAccepted = how !== 'none' && !how.startsWith('leyden-')
    expect([name, name in element]).toEqual([name, isAccepted])
    if (!isAccepted || how === 'property') continue
    element.setAttribute(attribute, own[name] ?? texts[how as keyof typeof texts])
    expect([name, Reflect.get(element, name)]).toEqual([
      name,
      own[name] ?? values[how as keyof typeof values],
    ])
  }
  expect('wallets' in element && 'locale' in element && !('client' in element)).toBe(true)
})

it('reads a text that a framework sets as a property like the attribute', async () => {
  insert({ amountSats: '2100', presets: '500 2100', description: '7' })
  await drawn()
  expect(plain.handed).toEqual([{ amountSats: 2100n, presets: [500n, 2100n], description: '7' }])
})

it('keeps an amount that is not known yet locked', async () => {
  const element = insert({ address: 'alice@wallet.example', amountSats: null, description: null })
  await drawn()
  Object.assign(element, { amountSats: undefined })
  await drawn()
  expect(plain.handed).toEqual([
    { address: 'alice@wallet.example', amountSats: null },
    { address: 'alice@wallet.example' },
  ])
})

it('sends the widget’s reports as events that bubble out of every shadow tree', async () => {
  const onAmountChange = vi.fn()
  document.addEventListener('leyden-amount-change', onAmountChange, { once: true })
  const host = document.createElement('div')
  document.body.append(host)
  host.attachShadow({ mode: 'open' }).append(Object.assign(document.createElement(TAG), {}))
  await drawn()
  plain.report({ name: 'leyden-amount-change', detail: asSats(500n) })
  expect(onAmountChange.mock.calls[0]?.[0].detail).toBe(500n)
})

it('gives an outcome the id of an event, and the kind of the widget', async () => {
  const onPaid = vi.fn()
  const element = insert({ address: 'alice@wallet.example' })
  element.addEventListener('leyden-paid', onPaid)
  await drawn()
  const outcome = {
    status: 'paid',
    amountMsat: '2100000',
    lnaddress: 'alice@wallet.example',
    evidence: 'app',
  } as const
  plain.report({ name: 'leyden-paid', outcome })
  expect(onPaid.mock.calls[0]?.[0].detail).toEqual({ v: 1, id: 'ly_1', kind: 'pay', ...outcome })
})

it('passes a changed intent on', async () => {
  const element = insert({ intent: 'first' }, { address: 'alice@wallet.example' })
  await drawn()
  Object.assign(element, { intent: 'second' })
  await drawn()
  expect(plain.handed).toEqual([
    { address: 'alice@wallet.example', intent: 'first' },
    { address: 'alice@wallet.example', intent: 'second' },
  ])
})

it.each([
  ['as an attribute, which everything on the page can read', {}, { intent: 'signed' }],
  ['that is empty', { intent: '' }, {}],
  ['that is no text', { intent: 7 }, {}],
])('shows nothing, and logs why, for an intent %s', async (_name, properties, attributes) => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  const onError = vi.fn()
  document.addEventListener('leyden-error', onError, { once: true })
  insert(properties, attributes)
  await drawn()
  expect(plain.handed).toEqual([])
  expect(String(complaint.mock.calls[0]?.[1])).toContain('intent')
  expect(onError.mock.calls[0]?.[0].detail).toMatchObject({ status: 'error', code: 'BAD_REQUEST' })
})

/** The ways in which pages, print helpers, carousels and page caches copy an element. */
const COPIES: Readonly<Record<string, (element: HTMLElement) => void>> = {
  cloneNode: (element) => element.replaceWith(element.cloneNode(true)),
  importNode: (element) => element.replaceWith(document.importNode(element, true)),
  innerHTML(element) {
    const html = element.outerHTML
    document.body.innerHTML = html
  },
  'a copy of the body': () => document.body.replaceWith(document.body.cloneNode(true)),
  'a copy that another document had'(element) {
    const copy = document.implementation.createHTMLDocument().importNode(element, true)
    element.replaceWith(document.adoptNode(copy))
  },
  'a copy of a copy': (element) => element.replaceWith(element.cloneNode(true).cloneNode(true)),
  'a copy that is made before it is inserted'(element) {
    const original = Object.assign(
      document.createElement(TAG),
      element.dataset.leydenSet ? given(element) : {},
    )
    element.replaceWith(original.cloneNode(true))
  },
}
const given = (element: HTMLElement) => {
  const { address, amountSats, intent, getToken } = element as unknown as Record<string, unknown>
  return { address, amountSats, intent, getToken }
}

describe.each(Object.entries(COPIES))('a copy by %s', (_way, copy) => {
  it('has the address and the amount that were set as properties', async () => {
    const set = { address: 'alice@wallet.example', amountSats: 2_100 }
    const element = insert(set, { 'amount-sats': '10' })
    await drawn()
    copy(element)
    await drawn()
    expect(plain.handed).toHaveLength(2)
    expect(plain.handed.at(-1)).toEqual({ address: set.address, amountSats: 2_100n })
  })

  it.each([
    ['an intent', { intent: async () => 'signed' }, 'intent'],
    ['a signed text', { intent: 'signed' }, 'intent'],
    ['a token', { getToken: async () => 'token' }, 'getToken'],
    ['an amount that is still loading', { address: 'alice@wallet.example', amountSats: null }, 'amountSats'],
  ])('shows nothing without %s, and says why once, until the page sets it', async (_what, set, name) => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
    const element = insert(set)
    await drawn()
    plain.handed.length = 0
    copy(element)
    await drawn()
    const copied = document.querySelector(TAG) as HTMLElement
    copied.setAttribute('description', 'Tea')
    await drawn()
    expect(plain.handed).toEqual([])
    expect(complaint).toHaveBeenCalledOnce()
    expect(String(complaint.mock.calls[0]?.[1])).toContain(`property ${name} was set`)
    expect(document.body.innerHTML).not.toMatch(/signed|async/)
    Object.assign(copied, { ...set, ...(name === 'amountSats' && { amountSats: 5 }) })
    await drawn()
    expect(plain.handed).toHaveLength(1)
  })
})

it('marks an element again after a framework has removed what it did not write, and no element without a lock', async () => {
  const element = insert({ amountSats: 2_100 })
  await drawn()
  element.removeAttribute('data-leyden-set')
  await drawn()
  expect(element.dataset.leydenSet).toBe('{"amountSats":"2100"}')
  Object.assign(element, { amountSats: undefined, wallets: [] })
  expect(element.getAttributeNames()).toEqual([])
})

it('shows nothing in another document, says so once, and is shown again on the way back', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  const element = insert({ address: 'alice@wallet.example', amountSats: 2_100 })
  const frame = document.body.appendChild(document.createElement('iframe'))
  await drawn()
  frame.contentDocument?.body.append(element)
  await drawn()
  await drawn()
  expect(element.shadowRoot?.querySelector('.root')).toBeNull()
  expect(complaint).toHaveBeenCalledOnce()
  expect(String(complaint.mock.calls[0]?.[1])).toContain('another document')
  document.body.append(element)
  await drawn()
  expect(element.shadowRoot?.querySelector('.root')).not.toBeNull()
  expect(plain.handed.at(-1)).toEqual({ address: 'alice@wallet.example', amountSats: 2_100 })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLeyden, type Leyden } from '../script/leyden.js'
import { frameworks, type TipOptions } from '../test-support/frameworks/frameworks.js'
import { plainKit } from '../test-support/plain-kit.js'
import { elementClass } from './leyden-element.js'

let leyden: Leyden
let plain: ReturnType<typeof plainKit>
let complaints: string[]

beforeEach(() => {
  plain = plainKit()
  leyden = createLeyden({ version: '0', kit: plain.kit })
  leyden.api.configure({ bffUrl: '/leyden' })
  complaints = []
  // Angular logs that it is in development.
  vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation((...line) => void complaints.push(line.join(' ')))
})

afterEach(() => {
  vi.restoreAllMocks()
  leyden.remove()
  document.body.replaceChildren()
})

let count = 0

/** Renders the element in a framework. `late` means that the script of Leyden is loaded after that. */
async function page(framework: string, options: TipOptions, order: 'first' | 'late') {
  const tag = `in-framework-${++count}`
  const define = () => customElements.define(tag, elementClass('pay', leyden))
  if (order === 'first') define()
  const container = document.createElement('main')
  document.body.append(container)
  const change = await frameworks[framework]?.(container, tag, options)
  const element = await vi.waitFor(() => {
    const found = container.querySelector(tag)
    if (!found) throw new Error('The framework has not rendered yet.')
    return found
  })
  if (order === 'late') define()
  // A refusal or a widget.
  await vi.waitFor(() => expect(complaints.length + plain.handed.length).toBeGreaterThan(0))
  return {
    change,
    element,
    isShown: () => element.shadowRoot?.querySelector('.root') !== null,
    field: () => element.shadowRoot?.querySelector('input'),
  }
}

const address = 'alice@wallet.example'
const orders = ['first', 'late'] as const
const cases = Object.keys(frameworks).flatMap((framework) => orders.map((order) => ({ framework, order })))

describe.each(cases)('in $framework, with the script $order', ({ framework, order }) => {
  it('a fixed amount and address are locked, and a new amount too', async () => {
    const { change } = await page(framework, { address, amountSats: 2100 }, order)
    const amountOf = (options: object | undefined) => ({
      address: undefined,
      amountSats: undefined,
      ...options,
    })
    expect(
      plain.handed.map(amountOf).map(({ address, amountSats }) => [address, String(amountSats)]),
    ).toEqual(plain.handed.map(() => [address, '2100']))
    change?.({ address, amountSats: 3300 })
    await vi.waitFor(() => expect(String(amountOf(plain.handed.at(-1)).amountSats)).toBe('3300'))
    expect(complaints).toEqual([])
  })

  it('a copy has the same amount and address', async () => {
    const { element } = await page(framework, { address, amountSats: 2100 }, order)
    const shown = plain.handed.length
    document.body.append(element.cloneNode(true))
    await vi.waitFor(() => expect(plain.handed.length).toBeGreaterThan(shown))
    expect(plain.handed.at(-1)).toMatchObject({ address })
    expect(String((plain.handed.at(-1) as { amountSats?: unknown }).amountSats)).toBe('2100')
  })

  it('a payment calls the listener of the page', async () => {
    const onPaid = vi.fn()
    await page(framework, { address, amountSats: 2100, onPaid }, order)
    const outcome = { status: 'paid', amountMsat: '2100000', lnaddress: address, evidence: 'app' } as const
    plain.report({ name: 'leyden-paid', outcome })
    expect(onPaid.mock.calls[0]?.[0].detail).toMatchObject(outcome)
  })

  it('a name that looks like the amount shows nothing', async () => {
    const { isShown } = await page(framework, { address, amount: 2100 }, order)
    expect(complaints.join()).toContain('no option "amount"')
    expect([isShown(), plain.handed]).toEqual([false, []])
  })
})

// Preact drops a function without a trace, if the script is late. The documentation says so.
const seen = cases.filter(({ framework, order }) => framework !== 'Preact' || order !== 'late')

describe.each(seen)('in $framework, with the script $order', ({ framework, order }) => {
  it('an intent locks the payment, or nothing is shown', async () => {
    const intent = async () => 'signed'
    const { isShown, field } = await page(framework, { intent }, order)
    if (ARRIVES[framework]?.includes(order)) {
      expect(plain.handed.at(-1)).toEqual({ intent })
      return
    }
    // Where React takes over a page from a server, the widget is there before React and its props.
    field()?.focus()
    await vi.waitFor(() => expect(complaints.join()).toContain('intent'))
    expect(isShown()).toBe(false)
  })
})

/** When a function arrives in the element. Otherwise a framework writes its source text, or drops it. */
const ARRIVES: Readonly<Record<string, readonly ('first' | 'late')[]>> = {
  'React 19': ['first'],
  Preact: ['first'],
  Vue: ['first'],
  'Vue with .prop': ['first', 'late'],
  Svelte: ['first'],
  Solid: ['first', 'late'],
  Angular: ['first', 'late'],
  'Lit with properties': ['first', 'late'],
}

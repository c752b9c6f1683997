import { fireEvent, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { LeydenProvider } from '../foundation/provider/leyden-provider.js'
import { createFakeClient } from '../testing/fake-client.js'
import { PayToLightningAddress, type PayToLightningAddressProps } from './pay-to-lightning-address.js'
import '../styles.css'

const FORMATTERS = [
  'Collator',
  'DateTimeFormat',
  'ListFormat',
  'Locale',
  'NumberFormat',
  'PluralRules',
  'RelativeTimeFormat',
  'Segmenter',
] as const

/** What makes the browser compute the layout at once, and not once before it paints. */
const LAYOUT_READS: readonly [object, readonly string[]][] = [
  [Element.prototype, ['clientHeight', 'clientWidth', 'scrollHeight', 'scrollWidth', 'scrollTop']],
  [HTMLElement.prototype, ['offsetHeight', 'offsetLeft', 'offsetParent', 'offsetTop', 'offsetWidth']],
  [Element.prototype, ['getBoundingClientRect', 'getClientRects', 'scrollIntoView']],
  [window, ['getComputedStyle']],
]

const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0)) step()
})

function replace(owner: object, name: string, property: PropertyDescriptor) {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  if (!before) throw new Error(`There is no ${name}.`)
  Object.defineProperty(owner, name, { ...before, ...property })
  undo.push(() => Object.defineProperty(owner, name, before))
}

/** Records the formatters that are made, such as `NumberFormat de`, and the reads that force a layout. */
function recordWork() {
  const formatters: string[] = []
  const layoutReads: string[] = []
  for (const name of FORMATTERS)
    replace(Intl, name, {
      value: new Proxy(Intl[name], {
        construct(target, args: ConstructorParameters<typeof Intl.Locale>) {
          formatters.push(`${name} ${args[0]}`)
          return Reflect.construct(target, args)
        },
      }),
    })
  for (const [owner, names] of LAYOUT_READS)
    for (const name of names) {
      const { get, value } = Object.getOwnPropertyDescriptor(owner, name) ?? {}
      const recorded = (read: (...args: unknown[]) => unknown) =>
        function (this: unknown, ...args: unknown[]) {
          layoutReads.push(name)
          return read.apply(this, args)
        }
      replace(owner, name, get ? { get: recorded(get) } : { value: recorded(value) })
    }
  return { formatters, layoutReads }
}

interface Session {
  send(method: 'Performance.enable'): Promise<void>
  send(method: 'Performance.getMetrics'): Promise<{ metrics: { name: string; value: number }[] }>
}

/** How often the browser has calculated the styles and the layout of the page so far. */
async function workOfBrowser(): Promise<Record<string, number>> {
  const session = cdp() as unknown as Session
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  const counts = metrics.filter(({ name }) => ['RecalcStyleCount', 'LayoutCount'].includes(name))
  return Object.fromEntries(counts.map(({ name, value }) => [name, value]))
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

const client = createFakeClient()

/** Renders widgets without StrictMode, which renders twice. */
function renderOnce(props: PayToLightningAddressProps = {}, { locale = 'en', widgets = ['one'] } = {}) {
  return render(
    <LeydenProvider client={client} locale={locale} language={[]}>
      {widgets.map((name) => (
        <PayToLightningAddress key={name} {...props} />
      ))}
    </LeydenProvider>,
  )
}

const typeDigit = (digit: string) => {
  const field = screen.getByLabelText<HTMLInputElement>('Amount')
  flushSync(() => fireEvent.input(field, { target: { value: field.value + digit }, inputType: 'insertText' }))
}

// No other test uses the locales of these tests, so that their formatters are not made yet.
describe('the first render', () => {
  it('makes no formatter and forces no layout for an empty form in English', () => {
    const { formatters, layoutReads } = recordWork()
    renderOnce()
    expect(formatters).toEqual([])
    expect(layoutReads).toEqual([])
    expect(screen.getByLabelText('Amount')).toBeVisible()
  })

  it('makes each formatter once, however many widgets there are', () => {
    const { formatters, layoutReads } = recordWork()
    renderOnce({}, { locale: 'en-KE', widgets: ['one', 'two', 'three'] })
    expect(formatters).toEqual(['Locale en-KE', 'PluralRules en-KE-u-nu-latn'])
    expect(layoutReads).toEqual([])
  })

  it('makes the formatters of an amount that the page fixes, and not those of its limits', () => {
    const { formatters } = recordWork()
    renderOnce({ amountSats: 2_100 }, { locale: 'en-GH' })
    expect(formatters).toEqual([
      'Locale en-GH',
      'NumberFormat en-GH-u-nu-latn',
      'PluralRules en-GH-u-nu-latn',
    ])
  })
})

describe('a key press', () => {
  it('in an amount makes the formatters of the locale at the first digit only', () => {
    renderOnce({}, { locale: 'en-NG' })
    const { formatters, layoutReads } = recordWork()
    typeDigit('2')
    // Plain, always grouped, and with a fraction, which has the decimal separator.
    expect(formatters.splice(0)).toEqual(Array(3).fill('NumberFormat en-NG-u-nu-latn'))
    typeDigit('1')
    typeDigit('0')
    expect(formatters).toEqual([])
    expect(layoutReads).toEqual([])
  })

  it('in an address makes no formatter and forces no layout', () => {
    renderOnce()
    const { formatters, layoutReads } = recordWork()
    const field = screen.getByLabelText('Lightning Address')
    for (const value of ['a', 'al', 'ali'])
      flushSync(() => fireEvent.input(field, { target: { value }, inputType: 'insertText' }))
    expect(field).toHaveValue('ali')
    expect(formatters).toEqual([])
    expect(layoutReads).toEqual([])
  })
})

describe('a page with many widgets', () => {
  /** How often listeners were added to the page, by type, and media queries made. */
  function countListeners() {
    const counts: Record<string, number> = {}
    const count = (name: string) => {
      counts[name] = (counts[name] ?? 0) + 1
    }
    for (const target of [window, document]) {
      const add = target.addEventListener.bind(target) as (...args: unknown[]) => void
      vi.spyOn(target, 'addEventListener').mockImplementation((...args: unknown[]) => {
        if (/^(online|offline|pointerdown|webln:ready)$/.test(String(args[0]))) count(String(args[0]))
        add(...args)
      })
    }
    const matchMedia = window.matchMedia.bind(window)
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
      count(query)
      return matchMedia(query)
    })
    return counts
  }

  it('has each listener and each media query once', () => {
    const counts = countListeners()
    renderOnce({}, { widgets: ['one', 'two', 'three', 'four'] })
    expect(counts).toMatchObject({ online: 1, offline: 1, pointerdown: 1, 'webln:ready': 1 })
    expect(Object.entries(counts).filter(([, times]) => times > 1)).toEqual([])
  })

  it('calculates styles and layouts for all of them together', async () => {
    const names = Array.from({ length: 12 }, (_, number) => `${number}`)
    const before = await workOfBrowser()
    renderOnce({ address: 'dave@wallet.example', amountSats: 2_100 }, { widgets: names })
    await vi.waitFor(() => expect(document.querySelectorAll('.ly-tag')).toHaveLength(names.length))
    await nextFrame()
    const after = await workOfBrowser()
    for (const [name, count] of Object.entries(after))
      expect(`${name}: ${count - (before[name] ?? 0) < 8}`).toBe(`${name}: true`)
  })
})

describe('a card with an address of the page', () => {
  it('can be pressed after one render, renders once more for the answer, and parses it once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let commits = 0
    let parses = 0
    let numbers = 0
    replace(window, 'URL', {
      value: new Proxy(URL, {
        construct(target, args: ConstructorParameters<typeof URL>) {
          if (args[0] === 'https://wallet.example/') parses++
          return Reflect.construct(target, args)
        },
      }),
    })
    const { get } = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format') ?? {}
    replace(Intl.NumberFormat.prototype, 'format', {
      get() {
        numbers++
        return get?.call(this)
      },
    })
    render(
      <LeydenProvider client={client} locale="en-TZ" language={[]}>
        <Profiler id="card" onRender={() => commits++}>
          <PayToLightningAddress
            address="carol@wallet.example"
            defaultAmountSats={2_100}
            presets={[1_000, 5_000, 21_000]}
          />
        </Profiler>
      </LeydenProvider>,
    )
    expect(commits).toBe(1)
    expect(screen.getByRole('button', { name: /^Pay/ })).not.toHaveAttribute('aria-disabled')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(screen.getByText('Test mode')).toBeVisible()
    // In each render the amount in the field and on the button; once its three presets.
    expect({ commits, parses, numbers }).toEqual({ commits: 2, parses: 1, numbers: 7 })
  })
})

import type { Locator, Request } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { embedShop } from './embed-shop.js'
import { eventually } from './eventually.js'
import { barePage } from './widget-page.js'

const shop = await embedShop()
const browser = await sharedBrowser()

/** Counts the listeners on window and document, and the timers. */
const COUNTING = `<script>
window.live = 0
const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype
const kept = new Map()
// The driver of this browser listens too.
const isDriver = (type) => /mouse|touch|click|contextmenu|pointer|__/.test(type)
window.timers = new Map()
for (const kind of ['Timeout', 'Interval']) {
  const [set, clear] = [window['set' + kind], window['clear' + kind]]
  window['set' + kind] = (act, ms, ...given) => {
    const id = set(() => { if (kind === 'Timeout') timers.delete(id); act(...given) }, ms)
    timers.set(id, kind + ' ' + ms)
    return id
  }
  window['clear' + kind] = (id) => { timers.delete(id); clear(id) }
}
for (const target of [window, document]) {
  target.addEventListener = function (type, listener, options) {
    const key = type + String(typeof options === 'object' ? !!options?.capture : !!options)
    const set = kept.get(key) ?? new Set(); kept.set(key, set)
    if (!set.has(listener) && !isDriver(type)) { set.add(listener); live++ }
    options?.signal?.addEventListener('abort', () => { if (set.delete(listener)) live-- })
    return add.call(this, type, listener, options)
  }
  target.removeEventListener = function (type, listener, options) {
    const key = type + String(typeof options === 'object' ? !!options?.capture : !!options)
    if (kept.get(key)?.delete(listener)) live--
    return remove.call(this, type, listener, options)
  }
}</script>`

interface Inline {
  kind: 'pay' | 'ramp'
  options: object
  begin(element: Locator): Promise<unknown>
  isFoundAgain(element: Locator): Promise<unknown>
  /** Ends the watches that continue after the widget is gone. */
  end(): Promise<unknown>
}

/** The invoice that the pay widget showed last. */
let invoice = ''
async function readInvoice(element: Locator) {
  const link = element.locator('a[href^="lightning:"]').first()
  invoice = ((await link.getAttribute('href')) ?? '').replace('lightning:', '')
}

const inline: Inline[] = [
  {
    kind: 'pay',
    options: { address: 'alice@wallet.example', amountSats: 2100 },
    async begin(element) {
      await element.getByRole('button', { name: /^Pay( \d|$)/ }).click()
      await readInvoice(element)
    },
    // The open invoice is shown, not a second one.
    isFoundAgain: (element) => element.locator(`a[href="lightning:${invoice}"]`).first().waitFor(),
    // It can still be paid, so it is watched until it is paid or its grace time is over.
    end: () => shop.pay(invoice),
  },
  {
    kind: 'ramp',
    options: { email: 'player@shop.example', destination: 'alice@wallet.example' },
    async begin(element) {
      await element.getByRole('button', { name: 'Continue to provider' }).click()
      await element.frameLocator('iframe').getByLabel('Six digits').waitFor()
    },
    isFoundAgain: (element) => element.getByRole('heading', { name: 'Waiting for the result' }).waitFor(),
    end: async () => {},
  },
]

it.each(inline)(
  'leaves nothing behind when a mounted $kind widget is removed: no request, timer, listener or node',
  async (one) => {
    const body = barePage(shop.bffUrl).replace('<script src', `${COUNTING}<script src`)
    const { page, problems, close } = await openPage(browser, shop.serve('/gone', body))
    const live = () => page.evaluate<number>('live')
    const timers = async () => {
      const running = await page.evaluate<string[]>('[...timers.values()]')
      // The page removes look-ups from its cache after five minutes, with one timer for each address.
      return running.filter((timer) => timer !== 'Timeout 300000')
    }
    const underWay = new Set<Request>()
    page.on('request', (request) => underWay.add(request))
    page.on('requestfinished', (request) => underWay.delete(request))
    page.on('requestfailed', (request) => underWay.delete(request))
    const urls = () => [...underWay].map((request) => request.url())
    const element = page.locator(one.kind === 'pay' ? 'pay-to-lightning-address' : 'ramp-widget')
    const mount = () =>
      page.evaluate(
        `void (window.element = Leyden.mount('body', '${one.kind}', ${JSON.stringify(one.options)}))`,
      )
    const remove = async () => {
      await page.evaluate('element.remove()')
      await page.waitForFunction('element.shadowRoot.childNodes.length === 0')
    }
    // One widget beforehand, because objects that all widgets share stay for the next one.
    await mount()
    await one.begin(element)
    await remove()
    await one.end()
    // A widget is unmounted a moment after it was removed, because it may only have been moved.
    await eventually(timers).toEqual([])
    const before = await live()
    await mount()
    if (one.kind === 'pay') {
      // The next widget reports a payment that arrived while there was no widget.
      await element.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
      await element.getByRole('button', { name: 'Done' }).click()
      await one.begin(element)
      await remove()
      await mount()
    }
    await one.isFoundAgain(element)
    expect(await live()).toBeGreaterThanOrEqual(before)
    // The stream of its state.
    await eventually(urls).toContainEqual(expect.stringContaining('/watch/'))
    await remove()
    await one.end()
    await eventually(live).toBe(before)
    await eventually(urls).toEqual([])
    // Without a timer, a listener or a pending answer, nothing can happen any more.
    await eventually(timers).toEqual([])
    expect(problems).toEqual([])
    await close()
  },
)

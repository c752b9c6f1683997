import type { Locator, Request } from 'playwright'
import { expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { embedShop } from './embed-shop.js'
import { eventually } from './eventually.js'
import { barePage } from './widget-page.js'

const shop = await embedShop()
const browser = await sharedBrowser()

/** Counts the listeners on window and document, and records the running timers. */
const COUNTING = `<script>
window.listenerCount = 0
const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype
const listeners = new Map()
// Playwright adds listeners of these types, which do not count.
const isDriver = (type) => /mouse|touch|click|contextmenu|pointer|__/.test(type)
window.timers = new Map()
for (const kind of ['Timeout', 'Interval']) {
  const [set, clear] = [window['set' + kind], window['clear' + kind]]
  window['set' + kind] = (callback, ms, ...args) => {
    const id = set(() => { if (kind === 'Timeout') timers.delete(id); callback(...args) }, ms)
    timers.set(id, kind + ' ' + ms)
    return id
  }
  window['clear' + kind] = (id) => { timers.delete(id); clear(id) }
}
for (const target of [window, document]) {
  target.addEventListener = function (type, listener, options) {
    const key = type + String(typeof options === 'object' ? !!options?.capture : !!options)
    const set = listeners.get(key) ?? new Set(); listeners.set(key, set)
    if (!set.has(listener) && !isDriver(type)) { set.add(listener); listenerCount++ }
    options?.signal?.addEventListener('abort', () => { if (set.delete(listener)) listenerCount-- })
    return add.call(this, type, listener, options)
  }
  target.removeEventListener = function (type, listener, options) {
    const key = type + String(typeof options === 'object' ? !!options?.capture : !!options)
    if (listeners.get(key)?.delete(listener)) listenerCount--
    return remove.call(this, type, listener, options)
  }
}</script>`

interface WidgetCase {
  kind: 'pay' | 'ramp'
  options: object
  begin(element: Locator): Promise<unknown>
  waitUntilRestored(element: Locator): Promise<unknown>
  /** Ends the watches that continue after the widget is gone. */
  end(): Promise<unknown>
}

/** The invoice that the pay widget showed last. */
let invoice = ''
async function readInvoice(element: Locator) {
  const link = element.locator('a[href^="lightning:"]').first()
  invoice = ((await link.getAttribute('href')) ?? '').replace('lightning:', '')
}

const widgetCases: WidgetCase[] = [
  {
    kind: 'pay',
    options: { address: 'alice@wallet.example', amountSats: 2100 },
    async begin(element) {
      await element.getByRole('button', { name: /^Pay( \d|$)/ }).click()
      await readInvoice(element)
    },
    // The open invoice is shown, not a second one.
    waitUntilRestored: (element) => element.locator(`a[href="lightning:${invoice}"]`).first().waitFor(),
    // The invoice can still be paid, so it is watched until it is paid or its grace time is over.
    end: () => shop.pay(invoice),
  },
  {
    kind: 'ramp',
    options: { email: 'player@shop.example', destination: 'alice@wallet.example' },
    async begin(element) {
      await element.getByRole('button', { name: 'Continue to provider' }).click()
      await element.frameLocator('iframe').getByLabel('Six digits').waitFor()
    },
    waitUntilRestored: (element) =>
      element.getByRole('heading', { name: 'Waiting for the result' }).waitFor(),
    end: async () => {},
  },
]

it.each(widgetCases)(
  'leaves nothing behind when a mounted $kind widget is removed: no request, timer, listener or node',
  async (widgetCase) => {
    const body = barePage(shop.bffUrl).replace('<script src', `${COUNTING}<script src`)
    const { page, problems, close } = await openPage(browser, shop.serve('/gone', body))
    const listenerCount = () => page.evaluate<number>('listenerCount')
    const timers = async () => {
      const running = await page.evaluate<string[]>('[...timers.values()]')
      // The page removes look-ups from its cache after five minutes, with one timer for each address.
      return running.filter((timer) => timer !== 'Timeout 300000')
    }
    const pendingRequests = new Set<Request>()
    page.on('request', (request) => pendingRequests.add(request))
    page.on('requestfinished', (request) => pendingRequests.delete(request))
    page.on('requestfailed', (request) => pendingRequests.delete(request))
    const pendingUrls = () => [...pendingRequests].map((request) => request.url())
    const element = page.locator(widgetCase.kind === 'pay' ? 'pay-to-lightning-address' : 'ramp-widget')
    const mount = () =>
      page.evaluate(
        `void (window.element = Leyden.mount('body', '${widgetCase.kind}', ${JSON.stringify(widgetCase.options)}))`,
      )
    const remove = async () => {
      await page.evaluate('element.remove()')
      await page.waitForFunction('element.shadowRoot.childNodes.length === 0')
      // React runs the last effects of a removed widget in later tasks, and until then it still hears of payments.
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 200))')
    }
    // The first widget creates objects that all widgets share and that stay, so counting starts after it.
    await mount()
    await widgetCase.begin(element)
    await remove()
    await widgetCase.end()
    // A widget is unmounted a moment after it was removed, because it may only have been moved.
    await eventually(timers).toEqual([])
    const before = await listenerCount()
    await mount()
    if (widgetCase.kind === 'pay') {
      // The next widget reports a payment that arrived while there was no widget.
      await element.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
      await element.getByRole('button', { name: 'Done' }).click()
      await widgetCase.begin(element)
      await remove()
      await mount()
    }
    await widgetCase.waitUntilRestored(element)
    expect(await listenerCount()).toBeGreaterThanOrEqual(before)
    // The stream of the widget's state is open.
    await eventually(pendingUrls).toContainEqual(expect.stringContaining('/watch/'))
    await remove()
    await widgetCase.end()
    await eventually(listenerCount).toBe(before)
    await eventually(pendingUrls).toEqual([])
    // Without a timer, a listener or a pending answer, nothing can happen any more.
    await eventually(timers).toEqual([])
    expect(problems).toEqual([])
    await close()
  },
)

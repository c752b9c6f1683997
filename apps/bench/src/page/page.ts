// Compares the widgets with alternatives: bare React, a vanilla custom element, and Bitcoin Connect, in turn in the
// same run. Headless Chromium, slowed down if a row says so. Times need an idle machine; processor times, of the page's
// main thread at full speed, are valid on a busy one too.
import { withDeadline } from '@leyden/core/internal'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import { type Aim, aimCells, median, type Row, spread, table } from '../table.js'
import { CLICKED, FIND, LAST_HAS, MOUNT, OBSERVE, QR_CODE, SHOWN } from './in-page.js'
import { PAGES, type PageName, type ShopServer, startShopServer } from './shop-server.js'

export interface PageBenchOptions {
  rounds: number
  /** The number of widgets in the row of many widgets. */
  widgets: number
  /** The number of mounts in the row of mounts and unmounts. */
  mounts: number
}

const SLOW = 6
/** How long one visit of one page may take, in milliseconds. */
const LIMIT_MS = 120_000
const OURS = ['react-pay', 'embed'] as const
const isOurs = (name: PageName) => OURS.some((each) => each === name)

const atMost = (value: number, most: number, unit = ''): Aim => ({
  text: `≤ ${most}${unit}`,
  isMet: value <= most,
})

/** An open page, with measurements of its main thread. */
interface OpenPage {
  page: Page
  /** The time from the start of the page until its field or button was painted, in milliseconds. */
  shownMs(): Promise<number>
  /** Processor time of the page's main thread so far, in milliseconds. */
  processorMs(): Promise<number>
  slowDown(rate: number): Promise<unknown>
  /** Sends a command of the Chrome DevTools Protocol. */
  send: CDPSession['send']
}

interface PageRequest {
  name: PageName
  /** The name of the measurement, for errors. */
  what: string
  query?: string | undefined
  /** @default 1 */
  slow?: number | undefined
}

type Visit = <T>(request: PageRequest, work: (open: OpenPage) => Promise<T>) => Promise<T>

/** The table. */
export async function benchPage(
  options: PageBenchOptions,
  executablePath: string | undefined,
): Promise<string> {
  const shop = await startShopServer()
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const browser = await chromium.launch(executablePath ? { executablePath, args } : { args })
  const visit = visitor(browser, shop)
  try {
    const rows = [
      ...(await firstShown(visit, options)),
      ...(await typing(visit, options)),
      ...(await manyWidgets(visit, options, shop)),
      ...(await clickToQrCode(visit, options)),
      ...(await mounts(visit, options)),
    ]
    return table(['page', 'what', 'time, ms', 'processor, ms', 'compared', 'aim', ''], rows)
  } finally {
    await browser.close()
    shop.close()
  }
}

/**
 * Opens a page in a browser without a cache, runs a function there, and closes it.
 *
 * @throws Error if it takes longer than two minutes, because scripts in a page have no time limit, or if the page has
 *   thrown
 */
function visitor(browser: Browser, shop: ShopServer): Visit {
  return async ({ name, what, query = '', slow = 1 }, work) => {
    const context = await browser.newContext()
    const errors: Error[] = []
    const open = async () => {
      const page = await context.newPage()
      page.on('pageerror', (error) => errors.push(error))
      await page.addInitScript(`${FIND};${SHOWN};${CLICKED}`)
      const session = await context.newCDPSession(page)
      const slowDown = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate })
      await session.send('Performance.enable', { timeDomain: 'threadTicks' })
      await slowDown(slow)
      await page.goto(`${shop.url}/${name}?${query}`, { timeout: LIMIT_MS })
      return work({
        page,
        shownMs: () => page.evaluate<number>('window.shown'),
        async processorMs() {
          const { metrics } = await session.send('Performance.getMetrics')
          return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
        },
        slowDown,
        send: session.send.bind(session),
      })
    }
    try {
      const result = await withDeadline(LIMIT_MS, undefined, open)
      if (errors[0]) throw errors[0]
      return result
    } catch (cause) {
      throw new Error(`${name}, "${what}": ${errors[0] ?? cause}`, { cause })
    } finally {
      await context.close()
    }
  }
}

/** Visits the pages in turn, this many times, and keeps the figures of each visit. */
async function measure<Figure extends string>(
  names: readonly PageName[],
  { rounds }: PageBenchOptions,
  once: (name: PageName) => Promise<Record<Figure, number>>,
) {
  const runs = names.map((name) => ({ name, figures: [] as Record<Figure, number>[] }))
  for (let round = 0; round < rounds; round++)
    for (const { name, figures } of runs) figures.push(await once(name))
  const pages = runs.map(({ name, figures }) => ({
    name,
    /** One figure of all visits. */
    of: (figure: Figure) => figures.map((each) => each[figure]),
  }))
  const medianOf = (name: PageName, figure: Figure) =>
    median(pages.find((page) => page.name === name)?.of(figure) ?? [])
  return {
    pages,
    /** The ratio of what two pages need. */
    ratio: (figure: Figure, name: PageName, to: PageName) => medianOf(name, figure) / medianOf(to, figure),
  }
}

/** The alternative with the lowest figures, for each of our pages. */
const BARE: Partial<Record<PageName, PageName>> = { 'react-pay': 'bare-react', embed: 'vanilla' }

async function firstShown(visit: Visit, options: PageBenchOptions): Promise<Row[]> {
  const what = `first field or button painted, ${SLOW}× slower; its processor time`
  const { pages, ratio } = await measure(PAGES, options, async (name) => ({
    time: await visit({ name, what, slow: SLOW }, ({ shownMs }) => shownMs()),
    processor: await visit({ name, what }, async ({ shownMs, processorMs }) => {
      await shownMs()
      return processorMs()
    }),
  }))
  return pages.map(({ name, of }) => {
    const row = [name, what, spread(of('time')), spread(of('processor'))]
    const to = BARE[name]
    if (to === undefined) return row
    const times = ratio('time', name, to)
    const aim = atMost(times, name === 'embed' ? 5 : 1.5, ' times')
    return [...row, `${times.toFixed(2)} × ${to}`, ...aimCells(aim)]
  })
}

const KEYS = 'alice@wallet.example'

async function typing(visit: Visit, options: PageBenchOptions): Promise<Row[]> {
  const what = `${KEYS.length} keys in one of 100 forms, ${SLOW}× slower`
  const type = (name: PageName, slow: number) =>
    visit({ name, what, query: 'widgets=100' }, async ({ page, processorMs, slowDown }) => {
      await page.evaluate(LAST_HAS('input'))
      await page.locator('input').first().click()
      await slowDown(slow)
      await page.evaluate(OBSERVE)
      const before = await processorMs()
      await page.keyboard.type(KEYS, { delay: 80 })
      // Chromium reports an event some frames later.
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))')
      return {
        processor: ((await processorMs()) - before) / KEYS.length,
        longest: Math.max(0, ...(await page.evaluate<number[]>('window.tasks'))),
        slowest: Math.max(0, ...(await page.evaluate<number[]>('window.events'))),
      }
    })
  const { pages } = await measure(['vanilla', 'bare-react', ...OURS], options, async (name) => {
    const { processor } = await type(name, 1)
    return { ...(await type(name, SLOW)), processor }
  })
  return pages.flatMap(({ name, of }) => {
    const row = (figure: 'longest' | 'slowest', most: number, text: string, processor = '') => [
      name,
      `${what}: ${text}`,
      spread(of(figure)),
      processor,
      '',
      ...aimCells(isOurs(name) ? atMost(median(of(figure)), most) : undefined),
    ]
    const processor = spread(of('processor'), 1)
    return [
      row('longest', 50, 'longest task, 0 for none over 50; processor time of a key', processor),
      row('slowest', 200, 'from key to paint, the slowest'),
    ]
  })
}

const ADDRESSES = 10

async function manyWidgets(visit: Visit, options: PageBenchOptions, shop: ShopServer): Promise<Row[]> {
  const { widgets } = options
  const what = `each of ${widgets} on a page, of ${ADDRESSES} addresses, until the last can be used`
  const query = `widgets=${widgets}&addresses=${ADDRESSES}`
  const { pages, ratio } = await measure(PAGES, options, async (name) => {
    const before = shop.lookUps()
    const processor = await visit({ name, what, query }, async ({ page, processorMs }) => {
      await page.evaluate(LAST_HAS('button:not([aria-disabled=true])'))
      return (await processorMs()) / widgets
    })
    return { processor, lookUps: shop.lookUps() - before }
  })
  return pages.map(({ name, of }) => {
    const row = [name, what, '', spread(of('processor'), 2)]
    const to = BARE[name]
    if (to === undefined) return row
    const lookUps = median(of('lookUps'))
    const compared = `${ratio('processor', name, to).toFixed(1)} × ${to}, ${lookUps} look-ups`
    return [...row, compared, ...aimCells(atMost(lookUps, ADDRESSES, ' look-ups'))]
  })
}

async function clickToQrCode(visit: Visit, options: PageBenchOptions): Promise<Row[]> {
  const what = 'click on "Pay" to QR code painted'
  const pay = (name: PageName, slow: number) =>
    visit({ name, what, query: 'addresses=1' }, async ({ page, processorMs, slowDown }) => {
      const button = page.getByRole('button', { name: 'Pay 2,100 sats' })
      await button.waitFor()
      await slowDown(slow)
      // Not awaited, because it waits for the result of the click.
      await page.evaluate(`${QR_CODE};0`)
      const before = await processorMs()
      await button.click()
      const time = await page.evaluate<number>('window.qrCode')
      return { time, processor: (await processorMs()) - before }
    })
  const { pages } = await measure(OURS, options, async (name) => ({
    ...(await pay(name, 1)),
    slowTime: (await pay(name, SLOW)).time,
  }))
  return pages.flatMap(({ name, of }) => [
    [name, what, spread(of('time')), spread(of('processor'))],
    [name, `${what}, ${SLOW}× slower`, spread(of('slowTime'))],
  ])
}

async function mounts(visit: Visit, options: PageBenchOptions): Promise<Row[]> {
  const what = `${options.mounts} mounts and unmounts: what is left`
  const { pages } = await measure(PAGES, { ...options, rounds: 1 }, (name) =>
    visit({ name, what, query: 'widgets=0' }, async ({ page, send }) => {
      const count = async () => {
        await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))')
        for (let times = 0; times < 2; times++) await send('HeapProfiler.collectGarbage')
        const { usedSize } = await send('Runtime.getHeapUsage')
        return { usedSize, ...(await send('Memory.getDOMCounters')) }
      }
      // The first ones do not count, because they pay for what all share.
      await page.evaluate(MOUNT(10))
      const before = await count()
      await page.evaluate(MOUNT(options.mounts))
      const after = await count()
      return {
        kilobytes: (after.usedSize - before.usedSize) / 1_000,
        nodes: after.nodes - before.nodes,
        listeners: after.jsEventListeners - before.jsEventListeners,
      }
    }),
  )
  return pages.map(({ name, of }) => {
    const nodes = median(of('nodes'))
    const listeners = median(of('listeners'))
    const left = `${nodes} nodes, ${listeners} listeners, ${median(of('kilobytes')).toFixed(0)} kB`
    const aim = { text: 'no node, no listener', isMet: nodes <= 0 && listeners <= 0 }
    return [name, what, '', '', left, ...aimCells(isOurs(name) ? aim : undefined)]
  })
}

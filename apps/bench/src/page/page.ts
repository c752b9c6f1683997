// The widgets beside what a page could have instead: bare React, a vanilla custom element, and Bitcoin Connect, in the same
// run and in turn. Chromium without a window, slowed down where a row says so. Times need a machine that does nothing
// else; processor times, of the page's main thread at full speed, hold on a busy one too.
import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import { type Aim, aimCells, median, type Row, spread, table } from '../table.js'
import { CLICKED, FIND, LAST_HAS, MOUNT, OBSERVE, QR_CODE, SHOWN } from './in-page.js'
import { PAGES, type PageName, type ShopServer, startShopServer } from './shop-server.js'

export interface PageBenchOptions {
  rounds: number
  /** In the row of many widgets. */
  widgets: number
  /** In the row of mounts and unmounts. */
  mounts: number
}

const SLOW = 6
/** How long one visit of one page may take. */
const LIMIT_MS = 120_000
const OURS = ['react-pay', 'embed'] as const
const isOurs = (name: PageName) => name === 'react-pay' || name === 'embed'

const atMost = (value: number, most: number, unit = ''): Aim => ({
  text: `≤ ${most}${unit}`,
  isMet: value <= most,
})

/** A page that is open, with what its main thread has done. */
interface OpenPage {
  page: Page
  /** From the start of the page until its field or button was painted, in milliseconds. */
  shownMs(): Promise<number>
  /** Processor time of the page's main thread so far, in milliseconds. */
  processorMs(): Promise<number>
  slowDown(rate: number): Promise<unknown>
  /** Sends a command of the Chrome DevTools Protocol. */
  send: CDPSession['send']
}

interface PageRequest {
  name: PageName
  /** What is measured, for errors. */
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
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
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
 * Opens a page in a browser without a cache, does something there, and closes it.
 *
 * @throws when that takes longer than two minutes, or when the page has thrown
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
      const result = await within(LIMIT_MS, open())
      if (errors[0]) throw errors[0]
      return result
    } catch (cause) {
      throw new Error(`${name}, "${what}": ${errors[0] ?? cause}`, { cause })
    } finally {
      await context.close()
    }
  }
}

/** Rejects when a promise takes longer: scripts in a page have no time limit of their own. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${ms / 1_000} s.`)), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

async function firstShown(visit: Visit, { rounds }: PageBenchOptions): Promise<Row[]> {
  const figures = new Map(PAGES.map((name) => [name, { times: [] as number[], processor: [] as number[] }]))
  const what = `first field or button painted, ${SLOW}× slower; its processor time`
  for (let round = 0; round < rounds; round++)
    for (const [name, { times, processor }] of figures) {
      times.push(await visit({ name, what, slow: SLOW }, ({ shownMs }) => shownMs()))
      processor.push(
        await visit({ name, what }, async ({ shownMs, processorMs }) => {
          await shownMs()
          return processorMs()
        }),
      )
    }
  const compared: Partial<Record<PageName, [to: PageName, most: number]>> = {
    'react-pay': ['bare-react', 1.5],
    embed: ['vanilla', 5],
  }
  return [...figures].map(([name, { times, processor }]) => {
    const row = [name, what, spread(times), spread(processor)]
    const [to, most = 0] = compared[name] ?? []
    if (to === undefined) return row
    const ratio = median(times) / median(figures.get(to)?.times ?? [])
    return [...row, `${ratio.toFixed(2)} × ${to}`, ...aimCells(atMost(ratio, most, ' times'))]
  })
}

const KEYS = 'alice@wallet.example'

async function typing(visit: Visit, { rounds }: PageBenchOptions): Promise<Row[]> {
  const rows: Row[] = []
  const what = `${KEYS.length} keys in one of 100 forms, ${SLOW}× slower`
  for (const name of ['vanilla', 'bare-react', ...OURS] as const) {
    const longest: number[] = []
    const slowest: number[] = []
    const processor: number[] = []
    for (let round = 0; round < rounds; round++)
      for (const slow of [1, SLOW])
        await visit({ name, what, query: 'widgets=100' }, async ({ page, processorMs, slowDown }) => {
          await page.evaluate(LAST_HAS('input'))
          await page.locator('input').first().click()
          await slowDown(slow)
          await page.evaluate(OBSERVE)
          const before = await processorMs()
          await page.keyboard.type(KEYS, { delay: 80 })
          // Chromium reports an event some frames after it.
          await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))')
          if (slow === 1) {
            processor.push(((await processorMs()) - before) / KEYS.length)
            return
          }
          longest.push(Math.max(0, ...(await page.evaluate<number[]>('window.tasks'))))
          slowest.push(Math.max(0, ...(await page.evaluate<number[]>('window.events'))))
        })
    rows.push(
      [
        name,
        `${what}: longest task, 0 for none over 50; processor time of a key`,
        spread(longest),
        spread(processor, 1),
        '',
        ...aimCells(isOurs(name) ? atMost(median(longest), 50) : undefined),
      ],
      [
        name,
        `${what}: from key to paint, the slowest`,
        spread(slowest),
        '',
        '',
        ...aimCells(isOurs(name) ? atMost(median(slowest), 200) : undefined),
      ],
    )
  }
  return rows
}

const ADDRESSES = 10

async function manyWidgets(
  visit: Visit,
  { rounds, widgets }: PageBenchOptions,
  shop: ShopServer,
): Promise<Row[]> {
  const figures = new Map(PAGES.map((name) => [name, { processor: [] as number[], lookUps: [] as number[] }]))
  const what = `each of ${widgets} on a page, of ${ADDRESSES} addresses, until the last can be used`
  const query = `widgets=${widgets}&addresses=${ADDRESSES}`
  for (let round = 0; round < rounds; round++)
    for (const [name, { processor, lookUps }] of figures) {
      const before = shop.lookUps()
      processor.push(
        await visit({ name, what, query }, async ({ page, processorMs }) => {
          await page.evaluate(LAST_HAS('button:not([aria-disabled=true])'))
          return (await processorMs()) / widgets
        }),
      )
      lookUps.push(shop.lookUps() - before)
    }
  const compared: Partial<Record<PageName, PageName>> = { 'react-pay': 'bare-react', embed: 'vanilla' }
  return [...figures].map(([name, { processor, lookUps }]) => {
    const row = [name, what, '', spread(processor, 2)]
    const to = compared[name]
    if (to === undefined) return row
    const ratio = median(processor) / median(figures.get(to)?.processor ?? [])
    return [
      ...row,
      `${ratio.toFixed(1)} × ${to}, ${median(lookUps)} look-ups`,
      ...aimCells(atMost(median(lookUps), ADDRESSES, ' look-ups')),
    ]
  })
}

async function clickToQrCode(visit: Visit, { rounds }: PageBenchOptions): Promise<Row[]> {
  const rows: Row[] = []
  for (const name of OURS) {
    const figures = new Map([1, SLOW].map((slow) => [slow, [] as number[]]))
    const processor: number[] = []
    const what = 'click on "Pay" to QR code painted'
    for (let round = 0; round < rounds; round++)
      for (const [slow, times] of figures)
        await visit({ name, what, query: 'addresses=1' }, async ({ page, processorMs, slowDown }) => {
          const button = page.getByRole('button', { name: 'Pay 2,100 sats' })
          await button.waitFor()
          await slowDown(slow)
          // Not awaited: it waits for what the click brings.
          await page.evaluate(`${QR_CODE};0`)
          const before = await processorMs()
          await button.click()
          times.push(await page.evaluate<number>('window.qrCode'))
          if (slow === 1) processor.push((await processorMs()) - before)
        })
    for (const [slow, times] of figures)
      rows.push([
        name,
        slow > 1 ? `${what}, ${slow}× slower` : what,
        spread(times),
        slow > 1 ? '' : spread(processor),
      ])
  }
  return rows
}

async function mounts(visit: Visit, { mounts }: PageBenchOptions): Promise<Row[]> {
  const rows: Row[] = []
  const what = `${mounts} mounts and unmounts: what is left`
  for (const name of PAGES) {
    const left = await visit({ name, what, query: 'widgets=0' }, async ({ page, send }) => {
      const count = async () => {
        await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))')
        for (let times = 0; times < 2; times++) await send('HeapProfiler.collectGarbage')
        const { usedSize } = await send('Runtime.getHeapUsage')
        const { nodes, jsEventListeners } = await send('Memory.getDOMCounters')
        return { usedSize, nodes, jsEventListeners }
      }
      // The first ones pay for what all share.
      await page.evaluate(MOUNT(10))
      const before = await count()
      await page.evaluate(MOUNT(mounts))
      const after = await count()
      return {
        kilobytes: (after.usedSize - before.usedSize) / 1_000,
        nodes: after.nodes - before.nodes,
        listeners: after.jsEventListeners - before.jsEventListeners,
      }
    })
    const { nodes, listeners, kilobytes } = left
    rows.push([
      name,
      what,
      '',
      '',
      `${nodes} nodes, ${listeners} listeners, ${kilobytes.toFixed(0)} kB`,
      ...(isOurs(name) ? ['no node, no listener', nodes <= 0 && listeners <= 0 ? 'met' : 'missed'] : []),
    ])
  }
  return rows
}

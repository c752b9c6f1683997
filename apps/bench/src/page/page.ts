// The widgets beside what a page could have instead: bare React, a vanilla custom element, and Bitcoin Connect, in the same
// run and in turn. Chromium without a window, slowed down where a row says so. Times need a machine that does nothing
// else; processor times, of the page's main thread at full speed, hold on a busy one too.
import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import { type Aim, aimCells, median, type Row, spread, table } from '../table.js'
import { FIND, MOUNT, OBSERVE, QR_CODE, SHOWN } from './in-page.js'
import { PAGES, type PageName, type ShopServer, startShopServer } from './shop-server.js'

export interface PageBenchOptions {
  rounds: number
  /** In the row of mounts and unmounts. */
  mounts: number
}

const SLOW = 6
const OURS = ['react-pay', 'embed'] as const

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
      ...(await clickToQrCode(visit, options)),
      ...(await mounts(visit, options)),
    ]
    return table(['page', 'what', 'time, ms', 'processor, ms', 'compared', 'aim', ''], rows)
  } finally {
    await browser.close()
    shop.close()
  }
}

/** Opens a page in a browser without a cache, does something there, and closes it. */
function visitor(browser: Browser, shop: ShopServer): Visit {
  return async ({ name, query = '', slow = 1 }, work) => {
    const context = await browser.newContext()
    try {
      const page = await context.newPage()
      const errors: Error[] = []
      page.on('pageerror', (error) => errors.push(error))
      await page.addInitScript(`${FIND};${SHOWN}`)
      const session = await context.newCDPSession(page)
      const slowDown = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate })
      await session.send('Performance.enable', { timeDomain: 'threadTicks' })
      await slowDown(slow)
      await page.goto(`${shop.url}/${name}?${query}`)
      const result = await work({
        page,
        shownMs: () => page.evaluate<number>('window.shown'),
        async processorMs() {
          const { metrics } = await session.send('Performance.getMetrics')
          return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
        },
        slowDown,
        send: session.send.bind(session),
      })
      if (errors[0]) throw errors[0]
      return result
    } finally {
      await context.close()
    }
  }
}

async function firstShown(visit: Visit, { rounds }: PageBenchOptions): Promise<Row[]> {
  const figures = new Map(PAGES.map((name) => [name, { times: [] as number[], processor: [] as number[] }]))
  for (let round = 0; round < rounds; round++)
    for (const [name, { times, processor }] of figures) {
      times.push(await visit({ name, slow: SLOW }, ({ shownMs }) => shownMs()))
      processor.push(
        await visit({ name }, async ({ shownMs, processorMs }) => {
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
    const row = [
      name,
      `first field or button painted, ${SLOW}× slower; its processor time`,
      spread(times),
      spread(processor),
    ]
    const [to, most = 0] = compared[name] ?? []
    if (to === undefined) return row
    const ratio = median(times) / median(figures.get(to)?.times ?? [])
    return [...row, `${ratio.toFixed(2)} × ${to}`, ...aimCells(atMost(ratio, most, ' times'))]
  })
}

const KEYS = 'alice@wallet.example'

async function typing(visit: Visit, { rounds }: PageBenchOptions): Promise<Row[]> {
  const rows: Row[] = []
  for (const name of ['bare-react', ...OURS] as const) {
    const longest: number[] = []
    const slowest: number[] = []
    const processor: number[] = []
    for (let round = 0; round < rounds; round++)
      for (const slow of [1, SLOW])
        await visit({ name, query: 'widgets=100' }, async ({ page, shownMs, processorMs, slowDown }) => {
          await shownMs()
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
    const isOurs = name !== 'bare-react'
    const what = `${KEYS.length} keys in one of 100 forms, ${SLOW}× slower`
    rows.push(
      [
        name,
        `${what}: longest task, 0 for none over 50; processor time of a key`,
        spread(longest),
        spread(processor, 1),
        '',
        ...aimCells(isOurs ? atMost(median(longest), 50) : undefined),
      ],
      [
        name,
        `${what}: from key to paint, the slowest`,
        spread(slowest),
        '',
        '',
        ...aimCells(isOurs ? atMost(median(slowest), 200) : undefined),
      ],
    )
  }
  return rows
}

async function clickToQrCode(visit: Visit, { rounds }: PageBenchOptions): Promise<Row[]> {
  const rows: Row[] = []
  for (const name of OURS) {
    const figures = new Map([1, SLOW].map((slow) => [slow, [] as number[]]))
    const processor: number[] = []
    for (let round = 0; round < rounds; round++)
      for (const [slow, times] of figures)
        await visit({ name, query: 'addresses=1' }, async ({ page, processorMs, slowDown }) => {
          const button = page.getByRole('button', { name: 'Pay 2,100 sats' })
          await button.waitFor()
          await slowDown(slow)
          // Not awaited: it would wait for the click.
          await page.evaluate(`${QR_CODE};0`)
          const before = await processorMs()
          await button.click()
          times.push(await page.evaluate<number>('window.qrCode'))
          if (slow === 1) processor.push((await processorMs()) - before)
        })
    for (const [slow, times] of figures)
      rows.push([
        name,
        `click on "Pay" to QR code painted${slow > 1 ? `, ${slow}× slower` : ''}`,
        spread(times),
        slow > 1 ? '' : spread(processor),
      ])
  }
  return rows
}

async function mounts(visit: Visit, { mounts }: PageBenchOptions): Promise<Row[]> {
  const rows: Row[] = []
  for (const name of PAGES) {
    const left = await visit({ name, query: 'widgets=0' }, async ({ page, send }) => {
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
    const isOurs = name === 'react-pay' || name === 'embed'
    const { nodes, listeners, kilobytes } = left
    rows.push([
      name,
      `${mounts} mounts and unmounts: what is left`,
      '',
      '',
      `${nodes} nodes, ${listeners} listeners, ${kilobytes.toFixed(0)} kB`,
      ...(isOurs ? ['no node, no listener', nodes <= 0 && listeners <= 0 ? 'met' : 'missed'] : []),
    ])
  }
  return rows
}

// Compares the widgets with alternatives: bare React, React with a QR code, a vanilla custom element, and Bitcoin Connect,
// in turn in the same run. Headless Chromium, slowed down if a row says so. Times need an idle machine; processor times, of the page's
// main thread at full speed, are valid on a busy one too.
import { markdownTable } from 'markdown-table'
import { type BrowserContext, chromium } from 'playwright'
import { type Aim, aimCells, type BenchResult, isShort, median, spread } from '../table.js'
import { PAGES, type PageName, startShopServer } from './shop-server.js'

const ROUNDS = isShort ? 1 : 3
/** The number of widgets in the row of many widgets. */
const WIDGETS = isShort ? 20 : 1_000
/** The number of mounts in the row of mounts and unmounts. */
const MOUNTS = isShort ? 5 : 200
/** The mounts before them: until then the browser still compiles the code of all pages, which takes memory once. */
const MOUNTS_BEFORE = isShort ? 10 : 800
const SLOW = 6
/** How long one visit of one page may take, in milliseconds. */
const LIMIT_MS = 120_000
const OURS: readonly PageName[] = ['react-pay', 'embed']
/** The alternative with the lowest figures, for each of our pages. */
const BARE: Partial<Record<PageName, PageName>> = { 'react-pay': 'bare-react', embed: 'vanilla' }

type Row = readonly [
  page: PageName,
  what: string,
  time: string,
  processor: string,
  compared?: string,
  aim?: Aim | undefined,
]

/** Prints each row as soon as it is measured. A measurement that fails does not stop the others. @returns the table */
export async function benchPage(executablePath: string | undefined): Promise<BenchResult> {
  const shop = await startShopServer()
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const browser = await chromium.launch(executablePath ? { executablePath, args } : { args })
  /** Opens a page in a browser without a cache, runs a function there, and closes it. */
  const visit: Visit = async (name, { query = '', slow = 1 }, work) => {
    const context = await browser.newContext()
    // Scripts in a page have no time limit.
    const timeout = setTimeout(() => context.close(), LIMIT_MS)
    try {
      const open = await openPage(context, slow)
      const thrown = open.page.waitForEvent('pageerror', { timeout: 0 })
      await open.page.goto(shop.urlOf(name, query))
      return await Promise.race([work(open), thrown.then((error) => Promise.reject(error))])
    } catch (cause) {
      throw new Error(`${name}?${query}: ${cause}`, { cause })
    } finally {
      clearTimeout(timeout)
      await context.close()
    }
  }
  try {
    const measurements = {
      'first shown': () => firstShown(visit),
      typing: () => typing(visit),
      'many widgets': () => manyWidgets(visit, shop.lookUps),
      'click to QR code': () => clickToQrCode(visit),
      mounts: () => mounts(visit),
    }
    const cells: string[][] = []
    const failures: string[] = []
    for (const [name, rowsOf] of Object.entries(measurements)) {
      const rows = await rowsOf().catch((error: Error) => {
        failures.push(`${name}: ${error.message}`)
        console.error(failures.at(-1))
        return []
      })
      for (const [page, what, time, processor, compared = '', aim] of rows) {
        const row = [page, what, time, processor, compared, ...aimCells(aim)]
        cells.push(row)
        console.log(row.join(' | '))
      }
    }
    const head = ['page', 'what', 'time, ms', 'processor, ms', 'compared', 'aim', '']
    return { table: markdownTable([head, ...cells]), failures }
  } finally {
    await browser.close()
    await shop.close()
  }
}

/** Opens an empty page, to measure its main thread. */
async function openPage(context: BrowserContext, slow: number) {
  const page = await context.newPage()
  // It has to run before the embed, which hides clicks on its widgets from later listeners.
  await page.addInitScript(() => {
    addEventListener('click', ({ timeStamp }) => Object.assign(window, { clickedMs: timeStamp }), true)
  })
  /** Of the Chrome DevTools Protocol. */
  const session = await context.newCDPSession(page)
  const slowDown = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate })
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await slowDown(slow)
  const metric = async (wanted: 'TaskDuration' | 'RecalcStyleCount') => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  }
  return {
    page,
    /** Processor time of the page's main thread so far, in milliseconds. */
    processorMs: async () => (await metric('TaskDuration')) * 1_000,
    /** How often the page's styles were calculated so far. */
    styleCalculations: () => metric('RecalcStyleCount'),
    slowDown,
    session,
  }
}

type OpenPage = Awaited<ReturnType<typeof openPage>>
type Visit = <T>(
  name: PageName,
  options: { query?: string | undefined; slow?: number | undefined },
  work: (open: OpenPage) => Promise<T>,
) => Promise<T>

/**
 * Measures the pages in turn, in each round.
 *
 * @returns a function that returns one figure of a page in all rounds
 */
async function measure<Figure extends string>(
  pages: readonly PageName[],
  once: (page: PageName) => Promise<Record<Figure, number>>,
) {
  const results: { page: PageName; figures: Record<Figure, number> }[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const page of pages) results.push({ page, figures: await once(page) })
  return (name: PageName, figure: Figure) =>
    results.filter(({ page }) => page === name).map(({ figures }) => figures[figure])
}

const atMost = (value: number, most: number, unit = ''): Aim => ({
  text: `≤ ${most}${unit}`,
  isMet: value <= most,
})

/** Met if each of them is. */
const allOf = (...aims: Aim[]): Aim => ({
  text: aims.map(({ text }) => text).join(', '),
  isMet: aims.every(({ isMet }) => isMet),
})

async function firstShown(visit: Visit): Promise<Row[]> {
  const what = `first field or button painted, ${SLOW}× slower; its processor time`
  const figures = await measure(PAGES, async (name) => ({
    time: await visit(name, { slow: SLOW }, ({ page }) => page.evaluate(() => window.bench.shownMs)),
    processor: await visit(name, {}, async ({ page, processorMs }) => {
      await page.evaluate(() => window.bench.shownMs)
      return processorMs()
    }),
  }))
  return PAGES.map((page) => {
    const row = [page, what, spread(figures(page, 'time')), spread(figures(page, 'processor'))] as const
    const bare = BARE[page]
    if (!bare) return row
    const timesOf = (other: PageName) => median(figures(page, 'time')) / median(figures(other, 'time'))
    const [times, timesOfPeer] = [timesOf(bare), timesOf('bitcoin-connect')]
    const compared = `${times.toFixed(2)} × ${bare}, ${timesOfPeer.toFixed(2)} × bitcoin-connect`
    // How many times bare React depends on the machine: the start of a file takes longer on a slow one.
    const aims = page === 'embed' ? [atMost(times, 5, ' times')] : []
    return [...row, compared, allOf(...aims, atMost(timesOfPeer, 1, ' × bitcoin-connect'))]
  })
}

const KEYS = 'alice@wallet.example'

async function typing(visit: Visit): Promise<Row[]> {
  const what = `${KEYS.length} keys in one of 100 forms, ${SLOW}× slower`
  const type = (name: PageName, slow: number) =>
    visit(name, { query: 'widgets=100' }, async ({ page, processorMs, slowDown }) => {
      await page.evaluate(() => window.bench.paintedMs('input'))
      await page.locator('input').first().click()
      await slowDown(slow)
      const tasks = await page.evaluateHandle(() => window.bench.durationsOf('longtask'))
      const events = await page.evaluateHandle(() => window.bench.durationsOf('event'))
      const before = await processorMs()
      await page.keyboard.type(KEYS, { delay: 80 })
      // Chromium reports an event some frames later.
      await page.waitForTimeout(500)
      return {
        processor: ((await processorMs()) - before) / KEYS.length,
        longest: Math.max(0, ...(await tasks.jsonValue())),
        slowest: Math.max(0, ...(await events.jsonValue())),
      }
    })
  const pages: readonly PageName[] = ['vanilla', 'bare-react', ...OURS]
  const figures = await measure(pages, async (name) => {
    const { processor } = await type(name, 1)
    return { ...(await type(name, SLOW)), processor }
  })
  return pages.flatMap((page) => {
    const row = (figure: 'longest' | 'slowest', most: number, text: string, processor = ''): Row => {
      const bare = median(figures('bare-react', figure))
      const isMet = median(figures(page, figure)) <= Math.max(most, 2 * bare)
      const aim = OURS.includes(page) ? { text: `≤ ${most}, or 2 × bare-react`, isMet } : undefined
      return [page, `${what}: ${text}`, spread(figures(page, figure)), processor, '', aim]
    }
    const processor = spread(figures(page, 'processor'), 1)
    return [
      row('longest', 50, 'longest task, 0 for none over 50; processor time of a key', processor),
      row('slowest', 200, 'from key to paint, the slowest'),
    ]
  })
}

const ADDRESSES = 10

async function manyWidgets(visit: Visit, lookUpsSoFar: () => number): Promise<Row[]> {
  const what = `each of ${WIDGETS} on a page, of ${ADDRESSES} addresses, until the last can be used`
  const query = `widgets=${WIDGETS}&addresses=${ADDRESSES}`
  const figures = await measure(PAGES, async (name) => {
    const before = lookUpsSoFar()
    const ofEach = await visit(name, { query }, async ({ page, processorMs, styleCalculations }) => {
      await page.evaluate(() => window.bench.paintedMs('button:not([aria-disabled=true])'))
      return {
        processor: (await processorMs()) / WIDGETS,
        styles: (await styleCalculations()) / WIDGETS,
      }
    })
    return { ...ofEach, lookUps: lookUpsSoFar() - before }
  })
  return PAGES.map((page) => {
    const row = [page, what, '', spread(figures(page, 'processor'), 2)] as const
    const bare = BARE[page]
    if (!bare) return row
    const timesOf = (other: PageName) =>
      median(figures(page, 'processor')) / median(figures(other, 'processor'))
    const timesOfPeer = timesOf('bitcoin-connect')
    const lookUps = median(figures(page, 'lookUps'))
    const styles = median(figures(page, 'styles'))
    const ratios = `${timesOf(bare).toFixed(1)} × ${bare}, ${timesOfPeer.toFixed(2)} × bitcoin-connect`
    const compared = `${ratios}, ${lookUps} look-ups, styles ${styles.toFixed(2)} times each`
    const counts = [atMost(lookUps, ADDRESSES, ' look-ups'), atMost(styles, 0.1, ' styles')]
    // An element has a style sheet and a root of its own, so its ratio has no aim.
    const aims = page === 'embed' ? [] : [atMost(timesOfPeer, 1, ' × bitcoin-connect')]
    return [...row, compared, allOf(...aims, ...counts)]
  })
}

async function clickToQrCode(visit: Visit): Promise<Row[]> {
  const what = 'click on "Pay" to QR code painted'
  const pay = (name: PageName, slow: number) =>
    visit(name, { query: 'addresses=1' }, async ({ page, processorMs, slowDown }) => {
      const button = page.getByRole('button', { name: 'Pay 2,100 sats' })
      await button.waitFor()
      // Somebody points at the button before they press it, and the rest of the code is loaded meanwhile.
      await button.hover()
      await page.waitForTimeout(1_500)
      await slowDown(slow)
      // In an object, because the handle of a promise would wait for it, and so for the result of the click.
      const qrCode = await page.evaluateHandle(() => ({ paintedMs: window.bench.paintedMs('[role=img]') }))
      const before = await processorMs()
      await button.click()
      const time = await qrCode.evaluate(async ({ paintedMs }) => (await paintedMs) - window.clickedMs)
      return { time, processor: (await processorMs()) - before }
    })
  const pages: readonly PageName[] = ['bare-qr', ...OURS]
  const figures = await measure(pages, async (name) => ({
    ...(await pay(name, 1)),
    slowTime: (await pay(name, SLOW)).time,
  }))
  return pages.flatMap((page): Row[] => {
    const row = (figure: 'time' | 'slowTime', text: string, processor: string): Row => {
      const own = [page, text, spread(figures(page, figure)), processor] as const
      if (!OURS.includes(page)) return own
      const times = median(figures(page, figure)) / median(figures('bare-qr', figure))
      const aim = figure === 'time' ? atMost(times, 1.7, ' times') : undefined
      return [...own, `${times.toFixed(2)} × bare-qr`, aim]
    }
    return [
      row('time', what, spread(figures(page, 'processor'))),
      row('slowTime', `${what}, ${SLOW}× slower`, ''),
    ]
  })
}

async function mounts(visit: Visit): Promise<Row[]> {
  const what = `${MOUNTS} mounts and unmounts, after ${MOUNTS_BEFORE} others: what is left`
  const rows: Row[] = []
  for (const name of PAGES)
    await visit(name, { query: 'widgets=0' }, async ({ page, session }) => {
      const count = async () => {
        await page.waitForTimeout(500)
        for (let times = 0; times < 2; times++) await session.send('HeapProfiler.collectGarbage')
        const { usedSize } = await session.send('Runtime.getHeapUsage')
        return { usedSize, ...(await session.send('Memory.getDOMCounters')) }
      }
      const mountAndUnmount = (times: number) =>
        page.evaluate((count) => window.bench.mountAndUnmount(count), times)
      await mountAndUnmount(MOUNTS_BEFORE)
      const before = await count()
      await mountAndUnmount(MOUNTS)
      const after = await count()
      const kilobytes = (after.usedSize - before.usedSize) / 1_000
      const nodes = after.nodes - before.nodes
      const listeners = after.jsEventListeners - before.jsEventListeners
      const left = `${nodes} nodes, ${listeners} listeners, ${kilobytes.toFixed(0)} kB`
      const isMet = nodes <= 0 && listeners <= 0 && kilobytes <= 100
      const aim = { text: 'no node, no listener, ≤ 100 kB', isMet }
      rows.push([name, what, '', '', left, OURS.includes(name) ? aim : undefined])
    })
  return rows
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { toNodeHandler } from '@leyden/bff/node'
import { operations } from '@leyden/bff/operations'
import { operatorsPage } from '@leyden/operators-page'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { listen } from '../harness/listen.js'
import { rows } from '../harness/rows.js'
import { type Shop, startShop } from '../harness/start-shop.js'
import { until } from '../harness/until.js'

const TOKEN = 'the admin token of an operator, long enough'
const browser = await sharedBrowser()
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const HOUR_MS = 3_600_000

let shop: Shop
let port: Awaited<ReturnType<typeof listen>>
let failing: string | undefined
let aheadMs = 0
let operator: Awaited<ReturnType<typeof openOperator>>

/** A browser on the operators’ port, in which the operator has entered the token. */
async function openOperator(options: Parameters<typeof openPage>[2] = {}) {
  const httpCredentials = { username: 'operator', password: TOKEN }
  const opened = await openPage(browser, `${port.url}/`, { httpCredentials, ...options })
  const { page } = opened
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  return opened
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('search').getByRole('textbox').fill(text)
  await page.getByRole('button', { name: 'Search' }).click()
}

async function axeProblems(page: Page): Promise<string[]> {
  const run = `${axe};axe.run(document,{runOnly:{type:'tag',values:['wcag2a','wcag2aa','wcag21aa','wcag22aa','best-practice']}})
    .then(({violations})=>violations.map(({id,nodes})=>id+': '+nodes[0].html))`
  return page.evaluate<string[]>(run)
}

/** Requests an invoice for an order, like a page. */
async function charge(reference: string, amountMsat = 2_100_000n): Promise<string> {
  const intent = await shop.sign({ lnaddress: 'shop@mine.example', amountMsat, reference })
  const reply = await fetch(`${shop.bffUrl}/v0/ln-address/fetch-charge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-leyden': '1' },
    body: JSON.stringify({ intent }),
  })
  const { data } = (await reply.json()) as { data: { invoice: { request: string }; watch_url: string } }
  return /\.([0-9a-f]{64})\./.exec(data.watch_url)?.[1] ?? ''
}

/** What happened to each order, and how the operators' page answers "a customer says they paid order 7". */
const ORDERS: Record<string, { answer: RegExp; happen(reference: string): Promise<unknown> }> = {
  'order-7-delivered': {
    answer: /^Paid, and delivered to your server/,
    happen: async (reference) => shop.bff.settle({ paymentHash: await charge(reference) }),
  },
  'order-7-twice': {
    answer: /^Paid twice/,
    async happen(reference) {
      const first = await charge(reference)
      aheadMs = HOUR_MS
      const second = await charge(reference)
      for (const paymentHash of [first, second]) await shop.bff.settle({ paymentHash })
      aheadMs = 0
    },
  },
  'order-7-amount': {
    answer: /^Paid, but not what the order says/,
    async happen(reference) {
      const paymentHash = await charge(reference)
      await shop.sign({ lnaddress: 'shop@mine.example', amountMsat: 9_000_000n, reference })
      await shop.bff.settle({ paymentHash })
    },
  },
  'order-7-held': {
    answer: /^Held: an operator has to check it/,
    async happen(reference) {
      await shop.bff.rampSession({
        email: 'buyer@mail.example',
        referenceId: reference,
        destination: 'buyer@wallet.example',
      })
      const event = {
        id: 'evt_1',
        type: 'ramp.purchase.completed',
        created_at: new Date().toISOString(),
        livemode: true,
        data: {},
      }
      await fetch(shop.webhookUrls.at(-1) ?? '', { method: 'POST', body: JSON.stringify(event) })
    },
  },
  'order-7-never': {
    answer: /^Never asked for/,
    happen: (reference) => shop.sign({ lnaddress: 'shop@mine.example', amountMsat: 2_100_000n, reference }),
  },
  'order-7-expired': {
    answer: /^Not paid: the invoice has expired/,
    async happen(reference) {
      aheadMs = -3 * HOUR_MS
      await charge(reference)
      aheadMs = 0
    },
  },
  // Last, because a failing endpoint delays the events of the others.
  'order-7-waiting': {
    answer: /^Paid, and the event waits for your server/,
    async happen(reference) {
      failing = reference
      await shop.bff.settle({ paymentHash: await charge(reference) })
    },
  },
}

beforeAll(async () => {
  shop = await startShop({
    isDurable: true,
    settlement: { recipients: true },
    now: () => new Date(Date.now() + aheadMs),
    sandbox: { now: () => Date.now() + aheadMs },
    extensions: [operatorsPage(operations({ token: TOKEN }))],
    onEvent({ data }) {
      if ('reference' in data && data.reference === failing) throw new Error('The shop is down.')
    },
  })
  port = await listen(toNodeHandler(shop.bff, { routes: 'admin', prefix: '' }))
  for (const [reference, { happen }] of Object.entries(ORDERS)) await happen(reference)
  operator = await openOperator()
})
afterAll(async () => {
  await operator?.close()
  await port?.close()
  await shop?.close()
})

it.each(Object.entries(ORDERS))('answers for %s on one page', async (reference, { answer }) => {
  const { page } = operator
  await until(async () => {
    await search(page, reference)
    expect(await page.locator('[data-answer] .title').first().textContent()).toMatch(answer)
  })
  expect(page.url()).toBe(`${port.url}/admin/page/search`)
  expect(await page.getByText('buyer@wallet.example').isVisible()).toBe(false)
  expect(await axeProblems(page)).toEqual([])
  expect(operator.problems).toEqual([])
})

it('releases, delivers again and records a payment after a question each, without JavaScript', async () => {
  const { page, close } = await openOperator({ javaScriptEnabled: false })
  const answer = page.locator('[data-answer] .title').first()
  await search(page, 'order-7-held')
  await page.getByText('Show the address of the buyer').click()
  expect(await page.getByText('buyer@wallet.example').isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Release…' }).click()
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  await page.getByRole('status').getByText('The event is released.').waitFor()

  await search(page, 'order-7-expired')
  await page.getByRole('button', { name: 'Record as paid…' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  expect(await answer.textContent()).toMatch(/^Not paid/)
  await page.getByRole('button', { name: 'Record as paid…' }).click()
  await page.getByRole('button', { name: 'Record as paid', exact: true }).click()
  await page.getByRole('status').getByText('The payment is recorded.').waitFor()
  expect(await answer.textContent()).toMatch(/^Paid/)

  failing = undefined
  await search(page, 'order-7-waiting')
  await page.getByRole('button', { name: 'Deliver again…' }).click()
  await page.getByRole('button', { name: 'Deliver again', exact: true }).click()
  await until(async () => {
    await page.reload()
    expect(await answer.textContent()).toMatch(/^Paid, and delivered/)
  })
  await close()
})

it.each(
  rows<[where: string, colorScheme: 'light' | 'dark', width: number]>(
    [['on a phone', 'light', 320]],
    [
      ['light', 'light', 1280],
      ['dark', 'dark', 1280],
    ],
  ),
)('has no barrier, %s', async (_, colorScheme, width) => {
  const { page, close } = await openOperator({ colorScheme, viewport: { width, height: 800 } })
  for (const path of ['', '/payments', '/sessions', '/events']) {
    await page.goto(`${port.url}/admin/page${path}`)
    expect(await axeProblems(page), path).toEqual([])
    const width = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    expect(width, path).toBeLessThanOrEqual(0)
  }
  await close()
})

it('is not shown without the token', async () => {
  const { page, close } = await openPage(browser, 'about:blank')
  expect((await page.goto(`${port.url}/admin/page/payments`))?.status()).toBe(401)
  await close()
})

it('is not on the port of pages', async () => {
  for (const path of ['/', '/admin/page', '/admin/page/payments'])
    expect((await fetch(shop.bffUrl + path)).status).toBe(404)
})

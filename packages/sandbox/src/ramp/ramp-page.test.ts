import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, FrameLocator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type RunningSandbox, startSandbox } from '../node/start-sandbox.js'
import { launchBrowser } from '../test-support/launch-browser.js'

/** A shop's page that frames the ramp and records its messages, and the shop's webhook URL. */
function startShop(): Promise<{ server: Server; url: string; events: string[] }> {
  const events: string[] = []
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      let body = ''
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      request.on('end', () => events.push(JSON.parse(body).type))
      response.writeHead(204).end()
      return
    }
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Shop</title>
      <script>window.received = []; addEventListener('message', (event) => received.push([event.origin, event.data]))</script>`)
  })
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      resolve({ server, url: `http://localhost:${(server.address() as AddressInfo).port}`, events })
    }),
  )
}

let browser: Browser
let sandbox: RunningSandbox
let shop: Awaited<ReturnType<typeof startShop>>
let page: Page
const complaints: string[] = []
/** Whether this is `npm run soak`. `npm test` uses the sample document, as a journey of the ramp does. */
const inSoak = process.env.LEYDEN_SOAK === '1'

beforeAll(async () => {
  browser = await launchBrowser()
  sandbox = await startSandbox({ port: 0, rampPort: 0 })
  shop = await startShop()
})

afterAll(async () => {
  await browser?.close()
  await sandbox?.close()
  shop?.server.close()
})

afterEach(async () => {
  await page?.context().close()
  complaints.length = 0
  shop.events.length = 0
})

async function createSession(email: string): Promise<string> {
  const response = await fetch(`${sandbox.url}/api/v1/ramp-widget`, {
    method: 'POST',
    headers: { apikey: 'sandbox-key' },
    body: JSON.stringify({ email, webhook_url: `${shop.url}/hook`, destination: 'alice@wallet.example' }),
  })
  const body = (await response.json()) as { data: { widget_url: string } }
  return body.data.widget_url
}

/** The ramp in a frame of 320 px on another origin's page. */
async function frame(
  widgetUrl: string,
  options: { camera?: boolean; allow?: string } = {},
): Promise<FrameLocator> {
  const context = await browser.newContext({ viewport: { width: 340, height: 720 } })
  if (options.camera) await context.grantPermissions(['camera'])
  page = await context.newPage()
  page.setDefaultTimeout(120_000)
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(shop.url)
  await page.evaluate(
    ([src = '', allow = '']) => {
      const element = document.createElement('iframe')
      Object.assign(element, { src, allow, width: '320', height: '640' })
      element.style.border = '0'
      document.body.append(element)
    },
    [widgetUrl, options.allow ?? ''],
  )
  return page.frameLocator('iframe')
}

const readMessages = () =>
  page.evaluate(
    () => (window as unknown as { received: [string, { type: string; payload: object }][] }).received,
  )

describe('the ramp page in a frame', () => {
  it('leads from the code to bitcoin by keyboard only, and reports each step to its parent', async () => {
    const ramp = await frame(await createSession('guest@mail.example'))
    await ramp.getByLabel('Six digits').focus()
    await page.keyboard.type('123456')
    await page.keyboard.press('Enter')
    await ramp.getByRole('heading', { name: 'Show your identity document' }).waitFor()
    for (let press = 0; press < 3; press++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await ramp.getByRole('heading', { name: 'How much do you want to buy?' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('120')
    await ramp.getByText('0.00118200 BTC').waitFor()
    await page.keyboard.press('Enter')
    await ramp.getByRole('button', { name: 'Pay 120.00 USD' }).waitFor()
    for (const text of ['4242424242424242', '12/34', '123']) {
      await page.keyboard.press('Tab')
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
    await ramp.getByText('You bought 0.00118200 BTC').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')

    await expect.poll(async () => (await readMessages()).at(-1)?.[1].type).toBe('WIDGET_CLOSE')
    const messages = await readMessages()
    expect(new Set(messages.map(([origin]) => origin))).toEqual(new Set([sandbox.rampUrl]))
    expect(messages.map(([, { type, payload }]) => [type, ...Object.values(payload)])).toEqual([
      ['WIDGET_READY'],
      ['WIDGET_STEP_CHANGE', 'code'],
      ['WIDGET_STEP_CHANGE', 'identity'],
      ['WIDGET_KYC_STATUS_CHANGE', 'pending'],
      ['WIDGET_KYC_STATUS_CHANGE', 'approved'],
      ['WIDGET_STEP_CHANGE', 'quote'],
      ['WIDGET_STEP_CHANGE', 'card'],
      ['WIDGET_STEP_CHANGE', 'done'],
      ['WIDGET_TRANSACTION_COMPLETE', '0.00118200', 'BTC'],
      ['WIDGET_CLOSE'],
    ])
    await expect.poll(() => shop.events).toEqual(['ramp.purchase.completed'])
    expect(complaints).toEqual([])
  })

  it.runIf(inSoak)('takes a picture if the camera is allowed', async () => {
    const ramp = await frame(await createSession('guest@mail.example'), { camera: true, allow: 'camera *' })
    await ramp.getByLabel('Six digits').fill('123456')
    await ramp.getByRole('button', { name: 'Continue' }).click()
    await ramp.getByRole('button', { name: 'Use the camera' }).click()
    await ramp.getByRole('button', { name: 'Take the photo' }).click()
    await ramp.getByRole('heading', { name: 'How much' }).waitFor()
    expect(complaints).toEqual([])
  })

  it.runIf(inSoak)(
    'accepts an uploaded picture if the camera is not allowed, and reports it to its parent',
    async () => {
      const ramp = await frame(await createSession('guest@mail.example'))
      await ramp.getByLabel('Six digits').fill('123456')
      await ramp.getByRole('button', { name: 'Continue' }).click()
      await ramp.getByRole('button', { name: 'Use the camera' }).click()
      await ramp.getByRole('alert').getByText('Upload a picture instead').waitFor()
      expect((await readMessages()).at(-1)?.[1]).toEqual({
        type: 'WIDGET_ERROR',
        payload: { code: 'CAMERA_UNAVAILABLE' },
      })
      await ramp
        .getByLabel('Or upload a picture')
        .setInputFiles({ name: 'document.png', mimeType: 'image/png', buffer: Buffer.from('picture') })
      await ramp.getByRole('heading', { name: 'How much' }).waitFor()
    },
  )

  it('shows the mistake in a code, an amount and a card, and continues after a correction', async () => {
    const ramp = await frame(await createSession('guest@mail.example'))
    await ramp.getByLabel('Six digits').fill('12')
    await ramp.getByRole('button', { name: 'Continue' }).click()
    await ramp.getByText('The code has six digits.').waitFor()
    await ramp.getByLabel('Six digits').fill('123456')
    await ramp.getByRole('button', { name: 'Continue' }).click()
    await ramp.getByRole('button', { name: 'Use a sample document' }).click()
    await ramp.getByLabel('You pay, in USD').fill('1')
    await ramp.getByText('less than can be bought').waitFor()
    await ramp.getByLabel('You pay, in USD').fill('20')
    await ramp.getByRole('button', { name: 'Continue' }).click()
    await ramp.getByRole('button', { name: 'Pay 20.00 USD' }).click()
    await ramp.getByText('Check the card').waitFor()
    await ramp.getByRole('button', { name: 'Fill in a test card' }).click()
    await ramp.getByLabel('Card number').fill('4000 0000 0000 0002')
    await ramp.getByRole('button', { name: 'Pay 20.00 USD' }).click()
    await ramp.getByText('The bank declined this card.').waitFor()
    await ramp.getByRole('button', { name: 'Fill in a test card' }).click()
    await ramp.getByRole('button', { name: 'Pay 20.00 USD' }).click()
    await ramp.getByText('You bought').waitFor()
  })

  it('fits into a width of 320 px', async () => {
    const long = `${'a'.repeat(60)}@${'b'.repeat(60)}.example`
    const ramp = await frame(await createSession(long))
    const overflow = () => ramp.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
    expect(await overflow()).toBe(0)
    await ramp.getByLabel('Six digits').fill('123456')
    await ramp.getByRole('button', { name: 'Continue' }).click()
    await ramp.getByRole('button', { name: 'Use a sample document' }).click()
    await ramp.getByText('0.00049250 BTC').waitFor()
    expect(await overflow()).toBe(0)
    await ramp.getByRole('button', { name: 'Continue' }).click()
    await ramp.getByRole('button', { name: 'Fill in a test card' }).waitFor()
    expect(await overflow()).toBe(0)
  })

  it('says that a link was used already when the frame is loaded again', async () => {
    const widgetUrl = await createSession('guest@mail.example')
    await frame(widgetUrl)
    await expect.poll(async () => (await readMessages())[0]?.[1].type).toBe('WIDGET_READY')
    await page.context().close()
    const again = await frame(widgetUrl)
    await again.getByRole('heading', { name: 'This link has already been used' }).waitFor()
    await expect.poll(async () => (await readMessages())[0]?.[1].payload).toEqual({ code: 'SESSION_OPENED' })
  })

  it('posts no messages for silent@, and works', async () => {
    const ramp = await frame(await createSession('silent@mail.example'))
    await ramp.getByLabel('Six digits').fill('123456')
    await ramp.getByRole('button', { name: 'Continue' }).click()
    await ramp.getByRole('button', { name: 'Use a sample document' }).click()
    await ramp.getByRole('button', { name: 'Continue' }).click()
    await ramp.getByRole('button', { name: 'Fill in a test card' }).click()
    await ramp.getByRole('button', { name: /^Pay/ }).click()
    await ramp.getByText('You bought').waitFor()
    await expect.poll(() => shop.events).toEqual(['ramp.purchase.completed'])
    expect(await readMessages()).toEqual([])
  })
})

import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RunningSandbox, startSandbox } from '../node/start-sandbox.js'
import { launchBrowser } from '../test-support/launch-browser.js'

let browser: Browser
let sandbox: RunningSandbox
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  sandbox = await startSandbox({ port: 0, rampPort: 0 })
})

afterAll(async () => {
  await browser?.close()
  await sandbox?.close()
})

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 320, height: 640 }, javaScriptEnabled: false })
  page.setDefaultTimeout(120_000)
  await page.goto(`${sandbox.url}/sandbox/check`)
  return () => page.close()
})

async function check(address: string) {
  await page.getByRole('textbox', { name: 'Lightning Address' }).fill(address)
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('heading', { level: 2, name: /problem/ }).waitFor()
}

describe('the page that checks an address', () => {
  it('checks an address of the sandbox without a script', async () => {
    await check('alice@wallet.example')
    expect(await page.title()).toBe('0 problems, 0 warnings · alice@wallet.example')
    await page.getByText('The verification says that nobody has paid yet').waitFor()
    await page.getByText('An invoice over 10 sats was made.').waitFor()
    const { width } = (await page.getByRole('listitem').last().boundingBox()) ?? { width: 0 }
    expect(width).toBeGreaterThan(200)
    expect(width).toBeLessThan(320)
  })

  it('says what is wrong, and keeps what was entered', async () => {
    await page.getByRole('checkbox', { name: 'Request no invoice' }).check()
    await check('plaincallback@wallet.example')
    const first = page.getByRole('listitem').first()
    expect(await first.textContent()).toMatch(
      /Problem[\s\S]*has no TLS[\s\S]*To do: Write an absolute https URL/,
    )
    expect(await page.getByRole('textbox').inputValue()).toBe('plaincallback@wallet.example')
    expect(await page.getByRole('checkbox').isChecked()).toBe(true)
  })
})

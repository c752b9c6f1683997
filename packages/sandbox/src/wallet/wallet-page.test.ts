import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
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
  page = await browser.newPage({ viewport: { width: 320, height: 640 } })
  page.setDefaultTimeout(120_000)
  await page.goto(sandbox.url)
  return () => page.close()
})

async function invoice(): Promise<string> {
  const response = await fetch(`${sandbox.url}/v0/ln-address/fetch-charge`, {
    method: 'POST',
    headers: { apikey: 'sandbox-key' },
    body: JSON.stringify({ lnaddress: 'alice@wallet.example', amount: '21000' }),
  })
  const body = (await response.json()) as { data: { invoice: { uri: string } } }
  return body.data.invoice.uri
}

/** Whether the shown values prove a payment. */
async function isProof(): Promise<boolean> {
  const [preimage = '', hash = ''] = await page.getByRole('status').locator('dd').allTextContents()
  return bytesToHex(sha256(hexToBytes(preimage))) === hash
}

describe('the wallet page', () => {
  it('pays a pasted invoice and shows the proof', async () => {
    await page.getByLabel('Invoice').fill(await invoice())
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByRole('status').waitFor()
    expect(await isProof()).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })

  it('shows a wrong preimage on request, and can still pay after that', async () => {
    await page.getByLabel('Invoice').fill(await invoice())
    await page.getByRole('button', { name: /wrong preimage/ }).click()
    await page.getByRole('status').waitFor()
    expect(await isProof()).toBe(false)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect.poll(isProof).toBe(true)
  })

  it('shows why it cannot pay', async () => {
    await page.getByLabel('Invoice').fill(await invoice())
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByRole('status').waitFor()
    await page.getByLabel('Invoice').fill('lnbc1')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByRole('alert').getByText('did not issue that invoice').waitFor()
    expect(await page.getByRole('status').isVisible()).toBe(false)
  })
})

import type { Sandbox } from '@leyden/sandbox'
import { type Browser, chromium, type Page } from 'playwright'
import { expect } from 'vitest'

export const launch = (): Promise<Browser> =>
  chromium.launch({
    ...(process.env.LEYDEN_CHROMIUM && { executablePath: process.env.LEYDEN_CHROMIUM }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })

/** Runs a journey in a new page, which has to end without an error in the console, such as a hydration warning. */
export async function walk(browser: Browser, name: string, journey: (page: Page) => Promise<void>) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const problems = listen(page)
  try {
    await journey(page)
  } catch (cause) {
    const shown = await page.locator('body').ariaSnapshot()
    throw new Error(`${name} stopped; the page says:\n${shown}\n${problems.join('\n')}`, { cause })
  }
  expect(problems).toEqual([])
  await context.close()
}

/** Console errors and failed requests of a page, which have to be empty at the end. */
function listen(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`)
  })
  return problems
}

/** From the address to "paid", with a browser wallet whose preimage is the proof. */
export async function payJourney(page: Page, url: string, sandbox: Sandbox): Promise<void> {
  await page.exposeFunction('sandboxPay', async (invoice: string) => (await sandbox.pay(invoice)).preimage)
  await page.addInitScript(() => {
    const pay = (invoice: string) =>
      (window as unknown as { sandboxPay(i: string): Promise<string> }).sandboxPay(invoice)
    Object.assign(window, {
      webln: {
        enable: async () => {},
        sendPayment: async (invoice: string) => ({ preimage: await pay(invoice) }),
      },
    })
  })
  await page.goto(url)
  await page.getByText('Tips for Alice').first().waitFor()
  await page.getByRole('button', { name: /^Pay( \d|$)/ }).click()
  await page
    .getByRole('button', { name: /browser wallet|pay in wallet/i })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
}

/**
 * From "Pay" to "Paid": the invoice is pasted into the sandbox's wallet, which `openWallet` opens, and the sandbox
 * reports the payment to the BFF.
 */
export async function walletJourney(page: Page, openWallet: () => Promise<Page>): Promise<void> {
  await page.getByRole('button', { name: /^Pay( \d|$)/ }).click()
  const invoice = page.locator('a[href^="lightning:"]').first()
  await invoice.waitFor({ state: 'attached' })
  const wallet = await openWallet()
  await wallet.getByLabel('Invoice').fill((await invoice.getAttribute('href')) ?? '')
  await wallet.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
}

/** A guest's purchase from the e-mail address to "purchase complete", which only the server's event can report. */
export async function rampJourney(page: Page, url: string): Promise<void> {
  await page.goto(url)
  const widget = page.getByRole('region', { name: 'Buy bitcoin' })
  const go = widget.getByRole('button', { name: /^Continue/ })
  await go.click()
  await widget.getByLabel('E-mail address').fill('guest@mail.example')
  await widget.getByLabel('Send the bitcoin to').fill('alice@wallet.example')
  await go.click()
  await walkSandboxRamp(page)
  await page.getByRole('heading', { name: 'Purchase complete' }).waitFor({ timeout: 30_000 })
}

async function walkSandboxRamp(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe')
  await frame.getByLabel('Six digits').fill('123456')
  await frame.getByRole('button', { name: 'Continue' }).click()
  await frame.getByRole('button', { name: 'Use a sample document' }).click()
  await expect.poll(() => frame.getByText('Fee (included)').isVisible()).toBe(true)
  await frame.getByRole('button', { name: 'Continue' }).click()
  await frame.getByRole('button', { name: 'Fill in a test card' }).click()
  await frame.getByRole('button', { name: /^Pay/ }).click()
}

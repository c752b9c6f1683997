import type { Sandbox } from '@leyden/sandbox'
import { type Browser, chromium, type Page } from 'playwright'
import { expect } from 'vitest'

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.LEYDEN_CHROMIUM || chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })

/** Runs a journey in a new page, which has to end without an error in the console, such as a hydration warning. */
export async function runJourney(browser: Browser, name: string, journey: (page: Page) => Promise<void>) {
  const context = await browser.newContext()
  // A busy machine may need the half minute that Playwright waits by default.
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const problems = recordProblems(page)
  try {
    await journey(page)
  } catch (cause) {
    const snapshot = await page.locator('body').ariaSnapshot()
    throw new Error(`${name} stopped; the page says:\n${snapshot}\n${problems.join('\n')}`, { cause })
  }
  expect(problems).toEqual([])
  await context.close()
}

/** Records the errors that a page throws or logs. */
function recordProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`)
  })
  return problems
}

/** Pays an address with a browser wallet, whose preimage proves the payment. */
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
 * Pays an invoice by pasting it into the sandbox's wallet, which `openWallet` opens. The sandbox reports the payment to
 * the BFF.
 */
export async function walletJourney(page: Page, openWallet: () => Promise<Page>): Promise<void> {
  // The reply about the address adds a field, which moves the button, maybe between press and release.
  await page.getByText('Tips for Alice').first().waitFor()
  await page.getByRole('button', { name: /^Pay( \d|$)/ }).click()
  const invoice = page.locator('a[href^="lightning:"]').first()
  await invoice.waitFor({ state: 'attached' })
  const wallet = await openWallet()
  await wallet.getByLabel('Invoice').fill((await invoice.getAttribute('href')) ?? '')
  await wallet.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
}

/** Buys bitcoin as a guest, up to "Purchase complete", which only an event of the server can cause. */
export async function rampJourney(page: Page, url: string): Promise<void> {
  await page.goto(url)
  const widget = page.getByRole('region', { name: 'Buy bitcoin' })
  const continueButton = widget.getByRole('button', { name: /^Continue/ })
  await continueButton.click()
  await widget.getByLabel('E-mail address').fill('guest@mail.example')
  await widget.getByLabel('Send the bitcoin to').fill('alice@wallet.example')
  await continueButton.click()
  await completeSandboxRamp(page)
  await page.getByRole('heading', { name: 'Purchase complete' }).waitFor()
}

async function completeSandboxRamp(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe')
  await frame.getByLabel('Six digits').fill('123456')
  await frame.getByRole('button', { name: 'Continue' }).click()
  await frame.getByRole('button', { name: 'Use a sample document' }).click()
  await expect.poll(() => frame.getByText('Fee (included)').isVisible()).toBe(true)
  await frame.getByRole('button', { name: 'Continue' }).click()
  await frame.getByRole('button', { name: 'Fill in a test card' }).click()
  await frame.getByRole('button', { name: /^Pay/ }).click()
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, FrameLocator, Page } from 'playwright'
import { recordTexts, shownTexts } from '../harness/shown-texts.js'
import type { Stack } from '../harness/start-stack.js'
import { recordTraffic } from '../harness/traffic.js'

/** Opens the demo as a visitor who wants to buy bitcoin. */
export async function openRampPage(context: BrowserContext, stack: Stack) {
  const page = await context.newPage()
  const traffic = recordTraffic(page)
  await recordTexts(page)
  await page.goto(stack.demoUrl)
  const widget = page.getByRole('region', { name: 'No bitcoin yet?' })
  await widget.getByText('No bitcoin yet?').click()
  const continueButton = widget.getByRole('button', { name: /^Continue/ })
  return {
    page,
    widget,
    traffic,
    goOn: continueButton,
    emailField: widget.getByLabel('E-mail address'),
    heading: (name: string) => widget.getByRole('heading', { name }),
    shownTexts: () => shownTexts(page),
    /** Goes from the start to the ramp's page, as a guest. */
    startAsGuest: async (email: string) => {
      await continueButton.click()
      await widget.getByLabel('E-mail address').fill(email)
      await continueButton.click()
    },
  }
}

export type RampPage = Awaited<ReturnType<typeof openRampPage>>

export function providerFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[title^="Buy bitcoin"]')
}

/** The types of ramp events that the host's `onEvent` was called with, from the BFF's log. */
export function deliveredEvents({ bffLog }: Stack): string[] {
  return bffLog
    .map((line) => JSON.parse(line) as { msg?: string; type?: string })
    .filter(({ msg }) => msg === 'Event delivered')
    .map(({ type = '' }) => type)
    .filter((type) => type.startsWith('ramp.'))
}

/** Whether a text is anywhere in the BFF's database, including the write-ahead log. */
export function isStored({ dataDir }: Stack, text: string): boolean {
  return readdirSync(dataDir).some((name) => readFileSync(join(dataDir, name)).includes(text))
}

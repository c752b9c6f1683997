import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, openPage } from '../world/browser.js'
import { type EmbedWorld, startEmbedWorld } from './embed-world.js'
import { eventually } from './eventually.js'
import { barePage, dialogOf, open, outcome, showInvoice } from './widget-page.js'

let world: EmbedWorld
let browser: Browser

beforeAll(async () => {
  world = await startEmbedWorld()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

const HOSTILE = `<style>
  html { font: 4px Impact !important; direction: rtl; color-scheme: dark }
  * { pointer-events: none !important; cursor: none !important; user-select: none !important; display: block;
      box-sizing: content-box !important; letter-spacing: 9px !important; text-transform: uppercase !important;
      color: lime !important; line-height: 4 !important; direction: rtl; visibility: visible }
  body { transform: rotate(3deg); overflow: hidden !important }
  body > * { display: none !important; opacity: 0 !important; width: 900px !important; position: static !important }
  dialog, dialog * { display: none !important; opacity: 0 !important }
  dialog::backdrop { background: lime !important }
  button, input { all: unset !important }
</style>`
const BOXES = [
  [640, 360],
  [800, 450],
  [360, 640],
  [320, 568],
] as const

/** Where everything is and what it looks like, element by element. */
function looks(page: Page) {
  return page.evaluate(() => {
    const host = [...document.querySelectorAll('body > div, html > div')].find((one) => one.shadowRoot)
    const all = [...(host?.shadowRoot?.querySelectorAll('dialog, dialog *') ?? [])]
    return all.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const style = getComputedStyle(element)
      const { color, backgroundColor, font, letterSpacing, textTransform, direction, cursor, pointerEvents } =
        style
      const box = [x, y, width, height].map((value) => Math.round(value)).join(' ')
      return `${element.localName} ${box} ${color} ${backgroundColor} ${font} ${letterSpacing} ${textTransform} ${direction} ${cursor} ${pointerEvents}`
    })
  })
}

describe.each(BOXES)('in a box of %i × %i', (width, height) => {
  it('looks and works the same under a hostile style sheet', async () => {
    const plain = await openPage(browser, world.serve('/plain', barePage(world.bffUrl)), {
      viewport: { width, height },
    })
    const hostile = await openPage(
      browser,
      world.serve('/hostile', barePage(world.bffUrl, { head: HOSTILE })),
      {
        viewport: { width, height },
      },
    )
    for (const { page } of [plain, hostile]) {
      await page.evaluate(() => {
        const all = window as unknown as { Leyden: { configure: (o: object) => void } }
        all.Leyden.configure({ colorScheme: 'light' })
      })
      await open(page, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
      await dialogOf(page).getByRole('button', { name: 'Show invoice' }).waitFor()
      await dialogOf(page).getByText('Tips for Alice').waitFor()
    }
    // A button on its way from one colour to the next looks like neither.
    await eventually(() => looks(plain.page)).toContainEqual(expect.stringContaining('rgb(246, 166, 9)'))
    const wanted = await looks(plain.page)
    await eventually(() => looks(hostile.page)).toEqual(wanted)

    const invoice = await showInvoice(dialogOf(hostile.page))
    const widest = await dialogOf(hostile.page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)
    expect(widest).toBeLessThanOrEqual(0)
    await world.payFromPhone(invoice)
    await dialogOf(hostile.page).getByRole('button', { name: 'Done' }).click()
    expect((await outcome(hostile.page)).status).toBe('paid')
    await plain.close()
    await hostile.close()
  })

  it('shows the whole code at once, with every way to pay within reach', async () => {
    const { page, close } = await openPage(browser, world.serve('/plain', barePage(world.bffUrl)), {
      viewport: { width, height },
    })
    await open(page, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
    const dialog = dialogOf(page)
    await showInvoice(dialog)
    const code = await dialog.getByRole('img').first().boundingBox()
    expect(code?.height).toBeGreaterThan(180)
    expect(code?.y).toBeGreaterThanOrEqual(0)
    expect((code?.y ?? 0) + (code?.height ?? 0)).toBeLessThanOrEqual(height)
    for (const name of ['Copy invoice', 'Back', 'Close']) {
      const button = dialog.getByRole('button', { name })
      await button.scrollIntoViewIfNeeded()
      await button.click({ trial: true })
    }
    await close()
  })
})

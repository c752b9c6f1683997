import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inSoak, rows } from '../../harness/rows.js'
import { embedShop } from '../embed-shop.js'
import { eventually } from '../eventually.js'
import { barePage } from '../widget-page.js'
import type { Clip, DrivenBrowser, DrivenPage } from './driven-browser.js'
import { launchDrivenBrowser } from './launch-driven-browser.js'
import {
  clickButton,
  openOverlay,
  outcome,
  requestInvoice,
  seeButton,
  seeQrCode,
  seeText,
} from './on-page.js'

const shop = await embedShop()
let browser: DrivenBrowser

beforeAll(async () => {
  browser = await launchDrivenBrowser()
})
afterAll(() => browser?.close())

const HOSTILE_TO_OVERLAYS = `<style>
  html { font: 4px Impact !important; direction: rtl; color-scheme: dark }
  * { pointer-events: none !important; cursor: none !important; user-select: none !important; display: block;
      box-sizing: content-box !important; letter-spacing: 9px !important; text-transform: uppercase !important;
      color: lime !important; line-height: 4 !important; direction: rtl; visibility: visible }
  body { transform: rotate(3deg); overflow: hidden !important }
  body > * { display: none !important; opacity: 0 !important; width: 900px !important; position: static !important }
  dialog, dialog * { display: none !important; opacity: 0 !important }
  dialog::backdrop { background: lime !important }
  button, input, iframe { all: unset !important }
</style>`
const VIEWPORTS = [
  [640, 360],
  [800, 450],
  [360, 640],
  [320, 568],
] as const

/** The bottom edge of the form's main button. */
const SUBMIT_BOTTOM = `[...document.querySelectorAll('*')].map((element) => element.shadowRoot?.querySelector('[data-ly-submit]')).find(Boolean).getBoundingClientRect().bottom`

/** The position and styles of each element, after all transitions have ended. */
const OVERLAY_STYLES = `(() => {
  const host = [...document.querySelectorAll('body > div')].find((element) => element.shadowRoot)
  const moving = host?.shadowRoot.getAnimations().filter((element) => Number.isFinite(element.effect.getComputedTiming().endTime))
  if (!host || moving.length > 0) return null
  return [...(host.shadowRoot.querySelectorAll('dialog, dialog *') ?? [])].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    const names = ['color', 'background-color', 'font', 'letter-spacing', 'text-transform', 'text-align', 'direction',
      'cursor', 'pointer-events', 'user-select', 'opacity', 'visibility', 'border-top', 'padding', 'box-shadow', 'fill']
    return [element.localName, [x, y, width, height].map(Math.round), ...names.map((name) => style.getPropertyValue(name))].join(' | ')
  })
})()`
/** Hostile to elements in the page. It sets everything except an element's position and width, which belong to the page. */
const HOSTILE_TO_ELEMENTS = `<style>
  html { font: 4px Impact !important; direction: rtl; color-scheme: dark }
  * { pointer-events: none !important; cursor: none !important; user-select: none !important; visibility: visible;
      letter-spacing: 9px !important; word-spacing: 2em; text-transform: uppercase !important; text-indent: 40px;
      text-shadow: 0 0 4px red; font-weight: 900 !important; color: lime !important; line-height: 4 !important;
      text-align: center; white-space: nowrap; direction: rtl !important; list-style: square }
  pay-to-lightning-address, ramp-widget { display: none !important }
  section, button, input, label, h2 { all: unset !important; border: 9px solid lime !important }
  .leyden, .ly-button, .root { display: none !important; background: lime !important }
</style>`
/** The same for elements in the page, once their addresses are found: each host, and everything in its shadow root. */
const ELEMENT_STYLES = `(() => {
  const hosts = [...document.querySelectorAll('pay-to-lightning-address, ramp-widget')]
  const isFound = hosts.slice(0, 2).every((host) => host.shadowRoot.querySelector('.ly-tag'))
  const moving = hosts.flatMap((host) => host.shadowRoot.getAnimations()).filter((element) => Number.isFinite(element.effect.getComputedTiming().endTime))
  if (!isFound || moving.length > 0) return null
  const elements = hosts.flatMap((host) => [host, ...host.shadowRoot.querySelectorAll('*')])
  const { left, top } = hosts[0].getBoundingClientRect()
  return elements.map((element) => {
    const box = element.getBoundingClientRect()
    // Positions are relative to the host, because the page may be scrolled. An element without a box, such as <wbr>,
    // has the position of the window.
    const isBox = box.width > 0 || box.height > 0
    const [x, y, width, height] = isBox ? [box.x - left, box.y - top, box.width, box.height] : [0, 0, 0, 0]
    const style = getComputedStyle(element)
    const inside = ['color', 'font', 'letter-spacing', 'word-spacing', 'text-transform', 'text-align', 'text-indent', 'text-shadow',
      'white-space', 'background-color', 'opacity', 'visibility', 'border-top', 'padding', 'box-shadow', 'fill']
    const everywhere = ['display', 'direction', 'cursor', 'pointer-events', 'user-select']
    const names = element.localName.includes('-') ? everywhere : [...everywhere, ...inside]
    return [element.localName, [x, y, width, height].map(Math.round), ...names.map((name) => style.getPropertyValue(name))].join(' | ')
  })
})()`
const OVERFLOW = `(() => {
  const host = [...document.querySelectorAll('body > div')].find((element) => element.shadowRoot)
  const dialog = host.shadowRoot.querySelector('dialog')
  return dialog.scrollWidth - dialog.clientWidth
})()`
const PANEL_CLIP = `(() => {
  const host = [...document.querySelectorAll('body > div')].find((element) => element.shadowRoot)
  const { left, top, right, bottom } = host.shadowRoot.querySelector('.panel').getBoundingClientRect()
  const [x, y] = [Math.ceil(left + 20), Math.ceil(top + 20)]
  return { x, y, width: Math.floor(Math.min(right, innerWidth) - 20 - x), height: Math.floor(Math.min(bottom, innerHeight) - 20 - y) }
})()`
const QR_CODE_POSITION = `(() => {
  const host = [...document.querySelectorAll('body > div')].find((element) => element.shadowRoot)
  const { top, bottom, height } = host.shadowRoot.querySelector('[role=img]').getBoundingClientRect()
  return { top, height, below: innerHeight - bottom }
})()`

/** Reads the styles when no element moves any more. */
async function stylesAtRest(page: DrivenPage, expression = OVERLAY_STYLES): Promise<string[]> {
  let styles: string[] | null = null
  await eventually(async () => {
    const before = JSON.stringify(styles)
    styles = await page.evaluate<string[] | null>(expression)
    return styles !== null && styles.length > 20 && JSON.stringify(styles) === before
  }, 'no element moves any more').toBe(true)
  return styles ?? []
}

/**
 * A picture of the panel without its round corners, because the page shows through those. The recipient's picture is
 * decoded a moment after it is loaded.
 */
async function pictureAtRest(page: DrivenPage): Promise<string> {
  const clip = await page.evaluate<Clip>(PANEL_CLIP)
  let picture = ''
  await eventually(async () => {
    const before = picture
    picture = Buffer.from(await page.screenshot(clip)).toString('base64')
    return picture === before
  }, 'two pictures are the same').toBe(true)
  return picture
}

async function isRampShown(page: DrivenPage): Promise<boolean> {
  try {
    return await page.evaluateIn(
      shop.rampUrl,
      `document.querySelector('input').getBoundingClientRect().height > 0`,
    )
  } catch {
    return false
  }
}

it('looks the same as elements in a page whose style sheet is hostile', async () => {
  const looks = []
  for (const head of ['', HOSTILE_TO_ELEMENTS]) {
    const body = `<div style="position: absolute; left: 8px; top: 8px; width: 344px">
      <pay-to-lightning-address address="alice@wallet.example" amount-sats="2100"></pay-to-lightning-address>
      <pay-to-lightning-address address="bob@wallet.example" amount-sats="500" locale="ar"></pay-to-lightning-address>
      <ramp-widget quote-currency="USD"></ramp-widget></div>`
    const page = await browser.open(
      shop.serve(
        '/elements',
        barePage(shop.bffUrl, { head, body, afterScript: "Leyden.configure({ colorScheme: 'light' })" }),
      ),
      { width: 360, height: 640 },
    )
    for (const name of ['Pay 2,100', 'دفع', 'Continue to provider']) await seeButton(page, name)
    looks.push(await stylesAtRest(page, ELEMENT_STYLES))
    // The widget can also be used.
    await requestInvoice(page)
    await page.close()
  }
  const [plain, hostile] = looks
  expect(plain?.join()).toContain(' rtl ')
  expect(hostile).toEqual(plain)
})

const LEFT_TO_RIGHT = ['from left to right', 'en', ' ltr ', 'Pay ', 'Camera or '] as const
const RIGHT_TO_LEFT = [
  'from right to left',
  'ar',
  ' rtl ',
  'دفع',
  'هل الكاميرا أو النوافذ المنبثقة محظورة؟',
] as const
/** `npm run soak` tests both in every size. */
const DIRECTIONS: Record<number, (typeof LEFT_TO_RIGHT | typeof RIGHT_TO_LEFT)[]> = {
  800: [LEFT_TO_RIGHT],
  320: [RIGHT_TO_LEFT],
}
const directionsIn = (width: number) => (inSoak ? [LEFT_TO_RIGHT, RIGHT_TO_LEFT] : (DIRECTIONS[width] ?? []))

describe.each(VIEWPORTS)('under a hostile style sheet, at a size of %i × %i', (width, height) => {
  it.each(directionsIn(width))('looks the same, %s', async (_name, locale, direction, payName, rampLine) => {
    const looks = []
    for (const head of ['', HOSTILE_TO_OVERLAYS]) {
      const page = await browser.open(shop.serve('/page', barePage(shop.bffUrl, { head })), {
        width,
        height,
      })
      await page.evaluate(`Leyden.configure({ colorScheme: 'light', locale: '${locale}' })`)
      await openOverlay(page, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
      await seeText(page, 'Tips for Alice')
      await seeButton(page, payName)
      const pay = await stylesAtRest(page)
      const picture = await pictureAtRest(page)
      expect(pay.join()).toContain(direction)
      expect(await page.evaluate(OVERFLOW)).toBeLessThanOrEqual(0)
      await page.keyboard.press('Escape')
      await outcome(page)
      // Each visitor has a separate address, because sessions are limited for each.
      const email = `${locale}-${width}@shop.example`
      await openOverlay(page, 'ramp', { email, destination: 'alice@wallet.example' })
      await eventually(() => isRampShown(page), 'the ramp').toBe(true)
      // The widget learns of it a moment later.
      await seeText(page, rampLine)
      looks.push({ pay, picture, ramp: await stylesAtRest(page) })
      expect(await page.evaluate(OVERFLOW)).toBeLessThanOrEqual(0)
      await page.close()
    }
    const [plain, hostile] = looks
    expect(hostile).toEqual(plain)
  })

  // The smallest screens of both orientations leave the least room.
  it.runIf(inSoak || height === 360 || width === 320)(
    'works the same, and shows the whole QR code with every way to pay without scrolling',
    async () => {
      for (const head of rows([HOSTILE_TO_OVERLAYS], [''])) {
        const page = await browser.open(shop.serve('/page', barePage(shop.bffUrl, { head })), {
          width,
          height,
        })
        const presets = [500, 2100, 10_000]
        await openOverlay(page, 'pay', { address: 'alice@wallet.example', defaultAmountSats: 2100, presets })
        await seeText(page, 'Tips for Alice')
        // Measured before any scrolling.
        expect(await page.evaluate<number>(SUBMIT_BOTTOM)).toBeLessThanOrEqual(height)
        const invoice = await requestInvoice(page)
        await seeQrCode(page, invoice)
        const qrCode = await page.evaluate<{ top: number; height: number; below: number }>(QR_CODE_POSITION)
        expect(qrCode.height).toBeGreaterThan(180)
        expect(Math.min(qrCode.top, qrCode.below)).toBeGreaterThanOrEqual(0)
        for (const name of ['Copy invoice', 'Back', 'Close']) await seeButton(page, name)
        await shop.pay(invoice)
        await clickButton(page, 'Done')
        expect((await outcome(page)).status).toBe('paid')
        await page.close()
      }
    },
  )
})

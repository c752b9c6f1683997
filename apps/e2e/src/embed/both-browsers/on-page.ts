import { expect } from 'vitest'
import { readQrCodes } from '../../harness/read-qr-code.js'
import { eventually } from '../eventually.js'
import type { DrivenPage } from './driven-browser.js'

/** Finds elements by their names, through shadow roots, and only if a press would reach them. */
const FIND = `
  const within = (root) => [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? within(one.shadowRoot) : [])])
  const textOf = (one) => (one.getAttribute('aria-label') ?? one.textContent).trim()
  const isShown = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility === 'visible'
  const isOff = (one) => one.disabled || one.getAttribute('aria-disabled') === 'true'
  const topAt = (x, y) => {
    let top = document.elementFromPoint(x, y)
    while (top?.shadowRoot) {
      const next = top.shadowRoot.elementFromPoint(x, y)
      if (!next || next === top) break
      top = next
    }
    return top
  }
  const pointOf = (one) => {
    if (!one || isOff(one)) return null
    one.scrollIntoView({ block: 'nearest' })
    const { x, y, width, height } = one.getBoundingClientRect()
    const point = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
    const top = topAt(point.x, point.y)
    return top && (one.contains(top) || top.contains(one)) ? point : null
  }
`
const BUTTON = (name: string) =>
  `within(document).find((one) => one.localName === 'button' && isShown(one) && textOf(one).startsWith(${JSON.stringify(name)}))`
const FIELD = (label: string) =>
  `within(document).find((one) => 'labels' in one && [...(one.labels ?? [])].some((label) => label.textContent.includes(${JSON.stringify(label)})))`
const TEXT = (text: string) =>
  `within(document).find((one) => one.childElementCount === 0 && isShown(one) && one.textContent.includes(${JSON.stringify(text)}))`
const CODE = `within(document).find((one) => one.getAttribute('role') === 'img')`
const LINK = `within(document).find((one) => one.localName === 'a' && one.href.startsWith('lightning:'))`

const evaluateIn = <T>(page: DrivenPage, expression: string) =>
  page.evaluate<T>(`(() => { ${FIND}; return ${expression} })()`)

async function clickOn(page: DrivenPage, what: string): Promise<void> {
  let before: string | undefined
  let point: { x: number; y: number } | null = null
  // Waits until the element is twice at the same place, so that no moving element is pressed.
  await eventually(async () => {
    const last = before
    point = await evaluateIn<{ x: number; y: number } | null>(page, `pointOf(${what})`)
    before = point === null ? undefined : JSON.stringify(point)
    return before !== undefined && before === last
  }, what).toBe(true)
  const { x, y } = point as unknown as { x: number; y: number }
  await page.click(x, y)
}

export const clickButton = (page: DrivenPage, name: string) => clickOn(page, BUTTON(name))
export const clickField = (page: DrivenPage, label: string) => clickOn(page, FIELD(label))
/** Waits until the element is shown. */
export const seeText = (page: DrivenPage, text: string) =>
  eventually(() => evaluateIn(page, `${TEXT(text)} !== undefined`), text).toBe(true)
export const seeButton = (page: DrivenPage, name: string) =>
  eventually(() => evaluateIn(page, `pointOf(${BUTTON(name)}) !== null`), name).toBe(true)
export const typedInto = (page: DrivenPage, label: string) =>
  evaluateIn<string>(page, `${FIELD(label)}.value`)
/** The size in pixels of the page; 0 if there is none. */
export const codeWidth = (page: DrivenPage) =>
  evaluateIn<number>(page, `${CODE}?.getBoundingClientRect().width ?? 0`)
export const hasDialog = (page: DrivenPage) =>
  evaluateIn<boolean>(page, `within(document).some((one) => one.localName === 'dialog')`)

/** Opens an overlay and stores its promise for `outcome`. */
export async function openOverlay(page: DrivenPage, kind: 'pay' | 'ramp', options: object): Promise<void> {
  await page.evaluate(`void (window.handle = Leyden.open('${kind}', ${JSON.stringify(options)}))`)
}

export const outcome = (page: DrivenPage) => page.evaluate<Record<string, unknown>>('window.handle')

/** Requests the invoice and reads it from the wallet link. */
export async function showInvoice(page: DrivenPage): Promise<string> {
  // The answer to the look-up adds fields, which moves the button.
  const isSettled = `${BUTTON('Pay ')} && !within(document).some((one) => one.dataset?.address === 'looking')`
  await eventually(() => evaluateIn(page, `Boolean(${isSettled})`), 'the recipient').toBe(true)
  await clickButton(page, 'Pay ')
  return invoiceShown(page)
}

export async function invoiceShown(page: DrivenPage): Promise<string> {
  await eventually(() => evaluateIn(page, `${LINK} !== undefined`), 'the link to wallets').toBe(true)
  return (await evaluateIn<string>(page, `${LINK}.getAttribute('href')`)).replace('lightning:', '')
}

/** Reads the QR code from a screenshot, because its presence in the page does not prove that it is visible. */
export async function seeCode(page: DrivenPage, invoice: string): Promise<void> {
  await eventually(async () =>
    (await readQrCodes(await page.screenshot())).map((code) => code.toLowerCase()),
  ).toContain(`lightning:${invoice}`)
}

/** Waits for an expression in the page. */
export async function until(page: DrivenPage, expression: string): Promise<void> {
  await eventually(() => page.evaluate(`Boolean(${expression})`), expression).toBe(true)
}

export function expectNoProblems(page: DrivenPage): void {
  expect(page.problems).toEqual([])
}

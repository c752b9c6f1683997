import { expect } from 'vitest'
import { readQrCodes } from '../../harness/read-qr-code.js'
import { eventually } from '../eventually.js'
import type { DrivenPage } from './driven-browser.js'

/** Functions for the page that find elements by their names, also in shadow roots, and the points where a press reaches them. */
const FINDERS = `
  const descendantsOf = (root) => [...root.querySelectorAll('*')].flatMap((element) => [element, ...(element.shadowRoot ? descendantsOf(element.shadowRoot) : [])])
  const textOf = (element) => (element.getAttribute('aria-label') ?? element.textContent).trim()
  const isVisible = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible'
  const isDisabled = (element) => element.disabled || element.getAttribute('aria-disabled') === 'true'
  const topElementAt = (x, y) => {
    let top = document.elementFromPoint(x, y)
    while (top?.shadowRoot) {
      const next = top.shadowRoot.elementFromPoint(x, y)
      if (!next || next === top) break
      top = next
    }
    return top
  }
  const isMoving = (element) => element.getRootNode().getAnimations().some((animation) => {
    const isEndless = animation.effect?.getTiming().iterations === Infinity
    return animation.playState === 'running' && !isEndless && animation.effect?.target?.contains(element)
  })
  const pointOf = (element) => {
    if (!element || isDisabled(element) || isMoving(element)) return null
    element.scrollIntoView({ block: 'nearest' })
    const { x, y, width, height } = element.getBoundingClientRect()
    const point = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
    const top = topElementAt(point.x, point.y)
    return top && (element.contains(top) || top.contains(element)) ? point : null
  }
`
const buttonNamed = (name: string) =>
  `descendantsOf(document).find((element) => element.localName === 'button' && isVisible(element) && textOf(element).startsWith(${JSON.stringify(name)}))`
const fieldLabelled = (label: string) =>
  `descendantsOf(document).find((element) => 'labels' in element && [...(element.labels ?? [])].some((label) => label.textContent.includes(${JSON.stringify(label)})))`
/** The innermost element with a text, which may have other elements within, as an address has where it may break. */
const elementWithText = (text: string) =>
  `descendantsOf(document).find((element) => {
    const hasText = ({ textContent }) => textContent.includes(${JSON.stringify(text)})
    return hasText(element) && ![...element.children].some(hasText) && isVisible(element)
  })`
const QR_CODE = `descendantsOf(document).find((element) => element.getAttribute('role') === 'img')`
const WALLET_LINK = `descendantsOf(document).find((element) => element.localName === 'a' && element.href.startsWith('lightning:'))`

const evaluateWithFinders = <T>(page: DrivenPage, expression: string) =>
  page.evaluate<T>(`(() => { ${FINDERS}; return ${expression} })()`)

async function clickOn(page: DrivenPage, elementExpression: string): Promise<void> {
  let before: string | undefined
  let point: { x: number; y: number } | null = null
  // A press would miss a moving element, so the element has to be at the same place twice.
  await eventually(async () => {
    const last = before
    point = await evaluateWithFinders<{ x: number; y: number } | null>(page, `pointOf(${elementExpression})`)
    before = point === null ? undefined : JSON.stringify(point)
    return before !== undefined && before === last
  }, elementExpression).toBe(true)
  const { x, y } = point as unknown as { x: number; y: number }
  await page.click(x, y)
}

export const clickButton = (page: DrivenPage, name: string) => clickOn(page, buttonNamed(name))
export const clickField = (page: DrivenPage, label: string) => clickOn(page, fieldLabelled(label))
export const clickWalletLink = (page: DrivenPage) => clickOn(page, WALLET_LINK)
/** Waits until the page shows a text. */
export const seeText = (page: DrivenPage, text: string) =>
  eventually(() => evaluateWithFinders(page, `${elementWithText(text)} !== undefined`), text).toBe(true)
export const seeButton = (page: DrivenPage, name: string) =>
  eventually(() => evaluateWithFinders(page, `pointOf(${buttonNamed(name)}) !== null`), name).toBe(true)
export const fieldValue = (page: DrivenPage, label: string) =>
  evaluateWithFinders<string>(page, `${fieldLabelled(label)}.value`)
/** The width of the QR code in CSS pixels; 0 if the page shows none. */
export const qrCodeWidth = (page: DrivenPage) =>
  evaluateWithFinders<number>(page, `${QR_CODE}?.getBoundingClientRect().width ?? 0`)
export const hasDialog = (page: DrivenPage) =>
  evaluateWithFinders<boolean>(
    page,
    `descendantsOf(document).some((element) => element.localName === 'dialog')`,
  )

/** Opens an overlay and stores its promise for `outcome`. */
export async function openOverlay(page: DrivenPage, kind: 'pay' | 'ramp', options: object): Promise<void> {
  await page.evaluate(`void (window.handle = Leyden.open('${kind}', ${JSON.stringify(options)}))`)
}

export const outcome = (page: DrivenPage) => page.evaluate<Record<string, unknown>>('window.handle')

/** Requests the invoice and reads it from the wallet link. */
export async function requestInvoice(page: DrivenPage): Promise<string> {
  await pressPay(page)
  return waitForInvoice(page)
}

/** Presses the button that requests the invoice. */
export async function pressPay(page: DrivenPage): Promise<void> {
  // The answer to the look-up adds fields, which moves the button.
  const isLookUpDone = `${buttonNamed('Pay ')} && !descendantsOf(document).some((element) => element.dataset?.address === 'looking')`
  await eventually(() => evaluateWithFinders(page, `Boolean(${isLookUpDone})`), 'the recipient').toBe(true)
  await clickButton(page, 'Pay ')
}

export async function waitForInvoice(page: DrivenPage): Promise<string> {
  await eventually(
    () => evaluateWithFinders(page, `${WALLET_LINK} !== undefined`),
    'the link to wallets',
  ).toBe(true)
  return (await evaluateWithFinders<string>(page, `${WALLET_LINK}.getAttribute('href')`)).replace(
    'lightning:',
    '',
  )
}

/** Reads the QR code from a screenshot, because its presence in the page does not prove that it is visible. */
export async function seeQrCode(page: DrivenPage, invoice: string): Promise<void> {
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

import { afterAll, beforeAll, expect, it } from 'vitest'
import { inSoak } from '../../harness/rows.js'
import { embedShop } from '../embed-shop.js'
import { eventually } from '../eventually.js'
import type { DrivenBrowser, DrivenPage } from './driven-browser.js'
import { browserName, launchDrivenBrowser } from './launch-driven-browser.js'
import { openOverlay, until } from './on-page.js'
import { FOCUSES_ALWAYS, pointerMatrixPage, pointerRows } from './pointer-matrix-page.js'

const shop = await embedShop()
let browser: DrivenBrowser

const openMatrix = (script: 'first' | 'late') =>
  browser.open(shop.serve('/matrix', pointerMatrixPage(shop.bffUrl, script)), undefined, true)

beforeAll(async () => {
  browser = await launchDrivenBrowser()
})
afterAll(async () => {
  await browser?.close()
})

/**
 * In each row, presses the field and types. The result is `ok`, or the typed text and the events that the page
 * received.
 */
async function runRows(page: DrivenPage, where: 'inline' | 'overlay') {
  const result: Record<string, string> = {}
  await eventually(() => page.evaluate(`matrix.point('${where}')`)).not.toBeNull()
  const { x, y } = await page.evaluate<{ x: number; y: number }>(`matrix.point('${where}')`)
  for (const row of pointerRows)
    for (const [pointer, press] of Object.entries({ mouse: page.click, finger: page.tap })) {
      if (!press || (!inSoak && row.includes('touch') !== (pointer === 'finger'))) continue
      await page.evaluate(`matrix.start('${row}')`)
      await press(x, y)
      if (row === FOCUSES_ALWAYS) await until(page, 'matrix.ticks > 2')
      await page.keyboard.type('ab')
      const { typed, received } = await page.evaluate<{ typed: string; received: string }>(
        `matrix.readAndClear('${where}')`,
      )
      result[`${where}, ${pointer}: ${row}`] =
        typed === 'ab' && !received ? 'ok' : `"${typed}", received ${received}`
    }
  return result
}

const POINTERS = browserName === 'webkit' ? 'mouse, as WebKit’s driver has no finger,' : 'mouse and finger'

it(`focuses its fields by ${POINTERS} whatever the page cancels or focuses, and the page receives no event of the press`, async () => {
  const page = await openMatrix('first')
  // Some drivers send a mouse press instead of a touch, and would not test touch.
  await page.tap?.(20, 20)
  expect(await page.evaluate('matrix.touches')).toBe(page.tap ? 1 : 0)
  const inline = await runRows(page, 'inline')
  await openOverlay(page, 'pay', {})
  const results = { ...inline, ...(await runRows(page, 'overlay')) }
  expect(results).toEqual(Object.fromEntries(Object.keys(results).map((name) => [name, 'ok'])))
  expect(Object.keys(results)).toHaveLength(pointerRows.length * 2 * (inSoak && page.tap ? 2 : 1))
  await page.close()
})

it('focuses its fields also if the script is loaded after the game, which then receives the events too', async () => {
  const page = await openMatrix('late')
  await openOverlay(page, 'pay', {})
  const results = await runRows(page, 'overlay')
  expect(Object.entries(results).filter(([, result]) => !result.startsWith('"ab"'))).toEqual([])
  await page.close()
})

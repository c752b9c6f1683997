import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inSoak } from '../../harness/rows.js'
import type { DrivenBrowser, DrivenPage } from '../both-browsers/driven-browser.js'
import { inFrame } from '../both-browsers/in-frame.js'
import { browserName, launchDrivenBrowser } from '../both-browsers/launch-driven-browser.js'
import {
  clickButton,
  clickField,
  fieldValue,
  hasDialog,
  openOverlay,
  outcome,
  qrCodeWidth,
  requestInvoice,
  seeQrCode,
  seeText,
  until,
} from '../both-browsers/on-page.js'
import { embedShop } from '../embed-shop.js'
import { eventually } from '../eventually.js'
import type { Shell } from './shell.js'
import { DEFAULT_SHELLS, shells } from './shells.js'

const shop = await embedShop()
let browser: DrivenBrowser

beforeAll(async () => {
  browser = await launchDrivenBrowser({ webGl: inSoak })
})
afterAll(() => browser?.close())

interface Visit {
  shell: Shell
  /** The page of the game. */
  page: DrivenPage
  /** The page around the game. */
  top: DrivenPage
}

const holdsD = (shell: Shell) => shell.holdsD ?? `down.has('KeyD')`
/** Clicks at the lower left, because demos have buttons in the middle. */
const clickCanvas = async ({ page, shell }: Visit) => {
  const [x = 0, y = 0] = await page.evaluate<number[]>(`(() => {
    const canvas = ${shell.canvas ?? `document.querySelector('canvas')`}
    const { x, y, width, height } = canvas.getBoundingClientRect()
    return [Math.round(x + width / 8), Math.round(y + height * 7 / 8)]
  })()`)
  await page.click(x, y)
}
const isFullscreen = ({ page }: Visit) => page.evaluate<boolean>('Boolean(document.fullscreenElement)')

/** The steps of a payment with mouse and keyboard only. */
const STEPS: Record<string, (visit: Visit) => Promise<void>> = {
  async 'plays in fullscreen, with a locked pointer and a key held'(visit) {
    const { shell, page } = visit
    await until(page, shell.ready ?? `'Leyden' in window`)
    await clickCanvas(visit)
    if (shell.fullscreen !== false) {
      await until(page, 'document.fullscreenElement')
      await clickCanvas(visit)
    }
    if (shell.pointerLock !== false) await until(page, 'document.pointerLockElement')
    await page.keyboard.down('d')
    await until(page, holdsD(shell))
  },

  async 'opens: pointer and key are released, fullscreen is kept'(visit) {
    const { shell, page } = visit
    if (shell.open) await page.evaluate(shell.open)
    else await openOverlay(page, 'pay', {})
    await until(page, `!document.pointerLockElement && !(${holdsD(shell)})`)
    await page.keyboard.up('d')
    expect(await isFullscreen(visit)).toBe(shell.fullscreen !== false)
  },

  async 'lets the player type and correct an address, and type an amount'({ shell, page }) {
    await clickField(page, 'Lightning Address')
    await page.evaluate('void seen.splice(0)')
    await page.keyboard.type('alicee@wallet.example')
    for (let step = 0; step < 15; step++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Backspace')
    expect(await fieldValue(page, 'Lightning Address')).toBe('alice@wallet.example')
    await seeText(page, 'Tips for Alice')
    await clickField(page, 'Amount')
    await page.keyboard.type('2100')
    if (!shell.isLate) expect(await page.evaluate('seen')).toEqual([])
  },

  async 'shows a QR code, and then that the invoice is paid'({ shell, page, top }) {
    const invoice = await requestInvoice(page)
    await seeQrCode(top, invoice)
    expect(await qrCodeWidth(page)).toBeGreaterThanOrEqual(300)
    await shell.withInvoice?.(page, top)
    await shop.pay(invoice)
    await seeText(page, 'Paid 2,100 sats')
    await clickButton(page, 'Done')
    expect((await outcome(page)).status).toBe('paid')
    expect(await hasDialog(page)).toBe(false)
  },

  async 'returns keys and fullscreen to the game'(visit) {
    const { shell, page } = visit
    expect(await isFullscreen(visit)).toBe(shell.fullscreen !== false)
    await page.keyboard.press('w')
    await until(page, `seen.some((key) => key.includes('KeyW'))`)
    expect([...(await page.evaluate<string[]>('problems')), ...page.problems].join()).toBe('')
  },
}

/** Opens the page of a shell. Skips the test if the browser cannot run its engine. */
async function visit(name: string, skip: (note: string) => void): Promise<Visit> {
  const shell = shells[name] as Shell
  const { url, frames = [] } = await shell.serve(shop)
  const top = await browser.open(url, shell.viewport)
  const page = inFrame(top, frames)
  if (shell.needsWebGl && !(await page.evaluate(`!!document.createElement('canvas').getContext('webgl2')`))) {
    await top.close()
    skip(`this ${browserName} has no WebGL`)
  }
  return { shell, top, page }
}

const testedShells = inSoak ? Object.keys(shells) : DEFAULT_SHELLS[browserName]

describe('a payment with mouse and keyboard', () => {
  it.for(testedShells)('in %s', async (name, { skip, task }) => {
    Object.assign(task.meta, { row: name })
    const visited = await visit(name, skip)
    for (const [step, run] of Object.entries(STEPS))
      await run(visited).catch((error) => {
        const problems = visited.page.problems.map((problem) => `\n${problem}`)
        throw new Error(`${step}: ${error.message}${problems.join('')}`, { cause: error })
      })
    await visited.top.close()
  })
})

/** Of these shells, those that show the ramp; none in a run of few shells. */
const rampShells = testedShells.flatMap((name) => {
  const { ramp } = shells[name] as Shell
  return ramp ? [[name, ramp[browserName] ?? 'frame'] as const] : []
})
/** Whether the page shows the ramp, or the way to it. `page` is that of the game. */
const RAMP_IS_SHOWN = {
  frame: (page: DrivenPage) =>
    page.evaluateIn<boolean>(shop.rampUrl, `Boolean(document.querySelector('input'))`),
  link: (page: DrivenPage) =>
    page.evaluate<boolean>(inOverlay(`querySelector('a[href^="${shop.rampUrl}"]')`)),
  tab: (page: DrivenPage) =>
    page.evaluate<boolean>(inOverlay(`textContent.includes('Continue in the other tab')`)),
}
const inOverlay = (expression: string) =>
  `[...document.querySelectorAll('body > div')].some(({ shadowRoot }) => shadowRoot?.querySelector('dialog').${expression})`

describe.runIf(rampShells.length > 0)('the ramp', () => {
  it.for(rampShells)('in %s is a %s', async ([name, shownAs], { skip, task }) => {
    const note = shownAs === 'frame' ? undefined : `a ${shownAs}: this browser has no credentialless frames`
    Object.assign(task.meta, { row: `the ramp in ${name}`, note })
    const { page, top } = await visit(name, skip)
    await openOverlay(page, 'ramp', { email: 'player@shop.example', destination: 'alice@wallet.example' })
    await eventually(() => RAMP_IS_SHOWN[shownAs](page).catch(() => false), shownAs).toBe(true)
    await top.close()
  })
})

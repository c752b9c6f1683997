import type { Frame, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { embedShop } from './embed-shop.js'
import { lateGamePage } from './game-page.js'
import { barePage, dialogOf, open, outcome } from './widget-page.js'

const shop = await embedShop()
const browser = await sharedBrowser()

interface Report {
  findings: { check: string; result: string; fix?: string }[]
  violations: string[]
}

async function doctor(page: Page | Frame) {
  const { findings, violations } = await page.evaluate<Report>('Leyden.doctor()')
  const result = (check: string) => findings.find((finding) => finding.check === check)?.result
  return { findings, violations, result }
}

const supports = (page: Page | Frame, kind = 'ramp') =>
  page.evaluate<Record<string, unknown>>(`Leyden.supports('${kind}')`)

async function frameOf(page: Page, ending: string): Promise<Frame> {
  const match = page.frames().find((frame) => frame.url().endsWith(ending))
  if (!match) throw new Error(`There is no frame of ${ending}.`)
  await match.waitForFunction(() => 'Leyden' in window)
  return match
}

it('reports no problem for a correct page, and prints what it checked', async () => {
  const { page, close } = await openPage(browser, shop.serve('/bare', barePage(shop.bffUrl)))
  const tables: string[] = []
  page.on('console', (message) => message.type() === 'table' && tables.push(message.text()))
  const { findings, violations } = await doctor(page)
  expect(findings.filter(({ result }) => result === 'problem')).toEqual([])
  expect(findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['BFF answers', 'camera', 'keys reach the widget', 'own origin', 'storage']),
  )
  expect(violations).toEqual([])
  expect(tables).toHaveLength(1)
  expect(await supports(page)).toEqual({
    ok: true,
    framed: false,
    isolated: false,
    credentialless: true,
    camera: true,
    payment: true,
    clipboard: true,
    storage: true,
    box: { widthPx: 1280, heightPx: 900 },
  })
  await close()
})

it('names the fix for each missing permission, in a frame without permissions', async () => {
  shop.serve('/bounded', {
    body: barePage(shop.bffUrl),
    headers: { 'content-security-policy': "connect-src 'self'" },
  })
  const url = shop.serve(
    '/around',
    '<!doctype html><iframe sandbox="allow-scripts" src="/bounded" width="500" height="400"></iframe>',
  )
  const { page, close } = await openPage(browser, url)
  const frame = await frameOf(page, '/bounded')
  const { findings, violations, result } = await doctor(frame)
  for (const check of ['BFF answers', 'camera', 'payment', 'clipboard', 'storage', 'own origin'])
    expect([check, result(check)]).toEqual([check, 'problem'])
  for (const { result, fix } of findings) expect(fix !== undefined).toBe(result !== 'ok')
  expect(violations).toEqual([`connect-src blocked ${shop.bffUrl}`])
  expect(await supports(frame)).toMatchObject({
    ok: false,
    reason: 'blocked',
    framed: true,
    camera: false,
    payment: false,
    clipboard: false,
    storage: false,
    box: { widthPx: 500, heightPx: 400 },
  })
  await close()
})

it.each([
  ['a wrong path', () => `${shop.bffUrl}/leyden`, () => shop.siteUrl],
  ['a server that is not a BFF', () => shop.siteUrl, () => shop.siteUrl],
  [
    'a page that the BFF does not allow',
    () => shop.bffUrl,
    () => `http://unlisted.localhost:${new URL(shop.siteUrl).port}`,
  ],
])('does not accept %s as the answer of a BFF', async (name, bffUrl, origin) => {
  const path = `/${name.replaceAll(' ', '-')}`
  shop.serve(path, barePage(bffUrl()))
  const { page, close } = await openPage(browser, origin() + path)
  const { findings, result } = await doctor(page)
  expect([result('BFF address is set'), result('BFF answers')]).toEqual(['ok', 'problem'])
  expect(findings.find(({ check }) => check === 'BFF answers')?.fix).toContain('LEYDEN_ALLOWED_ORIGINS')
  await close()
})

it('reports that the BFF is not set, and that the game intercepts keys', async () => {
  const late = lateGamePage(shop.bffUrl, 'window, capturing')
  const { page, close } = await openPage(browser, shop.serve('/late', late))
  expect((await doctor(page)).result('keys reach the widget')).toBe('ok')
  await open(page, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
  await dialogOf(page).getByLabel(/Note/).click()
  await page.keyboard.press('w')
  expect((await doctor(page)).result('keys reach the widget')).toBe('problem')
  await page.evaluate('Leyden.configure({ bffUrl: undefined })')
  const { result } = await doctor(page)
  expect([result('BFF address is set'), result('BFF answers')]).toEqual(['problem', 'unknown'])
  await close()
})

it('reports that a game which was loaded before the script may read gamepads', async () => {
  const GAMEPADS = 'gamepads reach only the overlay'
  const first = await openPage(browser, shop.serve('/bare', barePage(shop.bffUrl)))
  expect((await doctor(first.page)).result(GAMEPADS)).toBe('ok')
  await first.close()
  const late = await openPage(browser, shop.serve('/late', lateGamePage(shop.bffUrl, 'window, capturing')))
  const { findings } = await doctor(late.page)
  expect(findings.find(({ check }) => check === GAMEPADS)).toMatchObject({
    result: 'unknown',
    fix: expect.stringContaining('first in <head>'),
  })
  await late.close()
})

describe('a page that never set its BFF', () => {
  const elements =
    '<pay-to-lightning-address address="alice@wallet.example"></pay-to-lightning-address>'.repeat(2)
  const openUnconfigured = async (path: string, script: string) => {
    const page = await browser.newPage()
    const warnings: string[] = []
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    await page.goto(
      shop.serve(
        path,
        `<!doctype html><title>x</title><script src="/leyden.js"></script>${elements}${script}`,
      ),
    )
    return { page, warnings }
  }

  it('gets one warning, although it has two elements', async () => {
    const { page, warnings } = await openUnconfigured('/unset', '')
    await expect.poll(() => warnings).toHaveLength(1)
    expect(warnings[0]).toContain("Call Leyden.configure({ bffUrl: '…' }).")
    await page.evaluate(`void Leyden.mount('body', 'pay', { address: 'bob@wallet.example' })`)
    await page.evaluate(`Leyden.configure({ bffUrl: '${shop.bffUrl}' })`)
    await page.getByText('bob@wallet.example').first().waitFor()
    expect(warnings).toHaveLength(1)
    await page.close()
  })

  it('gets no warning when a module sets it while the page loads', async () => {
    const configure = `<script type="module">Leyden.configure({ bffUrl: '${shop.bffUrl}' })</script>`
    const { page, warnings } = await openUnconfigured('/set-late', configure)
    await page.getByText('alice@wallet.example').first().waitFor()
    expect(warnings).toEqual([])
    await page.close()
  })
})

it('detects a page that is cross-origin isolated', async () => {
  const headers = {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  }
  const url = shop.serve('/isolated', { body: barePage(shop.bffUrl), headers })
  const { page, close } = await openPage(browser, url)
  expect(await supports(page)).toMatchObject({ isolated: true, credentialless: true })
  await page.evaluate('delete HTMLIFrameElement.prototype.credentialless')
  expect((await doctor(page)).result('ramp page can be framed')).toBe('problem')
  await close()
})

describe('in the frame of a portal', () => {
  it('opens nothing until the portal allows what is missing, and names the reason', async () => {
    shop.serve('/game', barePage(shop.bffUrl))
    shop.serve(
      '/portal',
      `<!doctype html><iframe src="${shop.siteUrl}/game" width="700" height="700"></iframe>`,
    )
    const { page, close } = await openPage(
      browser,
      `http://games.crazygames.com:${new URL(shop.siteUrl).port}/portal`,
    )
    const frame = await frameOf(page, '/game')
    expect(await supports(frame, 'pay')).toMatchObject({ ok: false, reason: 'portal_policy' })
    expect((await doctor(frame)).result('allowed by the portal')).toBe('problem')
    await open(frame, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
    expect(await outcome(frame)).toMatchObject({ status: 'unavailable', reason: 'portal_policy' })
    expect(await dialogOf(frame).count()).toBe(0)
    await frame.evaluate(`Leyden.configure({ portalAllows: ['pay'] })`)
    expect([(await supports(frame, 'pay')).ok, (await supports(frame, 'ramp')).ok]).toEqual([true, false])
    await open(frame, 'pay', { address: 'alice@wallet.example', amountSats: 2100 })
    await dialogOf(frame)
      .getByRole('button', { name: /^Pay( \d|$)/ })
      .waitFor()
    await close()
  })
})

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, openPage } from '../world/browser.js'
import { type EmbedWorld, startEmbedWorld } from './embed-world.js'
import { eventually } from './eventually.js'
import { barePage, dialogOf, showInvoice } from './widget-page.js'

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

const engines = join(dirname(fileURLToPath(import.meta.resolve('@leyden/embed/package.json'))), 'engines')

/** What Unity's runtime gives a .jslib: a heap of bytes, texts in it, and a way to a game object. */
const RUNTIME = `
  const heap = new Uint8Array(65536)
  let top = 8
  const Module = {}
  window.received = []
  const LibraryManager = { library: {} }
  const mergeInto = (library, functions) => Object.assign(library, functions)
  const SendMessage = (object, method, text) => received.push([object, method, text])
  const _malloc = (size) => { top += size; return top - size }
  const lengthBytesUTF8 = (text) => new TextEncoder().encode(text).length
  const stringToUTF8 = (text, at, size) => { heap.fill(0, at, at + size); heap.set(new TextEncoder().encode(text).subarray(0, size - 1), at) }
  const UTF8ToString = (at) => new TextDecoder().decode(heap.subarray(at, heap.indexOf(0, at)))
  window.unityCall = (text) => {
    const at = _malloc(lengthBytesUTF8(text) + 1)
    stringToUTF8(text, at, lengthBytesUTF8(text) + 1)
    return UTF8ToString(LibraryManager.library.LeydenCall(at))
  }
  window.unityListen = () => LibraryManager.library.LeydenListen()
`

/** As Unity's JsonUtility writes it: every field, the empty ones too. */
const OPEN = JSON.stringify({
  v: 1,
  id: 'unity-1',
  method: 'open',
  params: { kind: 'pay', address: 'alice@wallet.example', amountSats: 2100, reference: '' },
})

it('carries a payment through Unity’s jslib, one text each way', async () => {
  const jslib = readFileSync(join(engines, 'unity/Runtime/Plugins/WebGL/Leyden.jslib'), 'utf8')
  const body = `<script>{${RUNTIME}${jslib}}</script>`
  const { page, problems, close } = await openPage(
    browser,
    world.serve('/unity', barePage(world.bffUrl, { body })),
  )
  const call = (text: string) =>
    page.evaluate(
      (json) => JSON.parse((window as unknown as { unityCall: (t: string) => string }).unityCall(json)),
      text,
    )
  await page.evaluate('unityListen(); unityListen()')
  const settings = { bffUrl: world.bffUrl, locale: 'en', token: '', environment: 'auto' }
  expect(
    await call(JSON.stringify({ v: 1, id: 'configure', method: 'configure', params: settings })),
  ).toMatchObject({
    ok: true,
  })
  expect(await call(OPEN)).toEqual({ v: 1, id: 'unity-1', ok: true, result: null })
  const invoice = await showInvoice(dialogOf(page))
  await world.payFromPhone(invoice)
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  await page.waitForFunction('received.length > 0')
  const received = await page.evaluate<[string, string, string][]>('received')
  expect(received).toHaveLength(1)
  const [[object, method, text] = ['', '', '']] = received
  expect([object, method]).toEqual(['Leyden', 'OnMessage'])
  expect(JSON.parse(text)).toMatchObject({
    id: 'unity-1',
    type: 'outcome',
    data: { status: 'paid', amountMsat: '2100000' },
  })
  expect(await call('{"id":"2","method":"sell"}')).toMatchObject({
    ok: false,
    error: { code: 'BAD_REQUEST' },
  })
  expect(problems).toEqual([])
  await close()
})

it('tells Unity that the script is missing', async () => {
  const jslib = readFileSync(join(engines, 'unity/Runtime/Plugins/WebGL/Leyden.jslib'), 'utf8')
  const url = world.serve(
    '/unity-alone',
    `<!doctype html><title>x</title><script>{${RUNTIME}${jslib}}</script>`,
  )
  const { page, close } = await openPage(browser, url)
  expect(await page.evaluate(`unityListen(); JSON.parse(unityCall('{}'))`)).toMatchObject({
    ok: false,
    error: { code: 'NOT_LOADED' },
  })
  await close()
})

it('is polled by engines that cannot be called', async () => {
  const { page, close } = await openPage(browser, world.serve('/bare', barePage(world.bffUrl)))
  await page.evaluate(`Leyden.call('${OPEN}')`)
  const invoice = await showInvoice(dialogOf(page))
  await page.evaluate(`Leyden.call('{"method":"close"}')`)
  await eventually(() => page.evaluate('Leyden.drain()')).toContain('"pending"')
  await world.payFromPhone(invoice)
  await eventually(() => page.evaluate('Leyden.drain()')).toContain('"paid"')
  await close()
})

it('keeps the code of each engine short', () => {
  for (const file of ['unity/Runtime/Leyden.cs', 'godot/addons/leyden/leyden.gd'])
    expect(readFileSync(join(engines, file), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

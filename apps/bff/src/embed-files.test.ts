import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createBff, type EmbedFiles } from '@leyden/bff'
import { memoryStore } from '@leyden/bff/memory'
import { toNodeHandler } from '@leyden/bff/node'
import { embedFilesIn } from '@leyden/embed/files'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const beside = ['leyden.full.js', 'leyden-widget.js', 'leyden-widget.mjs', 'leyden-de.js', 'leyden-de.mjs']
const SCRIPT = 'window.x = 1;'.repeat(100)
const folder = mkdtempSync(join(tmpdir(), 'leyden-embed-files-'))
const bffWith = (embed: EmbedFiles | undefined) =>
  createBff({
    pay: { validateLightningAddress: vi.fn(), createCharge: vi.fn() },
    store: memoryStore(),
    publicUrl: 'https://shop.example/leyden',
    secrets: ['a secret of more than 32 characters, for tests'],
    embed,
    log: { info() {}, warn() {}, error() {} },
  })
const server = createServer(toNodeHandler(bffWith(embedFilesIn(pathToFileURL(`${folder}/`)))))
let url = ''

beforeAll(async () => {
  for (const name of ['leyden.js', 'leyden.mjs', ...beside]) writeFileSync(join(folder, name), SCRIPT)
  writeFileSync(join(folder, 'secret.txt'), 'no')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/leyden`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

/** The bytes on the wire: `fetch` requests encodings by itself and decodes them. */
async function raw(headers: Record<string, string | undefined>, method = 'GET') {
  const sentHeaders = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
  const sent = request(`${url}/embed/v1/leyden.js`, { method, headers: sentHeaders, agent: false }).end()
  const reply = await new Promise<IncomingMessage>((resolve, reject) =>
    sent.once('response', resolve).once('error', reject),
  )
  const chunks: Buffer[] = []
  for await (const chunk of reply) chunks.push(chunk)
  return { status: reply.statusCode, headers: reply.headers, bytes: Buffer.concat(chunks) }
}

describe('the embed at the BFF', () => {
  it('is served to any page, and revalidated cheaply', async () => {
    const first = await fetch(`${url}/embed/v1/leyden.js`)
    expect(first.status).toBe(200)
    expect(await first.text()).toBe(SCRIPT)
    expect(first.headers.get('cache-control')).toBe('public, max-age=300, immutable')
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const again = await fetch(`${url}/embed/v1/leyden.js`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  it.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['br', '*', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip', 'br;q=0, gzip;q=0.5', gunzipSync],
  ])(
    'is compressed by %s for a client that accepts %s, with the same content',
    async (coding, accepts, unpack) => {
      for (const round of ['packed now', 'packed before']) {
        const { headers, bytes } = await raw({ 'accept-encoding': accepts })
        expect(headers['content-encoding'], round).toBe(coding)
        expect(headers.vary).toBe('accept-encoding')
        expect(Number(headers['content-length'])).toBe(bytes.length)
        expect(bytes.length).toBeLessThan(SCRIPT.length / 2)
        expect(unpack(bytes).toString()).toBe(SCRIPT)
      }
    },
  )

  it.each([undefined, 'identity', 'br;q=0, gzip;q=0.0', '*;q=0', 'brotli', 'deflate'])(
    'is plain for a client that accepts %s',
    async (accepts) => {
      const { headers, bytes } = await raw(accepts === undefined ? {} : { 'accept-encoding': accepts })
      expect(headers['content-encoding']).toBeUndefined()
      expect(headers.vary).toBe('accept-encoding')
      expect(bytes.toString()).toBe(SCRIPT)
    },
  )

  it('has an ETag for each encoding, a 304 if unchanged, and its size for HEAD', async () => {
    const packed = await raw({ 'accept-encoding': 'br' })
    const plain = await raw({})
    expect(plain.headers.etag).not.toBe(packed.headers.etag)
    for (const tag of [packed.headers.etag, `W/${packed.headers.etag}`, `"other", ${packed.headers.etag}`]) {
      const { status, bytes } = await raw({ 'accept-encoding': 'br', 'if-none-match': tag })
      expect([status, bytes.length]).toEqual([304, 0])
    }
    const other = await raw({ 'accept-encoding': 'br', 'if-none-match': plain.headers.etag })
    expect(other.status).toBe(200)
    const head = await raw({ 'accept-encoding': 'br' }, 'HEAD')
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    expect(head.headers['content-length']).toBe(packed.headers['content-length'])
    expect(head.headers['content-encoding']).toBe('br')
  })

  it('is compressed again when the file has changed', async () => {
    await raw({ 'accept-encoding': 'br' })
    writeFileSync(join(folder, 'leyden.js'), 'window.x = 2')
    const { bytes } = await raw({ 'accept-encoding': 'br' })
    writeFileSync(join(folder, 'leyden.js'), SCRIPT)
    expect(brotliDecompressSync(bytes).toString()).toBe('window.x = 2')
  })

  it.each(['leyden.mjs', ...beside])('is served together with %s', async (name) => {
    const response = await fetch(`${url}/embed/v1/${name}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  it.each([
    '/embed/v1/secret.txt',
    '/embed/v1/constructor',
    '/embed/v1/leyden-xx.js',
    '/embed/v1/leyden-../secret.txt',
    '/embed/v2/leyden.js',
    '/embed/v1/..%2fsecret.txt',
  ])('contains no %s', async (path) => {
    expect((await fetch(url + path)).status).toBe(404)
  })

  it('names the option at a BFF without the script', async () => {
    const response = await bffWith(undefined).fetch(
      new Request('https://shop.example/leyden/embed/v1/leyden.js'),
    )
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('@leyden/embed/files')
  })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withEmbedFiles } from './embed-files.js'

const beside = ['leyden-more.js', 'leyden-more.mjs', 'leyden-de.js', 'leyden-de.mjs']
const folder = mkdtempSync(join(tmpdir(), 'leyden-embed-files-'))
const server = createServer(
  withEmbedFiles(
    (_request, response) => response.writeHead(418).end(),
    'https://shop.example/leyden',
    folder,
  ),
)
let url = ''

beforeAll(async () => {
  for (const name of ['leyden.js', 'leyden.mjs', ...beside]) writeFileSync(join(folder, name), 'window.x = 1')
  writeFileSync(join(folder, 'secret.txt'), 'no')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/leyden`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

describe('the embed at the BFF', () => {
  it('is given to any page, and asked about again cheaply', async () => {
    const first = await fetch(`${url}/embed/v1/leyden.js`)
    expect(first.status).toBe(200)
    expect(await first.text()).toBe('window.x = 1')
    expect(first.headers.get('cache-control')).toBe('public, max-age=300, immutable')
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const again = await fetch(`${url}/embed/v1/leyden.js`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  it.each(['leyden.mjs', ...beside])('has %s beside it', async (name) => {
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
    '/healthz',
  ])('leaves %s to the BFF', async (path) => {
    expect((await fetch(url + path)).status).toBe(418)
  })
})

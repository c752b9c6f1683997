import { Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Connect } from './connect-tls.js'
import { createGuardedGet, type GuardedGetOptions } from './guarded-get.js'
import { createResolveName } from './resolve-name.js'
import type { Zone } from './test-support/dns-server.js'
import {
  type Answer,
  OUTSIDE,
  OUTSIDE_IPV6,
  PATIENT,
  resultOf,
  startTestInternet,
} from './test-support/test-internet.js'

const URL_OF_ALICE = 'https://pay.example.com/.well-known/lnurlp/alice'
const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(closers.splice(0).map((close) => close()))
})

async function start(options: { zone?: Zone; answer?: Answer; guard?: GuardedGetOptions } = {}) {
  const internet = await startTestInternet(options)
  closers.push(internet.close)
  const { connect, dns } = internet
  const guard = {
    connect,
    resolve: createResolveName([dns.address]),
    ...options.guard,
    budgets: { ...PATIENT, ...options.guard?.budgets },
  }
  return { ...internet, get: resultOf(createGuardedGet(guard)) }
}

describe('the answer', () => {
  it('is returned whatever its status and content type', async () => {
    const { get, requests } = await start({
      answer: (_, response) =>
        response.writeHead(500, { 'content-type': 'text/html' }).end('\ufeff{"status":"ERROR"}'),
    })
    const result = await get(URL_OF_ALICE)
    expect(result).toMatchObject({ ok: true, status: 500, text: '{"status":"ERROR"}' })
    expect(requests).toEqual(['pay.example.com /.well-known/lnurlp/alice'])
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('is decoded from %s too, though none was requested', async (encoding, compress) => {
    const { get } = await start({
      answer: (_, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end(compress('{"fine":1}')),
    })
    expect(await get(URL_OF_ALICE)).toMatchObject({ ok: true, text: '{"fine":1}' })
  })

  it.each(['UTF-8', 'utf8', 'none'])('is read if its encoding is called %s', async (encoding) => {
    const { get } = await start({
      answer: (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end('{"fine":1}'),
    })
    expect(await get(URL_OF_ALICE)).toMatchObject({ ok: true, text: '{"fine":1}' })
  })

  it('comes with its URL, and with the time to wait that the server asks for', async () => {
    const { get } = await start({
      answer: ({ url }, response) => {
        if (url === '/moved') response.writeHead(429, { 'retry-after': '120' }).end('{}')
        else response.writeHead(302, { location: '/moved' }).end()
      },
    })
    const result = await get(URL_OF_ALICE)
    expect(result).toMatchObject({ ok: true, status: 429, retryAfterMs: 120_000 })
    expect(result.ok && result.url.href).toBe('https://pay.example.com/moved')
  })

  it('is refused in an unknown encoding', async () => {
    const { get } = await start({
      answer: (_, response) => response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end('x'),
    })
    expect(await get(URL_OF_ALICE)).toEqual({ ok: false, reason: 'bad_encoding' })
  })

  it('may have exactly 256 KiB, and not one byte more', async () => {
    let size = 262_144
    const { get } = await start({ answer: (_, response) => response.end('a'.repeat(size)) })
    expect(await get(URL_OF_ALICE)).toMatchObject({ ok: true, text: 'a'.repeat(262_144) })
    size = 262_145
    expect(await get(URL_OF_ALICE)).toEqual({ ok: false, reason: 'body_too_large' })
  })

  it('is aborted early if it is a decompression bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const { get } = await start({
      answer: (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    })
    const before = process.memoryUsage().rss
    expect(await get(URL_OF_ALICE)).toEqual({
      ok: false,
      reason: 'body_too_large',
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000)
  })

  it('that is truncated is an error', async () => {
    const { get } = await start({
      answer: (_, response) => {
        response.writeHead(200, { 'content-length': '500' }).write('{"half":')
        setTimeout(() => response.destroy(), 50)
      },
    })
    expect(await get(URL_OF_ALICE)).toEqual({ ok: false, reason: 'unreachable' })
  })

  it('that is truncated within compressed data is an error', async () => {
    const half = gzipSync('{"fine":1}'.repeat(50)).subarray(0, 20)
    const { get } = await start({
      answer: (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(half),
    })
    expect(await get(URL_OF_ALICE)).toEqual({ ok: false, reason: 'unreachable' })
  })
})

describe('the request', () => {
  it('carries no cookie, no key and a fixed set of headers', async () => {
    const sentHeaders: unknown[] = []
    const { get } = await start({
      answer: (request, response) => {
        sentHeaders.push(request.headers)
        response.writeHead(200, { 'set-cookie': 'a=b; Path=/' }).end('{}')
      },
    })
    await get(URL_OF_ALICE)
    await get(URL_OF_ALICE)
    const headers = {
      host: 'pay.example.com',
      connection: 'close',
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'Leyden (LNURL-pay)',
    }
    expect(sentHeaders).toEqual([headers, headers])
  })

  it('ignores proxy settings of the environment', async () => {
    const { get, hits, requests } = await start()
    for (const name of ['http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:1')
    expect(await get(URL_OF_ALICE)).toMatchObject({ ok: true })
    expect(hits).toEqual([])
    expect(requests).toEqual(['pay.example.com /.well-known/lnurlp/alice'])
  })

  it('leaves no connection open', async () => {
    const opened: { destroyed: boolean }[] = []
    const { get, connect } = await start()
    const counting: Connect = (target) => {
      const socket = connect(target)
      opened.push(socket)
      return socket
    }
    const counted = createGuardedGet({ connect: counting, resolve: async () => [OUTSIDE] })
    await get(URL_OF_ALICE)
    await counted(URL_OF_ALICE)
    await counted(URL_OF_ALICE)
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true, true])
  })
})

describe('a name', () => {
  it('that does not exist is reported as name_not_found', async () => {
    const { get } = await start({ zone: () => undefined })
    expect(await get(URL_OF_ALICE)).toEqual({ ok: false, reason: 'name_not_found' })
  })

  it('without addresses gives the same reason', async () => {
    const { get } = await start({ zone: () => [] })
    expect(await get(URL_OF_ALICE)).toEqual({ ok: false, reason: 'name_not_found' })
  })

  it('that the name servers fail to resolve is unreachable', async () => {
    const { get } = await start({ zone: () => 'fails' })
    expect(await get(URL_OF_ALICE)).toEqual({ ok: false, reason: 'unreachable' })
  })

  it('is reached over IPv6 alone', async () => {
    const { get } = await start({ zone: () => [OUTSIDE_IPV6] })
    expect(await get(URL_OF_ALICE)).toMatchObject({ ok: true })
  })
})

describe('time', () => {
  const soon = { dnsMs: 200, connectMs: 200, firstByteMs: 200, totalMs: 600 }

  it('ends when the name servers do not respond', async () => {
    const { get } = await start({ zone: () => 'silent', guard: { budgets: soon } })
    expect(await get(URL_OF_ALICE)).toEqual({ ok: false, reason: 'timeout' })
  })

  it('ends when nothing connects', async () => {
    const { get } = await start({ guard: { budgets: soon, connect: () => new Socket() } })
    expect(await get(URL_OF_ALICE)).toEqual({ ok: false, reason: 'timeout' })
  })

  it('ends when no reply begins', async () => {
    const { get } = await start({ guard: { budgets: soon }, answer: () => {} })
    expect(await get(URL_OF_ALICE)).toEqual({ ok: false, reason: 'timeout' })
  })

  it('ends when a reply trickles in', async () => {
    const { get } = await start({
      guard: { budgets: soon },
      answer: (_, response) => {
        const drip = setInterval(() => response.write(' '), 20)
        response.once('close', () => clearInterval(drip))
      },
    })
    expect(await get(URL_OF_ALICE)).toEqual({ ok: false, reason: 'timeout' })
  })

  it('does not restart with each redirect', async () => {
    const { get, requests } = await start({
      guard: { budgets: { ...soon, firstByteMs: 500 } },
      answer: (_, response) => {
        setTimeout(() => response.writeHead(302, { location: '/again' }).end(), 250)
      },
    })
    expect(await get(URL_OF_ALICE)).toEqual({ ok: false, reason: 'timeout' })
    expect(requests.length).toBeLessThan(5)
  })

  it('ends when the caller aborts', async () => {
    const { get } = await start({ answer: () => {} })
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 50)
    expect(await get(URL_OF_ALICE, { signal: controller.signal })).toEqual({
      ok: false,
      reason: 'aborted',
    })
  })
})

describe('places', () => {
  const concurrent = { perHost: 4, total: 5 }

  it('are limited per host, and are released', async () => {
    const waiting: (() => void)[] = []
    const answer = (_: unknown, response: { end(text: string): void }) =>
      void waiting.push(() => response.end('{}'))
    const { get } = await start({ answer, guard: { concurrent } })
    const four = [1, 2, 3, 4].map(() => get(URL_OF_ALICE))
    await vi.waitFor(() => expect(waiting).toHaveLength(4))
    expect(await get(URL_OF_ALICE)).toEqual({ ok: false, reason: 'busy' })
    for (const answer of waiting.splice(0)) answer()
    expect(await Promise.all(four)).toEqual(four.map(() => expect.objectContaining({ ok: true })))
    const fifth = get(URL_OF_ALICE)
    await vi.waitFor(() => expect(waiting).toHaveLength(1))
    waiting[0]?.()
    expect(await fifth).toMatchObject({ ok: true })
  })

  it('are limited in total', async () => {
    const { get } = await start({ answer: () => {}, guard: { concurrent, budgets: { totalMs: 1500 } } })
    const results = await Promise.all(
      Array.from({ length: 7 }, (_, index) => get(`https://host-${index}.example.com/x`)),
    )
    expect(results.filter((result) => !result.ok && result.reason === 'busy')).toHaveLength(2)
    expect(results.filter((result) => !result.ok && result.reason === 'timeout')).toHaveLength(5)
  })
})

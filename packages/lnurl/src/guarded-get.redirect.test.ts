import { afterEach, describe, expect, it } from 'vitest'
import { createGuardedGet } from './guarded-get.js'
import { resultOf, startTestInternet, type TestInternet } from './test-support/test-internet.js'
import { redirectVectors } from './test-support/vectors.js'

let internet: TestInternet

afterEach(() => internet.close())

describe('redirects', () => {
  it.each(redirectVectors)('$id: $expect', async ({ requestUrl, chain, expect: verdict }) => {
    let step = 0
    internet = await startTestInternet({
      answer: (_, response) => {
        const { status, location } = chain[step++] ?? {}
        if (status === undefined) response.end('{"arrived":true}')
        else response.writeHead(status, location === undefined ? {} : { location }).end()
      },
    })
    const get = resultOf(
      createGuardedGet({ connect: internet.connect, resolve: async () => ['93.184.216.34'] }),
    )
    const result = await get(requestUrl)

    if (verdict === 'FOLLOW') {
      expect(result).toMatchObject({ ok: true, text: '{"arrived":true}' })
      const arrived = new URL(chain.at(-1)?.location ?? '')
      expect(internet.requests.at(-1)).toBe(`${arrived.host} ${arrived.pathname}${arrived.search}`)
    } else {
      expect(result).toEqual({ ok: false, reason: verdict.toLowerCase() })
    }
    expect(internet.hits).toEqual([])
    expect(internet.requests).toHaveLength(Math.min(chain.length + Number(verdict === 'FOLLOW'), 6))
  })

  it('are all refused if none is allowed', async () => {
    internet = await startTestInternet({
      answer: (_, response) => response.writeHead(307, { location: 'https://www.example.com/x' }).end(),
    })
    const get = resultOf(
      createGuardedGet({
        connect: internet.connect,
        resolve: async () => ['93.184.216.34'],
        limits: { maxRedirects: 0 },
      }),
    )
    const result = await get('https://example.com/x')
    expect(result).toEqual({ ok: false, reason: 'too_many_redirects' })
    expect(internet.requests).toHaveLength(1)
  })

  it('keep a query as it is, and lose payer data on another site', async () => {
    const locations = [
      'https://www.example.com/a?amount=1&payerdata=%7B%22name%22%3A%22Zo%C3%AB%22%7D',
      'https://provider.example/b?x=a%20b&payerdata=%7B%7D&amount=1',
      'https://example.com.evil.example/c?payerdata=%7B%7D',
      'https://notexample.com/d?payerdata=%7B%7D',
    ]
    let step = 0
    internet = await startTestInternet({
      answer: (_, response) => {
        const location = locations[step++]
        if (location === undefined) response.end('{}')
        else response.writeHead(302, { location }).end()
      },
    })
    const get = createGuardedGet({ connect: internet.connect, resolve: async () => ['93.184.216.34'] })
    await get('https://example.com/x?amount=5&payerdata=%7B%7D', { ownSiteParameters: ['payerdata'] })
    expect(internet.requests).toEqual([
      'example.com /x?amount=5&payerdata=%7B%7D',
      'www.example.com /a?amount=1&payerdata=%7B%22name%22%3A%22Zo%C3%AB%22%7D',
      'provider.example /b?x=a+b&amount=1',
      'example.com.evil.example /c',
      'notexample.com /d',
    ])
  })
})

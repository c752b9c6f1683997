import { afterEach, describe, expect, it } from 'vitest'
import { createGuardedGet } from './guarded-get.js'
import { resultOf, startTestInternet, type TestInternet } from './test-support/test-internet.js'
import { redirectVectors } from './test-support/vectors.js'

let internet: TestInternet

afterEach(() => internet.close())

describe('redirects of the first look-up', () => {
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
    const result = await get(requestUrl, { maxBytes: 1000, maxRedirects: 5 })

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
      createGuardedGet({ connect: internet.connect, resolve: async () => ['93.184.216.34'] }),
    )
    const result = await get('https://example.com/x', { maxBytes: 1000, maxRedirects: 0 })
    expect(result).toEqual({ ok: false, reason: 'too_many_redirects' })
    expect(internet.requests).toHaveLength(1)
  })
})

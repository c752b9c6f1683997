import { describe, expect, it } from 'vitest'
import { checkRedirect } from './pay-request.js'
import vectors from './vectors/lnurlp-responses.json' with { type: 'json' }

function follow(requestUrl: string, chain: readonly { status: number; location?: string }[]): string {
  let from = requestUrl
  for (const [index, { location }] of chain.entries()) {
    const verdict = checkRedirect(from, location, index + 1)
    if (!verdict.ok) return verdict.reason.toUpperCase()
    from = verdict.url
  }
  return 'FOLLOW'
}

describe('checkRedirect', () => {
  it.each(vectors.redirects)('vector $id: $note', ({ requestUrl, chain, expect: expected }) => {
    expect(follow(requestUrl, chain)).toBe(expected)
  })

  it('resolves a relative location', () => {
    expect(checkRedirect('https://example.com/.well-known/lnurlp/alice', '/lnurlp/alice', 1)).toEqual({
      ok: true,
      url: 'https://example.com/lnurlp/alice',
    })
  })

  it('refuses a location that cannot be a URL', () => {
    expect(checkRedirect('https://example.com/', 'https://[', 1)).toEqual({
      ok: false,
      reason: 'bad_redirect',
    })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hmacSha256, portableHmac } from './hmac-sha256.js'
import { randomId } from './random-id.js'
import { createTokens, type TokenPurpose } from './tokens.js'

const old = 'an old secret of more than thirty-two characters'
const fresh = 'a fresh secret of more than thirty-two characters'
const now = new Date('2026-11-21T10:00:00Z')
const later = new Date('2026-11-21T10:15:00Z')
const id = randomId()

it("Node's HMAC has the bytes of the portable one", () => {
  expect(hmacSha256).not.toBe(portableHmac)
  const bytes = fc.uint8Array({ maxLength: 300 })
  fc.assert(
    fc.property(bytes, bytes, (key, data) => {
      expect([...hmacSha256(key, data)]).toEqual([...portableHmac(key, data)])
    }),
  )
})

describe('tokens', () => {
  const tokens = createTokens([fresh])

  it('returns the id that it was issued for', () => {
    expect(tokens.read('watch', tokens.issue('watch', id, later), now)).toBe(id)
  })

  it('can contain a payment hash as well as a random id', () => {
    const paymentHash = id + id
    expect(tokens.read('watch', tokens.issue('watch', paymentHash, later), now)).toBe(paymentHash)
  })

  it('is not valid for another purpose', () => {
    const purposes: TokenPurpose[] = ['webhook', 'watch', 'intent']
    for (const issued of purposes)
      for (const read of purposes) {
        const result = tokens.read(read, tokens.issue(issued, id, later), now)
        expect(result).toBe(issued === read ? id : null)
      }
  })

  it('recognises a user by a digest of its own purpose, which the secret determines', () => {
    const subject = tokens.userSubject('account-4711')
    expect(subject).toMatch(/^[0-9a-f]{32}$/)
    expect(subject).toBe(createTokens([fresh, old]).userSubject('account-4711'))
    const others = [
      tokens.userSubject('account-4712'),
      tokens.pseudonym('account-4711'),
      createTokens([old, fresh]).userSubject('account-4711'),
    ]
    expect(new Set([subject, ...others]).size).toBe(4)
  })

  it('is not valid after its expiry', () => {
    const token = tokens.issue('watch', id, later)
    expect(tokens.read('watch', token, new Date(later.getTime() - 1))).toBe(id)
    expect(tokens.read('watch', token, later)).toBeNull()
  })

  it('cannot be prolonged', () => {
    const [keyId, subject, , mac] = tokens.issue('watch', id, later).split('.')
    const far = Math.floor(later.getTime() / 1000 + 86_400).toString(36)
    expect(tokens.read('watch', [keyId, subject, far, mac].join('.'), now)).toBeNull()
  })

  it('is refused if any character is changed', () => {
    const token = tokens.issue('webhook', id, later)
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: token.length - 1 }),
        fc.constantFrom(...'0123456789abcdefz.'),
        (at, character) => {
          fc.pre(token[at] !== character)
          const forged = token.slice(0, at) + character + token.slice(at + 1)
          expect(tokens.read('webhook', forged, now)).toBeNull()
        },
      ),
    )
  })

  it('returns null for any other text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => tokens.read('watch', text, now) === null))
  })

  it('is valid with an old secret while that is listed, and signed by the first', () => {
    const before = createTokens([old])
    const during = createTokens([fresh, old])
    const issuedBefore = before.issue('watch', id, later)
    expect(during.read('watch', issuedBefore, now)).toBe(id)
    expect(createTokens([fresh]).read('watch', issuedBefore, now)).toBeNull()
    expect(createTokens([fresh]).read('watch', during.issue('watch', id, later), now)).toBe(id)
  })
})

import { parseWebhookEvent } from '@leyden/core/webhook'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCallbackResponse, parsePayRequest } from './lnurl/pay-request.js'
import { testInvoice } from './test-support/invoice-encoder.js'
import { CALLBACK_EXPECTATION, PARSERS } from './test-support/parsers.js'

const RUNS = process.env.LEYDEN_SOAK === '1' ? 1_000 : 200
const MAX_LENGTH = 100_000

// Prefixes that parsers accept, so that random text passes the first check.
const OPENINGS = [
  '',
  'alice@',
  'lightning:',
  'lnbc1',
  'lnbc2500u1',
  'bc1q',
  '1',
  '[["text/plain","',
  '{"tag":"payRequest","',
]

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.tuple(fc.constantFrom(...OPENINGS), fc.string({ maxLength: 300 })).map((parts) => parts.join('')),
  fc
    .tuple(
      fc.constantFrom(...OPENINGS),
      fc.string({ minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: MAX_LENGTH }),
    )
    .map(([opening, unit, length]) =>
      (opening + unit.repeat(Math.ceil(length / unit.length))).slice(0, length),
    ),
)

describe('parsers of outside text', () => {
  it.each(Object.entries(PARSERS))('%s throws only documented errors, whatever the input', (_, parse) => {
    fc.assert(
      fc.property(text, (input) => {
        parse(input)
      }),
      { numRuns: RUNS },
    )
  })

  it('throw nothing for any JSON with the fields that they read', () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('payRequest', 'https://a.example', 1000, testInvoice()),
    )
    const field = fc.constantFrom(
      ...[
        'tag',
        'callback',
        'minSendable',
        'maxSendable',
        'metadata',
        'commentAllowed',
        'payerData',
        'status',
      ],
      ...[
        'pr',
        'successAction',
        'verify',
        'disposable',
        'type',
        'event',
        'id',
        'data',
        '__proto__',
        'constructor',
      ],
    )
    fc.assert(
      fc.property(fc.dictionary(field, value), (body) => {
        for (const form of [body, JSON.stringify(body)]) {
          parsePayRequest(form, { address: 'alice@pay.example.com' })
          parseCallbackResponse(form, CALLBACK_EXPECTATION)
          parseWebhookEvent(form)
        }
      }),
      { numRuns: RUNS },
    )
  })
})

// Texts that make a regular expression or a loop read the same text again: long runs, near-misses, nesting.
const HOSTILE: readonly [name: string, unit: string, opening?: string][] = [
  ['one letter', 'a'],
  ['spaces', ' '],
  ['spaces before an end', ' ', 'x'],
  ['dots', '.', 'alice@'],
  ['hyphens', '-', 'alice@a'],
  ['at signs', '@'],
  ['labels', 'a.', 'alice@'],
  ['digits', '1'],
  ['groups', ',111', '1'],
  ['separators of invoices', '1', 'lnbc'],
  ['bech32 letters', 'q', 'lnbc1'],
  ['base58 letters', 'z', '1'],
  ['zero-width spaces', '\u200b'],
  ['surrogates', '\ud800'],
  ['carriage returns', '\r'],
  ['opened arrays', '['],
  ['opened objects', '{"a":'],
  ['metadata entries', '["text/plain","x"],', '['],
  ['percent signs', '%41', 'https://pay.example.com/?a='],
  ['slashes', '/', 'https:'],
  ['question marks', '?&', 'https://pay.example.com/'],
  ['base64', 'iVBO'],
]

// Linear code reads 100 kB in some milliseconds, quadratic code in several seconds. On a busy machine, one of many
// rounds is short.
const MAX_MS = 500

/** The shortest of up to forty rounds, so that pauses of the machine do not count. */
function milliseconds(parse: (text: string) => unknown, input: string): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 40 && best >= MAX_MS; round++) {
    const start = performance.now()
    parse(input)
    best = Math.min(best, performance.now() - start)
  }
  return best
}

describe('time', () => {
  const text = (unit: string, opening: string) =>
    (opening + unit.repeat(MAX_LENGTH / unit.length + 1)).slice(0, MAX_LENGTH)

  it.each(Object.entries(PARSERS))('%s takes time linear in its text, up to 100 kB', (_, parse) => {
    for (const [name, unit, opening = ''] of HOSTILE)
      expect(milliseconds(parse, text(unit, opening)), name).toBeLessThan(MAX_MS)
  })

  it('would detect a quadratic expression with a text of this length', () => {
    let durationMs = 0
    for (let length = 20_000; durationMs <= MAX_MS && length <= MAX_LENGTH; length *= 1.5) {
      const start = performance.now()
      expect(/a+$/u.test(`${'a'.repeat(length)}b`)).toBe(false)
      durationMs = performance.now() - start
    }
    expect(durationMs).toBeGreaterThan(MAX_MS)
  })
})

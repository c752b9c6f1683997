import { describe, expect, it } from 'vitest'
import { repeatedBody } from '../test-support/vector-body.js'
import vectors from '../vectors/lnurlp-responses.json' with { type: 'json' }
import { type PayRequest, parsePayRequest } from './pay-request.js'

type Expected = (typeof vectors.cases)[number]['expect']

describe('pay request vectors', () => {
  it.each(vectors.cases)('$id: $note', ({ requestedAddress, body, expect: expected }) => {
    const result = parsePayRequest(repeatedBody(body), { address: requestedAddress })
    if (!expected.ok) {
      expect(result).toMatchObject({ ok: false, reason: expected.code?.toLowerCase() })
      if ('reason' in expected) expect(result).toHaveProperty('message', expected.reason)
      if ('field' in expected) expect(result).toHaveProperty('field', expected.field)
      return
    }
    if (!result.ok) throw new Error(`refused: ${result.reason}`)
    expect(new Set(result.warnings.map((warning) => warning.toUpperCase()))).toEqual(
      new Set(expected.warnings),
    )
    expect(inVectorForm(result.value)).toEqual(comparable(expected))
  })
})

function inVectorForm(value: PayRequest): object {
  const image = value.imageDataUrl?.match(/^data:([^;]+);base64,(.*)$/u)
  return {
    callback: value.callback,
    minMsat: String(value.minMsat),
    maxMsat: String(value.maxMsat),
    minSat: Number(value.minSats),
    maxSat: Number(value.maxSats),
    description: value.description,
    longDescription: value.longDescription ?? null,
    identifier: value.identifier ?? null,
    image: image ? { mime: image[1], chars: image[2]?.length } : null,
    commentAllowed: value.commentAllowed,
    payerData: value.payerData,
  }
}

function comparable(expected: Expected): object {
  const { callbackHost, fixed, ...value } = { callbackHost: '', fixed: false, ...expected.value }
  return value
}

const base = {
  tag: 'payRequest',
  callback: 'https://pay.example.com/cb',
  minSendable: 1000,
  maxSendable: 100_000_000,
  metadata: '[["text/identifier","alice@pay.example.com"],["text/plain","Pay to alice"]]',
}
const parse = (changes: object = {}) =>
  parsePayRequest({ ...base, ...changes }, { address: 'alice@pay.example.com' })
const metadataOf = (...entries: unknown[]) => ({
  metadata: JSON.stringify([['text/identifier', 'alice@pay.example.com'], ['text/plain', 'x'], ...entries]),
})

describe('parsePayRequest', () => {
  it('reads the metadata object of the service like a body', () => {
    const fields = { ...base, disposable: false, payerData: { name: { mandatory: false } } }
    expect(parsePayRequest(fields, { address: 'alice@pay.example.com' })).toEqual(
      parsePayRequest(JSON.stringify(fields), { address: 'alice@pay.example.com' }),
    )
    expect(parse()).toMatchObject({
      ok: true,
      value: { metadata: base.metadata, minSats: 1n, maxSats: 100_000n },
    })
  })

  it('accepts limits as decimal texts with a warning, and no other value that converts to a number', () => {
    expect(parse({ minSendable: '1000' })).toMatchObject({ ok: true, warnings: ['amount_as_text'] })
    expect(parse({ minSendable: '1000.0', maxSendable: 5000.5 })).toMatchObject({
      value: { minMsat: 1000n, maxMsat: 5000n },
      warnings: ['amount_as_text', 'amount_not_integer'],
    })
    for (const bad of [
      '0x3e8',
      '1e3',
      ' 1000',
      '-1',
      '.5',
      '1.',
      true,
      null,
      [1000],
      {},
      Number.POSITIVE_INFINITY,
    ])
      expect(parse({ minSendable: bad })).toMatchObject({ ok: false, reason: 'bad_amount_range' })
  })

  it('refuses a range that is empty, below one millisatoshi, or beyond exact numbers', () => {
    for (const range of [
      { minSendable: 2000, maxSendable: 1000 },
      { minSendable: -1 },
      { maxSendable: 0 },
      { minSendable: 2 ** 54, maxSendable: 2 ** 55 },
    ])
      expect(parse(range)).toMatchObject({ ok: false, reason: 'bad_amount_range' })
  })

  it('reads a minimum of 0 as one millisatoshi, with a warning', () => {
    for (const minSendable of [0, '0', 0.0])
      expect(parse({ minSendable })).toMatchObject({ ok: true, value: { minMsat: 1n, minSats: 1n } })
    expect(parse({ minSendable: 0 })).toMatchObject({ warnings: ['min_raised'] })
  })

  it('reads a comment length and a demand as text too', () => {
    expect(parse({ commentAllowed: '255' })).toMatchObject({ value: { commentAllowed: 255 } })
    for (const commentAllowed of [true, '', null, -1, [5], 'many'])
      expect(parse({ commentAllowed })).toMatchObject({ value: { commentAllowed: 0 } })
    for (const mandatory of ['true', 'TRUE', 1, '1'])
      expect(parse({ payerData: { name: { mandatory } } })).toMatchObject({
        value: { payerData: { name: { mandatory: true } } },
      })
    for (const mandatory of ['false', 0, null, 'yes'])
      expect(parse({ payerData: { name: { mandatory } } })).toMatchObject({
        value: { payerData: { name: { mandatory: false } } },
      })
  })

  it('keeps a maximum of exactly 2^53 - 1 without a warning', () => {
    expect(parse({ maxSendable: 2 ** 53 - 1 })).toMatchObject({
      value: { maxMsat: 9_007_199_254_740_991n },
      warnings: [],
    })
  })

  it('shows only images that are of their stated format', () => {
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const jpeg = '/9j/4AAQ'
    expect(parse(metadataOf(['image/jpeg;base64', jpeg]))).toMatchObject({
      value: { imageDataUrl: `data:image/jpeg;base64,${jpeg}` },
      warnings: [],
    })
    for (const [type, content] of [
      ['image/png;base64', jpeg],
      ['image/jpeg;base64', png],
      ['image/png;base64', `${png.slice(0, -4)}"><script>`],
      ['image/png;base64', png.replaceAll('+', '-').replace('/', '_').slice(1)],
    ] as const) {
      const result = parse(metadataOf([type, content]))
      expect(result).toMatchObject({ ok: true, warnings: ['image_dropped'] })
      expect(result).toMatchObject({ value: { imageDataUrl: undefined } })
    }
    expect(parse(metadataOf(['image/gif;base64', 'R0lGODlh']))).toMatchObject({ ok: true, warnings: [] })
  })

  it('accepts an image of the largest size that LUD-06 allows', () => {
    const png = (characters: number) => `iVBORw0KGgoA${'A'.repeat(characters - 12)}`
    expect(parse(metadataOf(['image/png;base64', png(136_536)]))).toMatchObject({ warnings: [] })
    expect(parse(metadataOf(['image/png;base64', png(136_540)]))).toMatchObject({
      warnings: ['image_dropped'],
    })
  })

  it('cuts texts and removes characters that could disguise them', () => {
    const text = `a\u202eb\u0000c\r\nd${'x'.repeat(2000)}`
    expect(parse({ metadata: JSON.stringify([['text/plain', text]]) })).toMatchObject({
      value: { description: `abc\nd${'x'.repeat(995)}` },
    })
  })

  it('does not split emoji when it cuts a text', () => {
    const result = parse({ metadata: JSON.stringify([['text/plain', '👩‍🚀'.repeat(1000)]]) })
    if (!result.ok) throw new Error('refused')
    expect(Array.from(result.value.description)).toHaveLength(1000)
    expect(result.value.description).not.toMatch(/\p{Cs}/u)
  })

  it('shows the long description of LUD-20', () => {
    expect(parse(metadataOf(['text/long-desc', 'long']))).toMatchObject({
      value: { longDescription: 'long' },
    })
  })

  it('accepts a demand for a name, and refuses kinds that a page cannot ask for', () => {
    expect(parse({ payerData: { name: { mandatory: true }, pubkey: { mandatory: false } } })).toMatchObject({
      ok: true,
      value: { payerData: { name: { mandatory: true }, pubkey: { mandatory: false } } },
    })
    expect(parse({ payerData: { auth: { mandatory: true } } })).toMatchObject({
      ok: false,
      reason: 'unsupported_payer_data',
      field: 'auth',
    })
  })

  it('treats each listed kind of payer data as accepted (LUD-18), unless its value is empty', () => {
    const result = parse({ payerData: { name: true, email: {}, pubkey: null, auth: '' } })
    expect(result.ok && result.value.payerData).toEqual({
      name: { mandatory: false },
      email: { mandatory: false },
    })
  })

  it('treats empty, null and absent payer data alike', () => {
    for (const payerData of [undefined, null, '', {}, [], 0]) {
      const result = parse({ payerData })
      expect(result.ok && result.value.payerData).toEqual({})
    }
  })

  it('accepts a reply with the address without its tag (LUD-16)', () => {
    const warnings = (address: string, identifier: string) => {
      const metadata = JSON.stringify([
        ['text/identifier', identifier],
        ['text/plain', 'x'],
      ])
      const result = parsePayRequest({ ...base, metadata }, { address })
      return result.ok && result.warnings
    }
    expect(warnings('alice+tip@pay.example.com', 'alice@pay.example.com')).toEqual([])
    expect(warnings('alice+tip@pay.example.com', 'alice+tip@pay.example.com')).toEqual([])
    expect(warnings('alice+tip@pay.example.com', 'alice+rent@pay.example.com')).toEqual([
      'identifier_mismatch',
    ])
    expect(warnings('alice@pay.example.com', 'alice+tip@pay.example.com')).toEqual(['identifier_mismatch'])
  })

  it('reads metadata with entries of any type and depth', () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000)
    for (const entry of [deep, `[${deep},"x"]`, '{"text/plain":"y"}', '[]', '[null]', '[{},[]]', '5'])
      expect(parse({ metadata: `[["text/plain","x"],${entry}]` })).toMatchObject({
        ok: true,
        value: { description: 'x' },
      })
    for (const metadata of ['[["TEXT/PLAIN","x"]]', '[[["text/plain","x"]]]', '["text/plain","x"]', '[null]'])
      expect(parse({ metadata })).toMatchObject({ ok: false, reason: 'no_text_plain' })
    for (const metadata of [['text/plain', 'x'], '{"text/plain":"x"}', 'null', '', '"x"'])
      expect(parse({ metadata })).toMatchObject({ ok: false, reason: 'bad_metadata' })
  })

  it('refuses callbacks with a user name or a password, or with another scheme', () => {
    for (const callback of [
      'https://user:pw@pay.example.com/',
      'https://user@pay.example.com/',
      'https://:pw@pay.example.com/',
      'ftp://pay.example.com/',
      'javascript:alert(1)',
      '//pay.example.com/cb',
      '/cb',
      // Absolute only for a lenient URL parser.
      'https:pay.example.com/cb',
      'https:/pay.example.com/cb',
      'https:\\\\pay.example.com\\cb',
      'https://pay.exa\nmple.com/cb',
      'https:///pay.example.com/cb',
      '',
      5,
    ])
      expect(parse({ callback })).toMatchObject({ ok: false, reason: 'bad_callback' })
  })

  it('reads no inherited fields', () => {
    expect(parsePayRequest(Object.create(base), { address: 'alice@pay.example.com' })).toMatchObject({
      reason: 'wrong_tag',
    })
    const hostile = JSON.stringify(base).replace('{', '{"__proto__":{"tag":"withdrawRequest"},')
    expect(parsePayRequest(hostile, { address: 'alice@pay.example.com' })).toMatchObject({ ok: true })
  })

  it('refuses callbacks on IP addresses and on private names', () => {
    for (const host of [
      '10.1.2.3',
      '255.255.255.255',
      '0.0.0.0',
      '8.8.8.8',
      '8.8.8.8.',
      '0x7f.1',
      '134744072',
      '８.8.8.8',
      '[fd00::1]',
      '[2606:4700::1111]',
      '[::ffff:8.8.8.8]',
      'nas.home.arpa',
      'my_nas.local',
      'localhost.',
    ])
      expect(parse({ callback: `https://${host}/cb` })).toMatchObject({ reason: 'private_callback' })
    for (const host of ['a.example.', 'my_shop.example', '10.0.0.1.example', 'localhost.example'])
      expect(parse({ callback: `https://${host}/cb` })).toMatchObject({ ok: true })
    expect(parse({ callback: 'https://pay.example.com:25/cb' })).toMatchObject({ reason: 'port_callback' })
  })

  it.each([
    [[], { commentAllowed: 255, payerData: { name: { mandatory: true } } }],
    [[], { commentAllowed: null, payerData: null }],
    [['callback_with_spaces'], { callback: ' https://pay.example.com/cb\n' }],
    [['callback_with_fragment'], { callback: 'https://pay.example.com/cb#1' }],
    [['comment_as_text'], { commentAllowed: '255' }],
    [['comment_unreadable'], { commentAllowed: true }],
    [['comment_clamped'], { commentAllowed: 1_000_000 }],
    [['payer_data_not_object'], { payerData: [] }],
    [['mandatory_not_boolean'], { payerData: { name: { mandatory: 'false' } } }],
  ])('tells the operator of a server what else it tolerates: %j', (tolerated, changes) => {
    expect(parse(changes)).toMatchObject({ ok: true, tolerated })
  })

  it('limits a body by its bytes, not its characters', () => {
    const body = (filler: string) => JSON.stringify({ ...base, filler })
    const room = 262_144 - body('').length
    const address = 'alice@pay.example.com'
    expect(parsePayRequest(body('x'.repeat(room)), { address })).toMatchObject({ ok: true })
    expect(parsePayRequest(body('x'.repeat(room + 1)), { address })).toMatchObject({
      reason: 'body_too_large',
    })
    expect(parsePayRequest(body('é'.repeat(room / 2 + 1)), { address })).toMatchObject({
      reason: 'body_too_large',
    })
  })
})

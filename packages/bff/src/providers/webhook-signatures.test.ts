import { describe, expect, it } from 'vitest'
import { signedHeaders } from '../test-support/signed-headers.js'
import { hmacVerifier, standardWebhooksVerifier } from './webhook-signatures.js'

const utf8 = (text: string) => new TextEncoder().encode(text)

describe('the signature of Standard Webhooks', () => {
  const KEY = btoa('>>> a key of at least 24 bytes ???')
  const SECRET = `whsec_${KEY}`
  const now = new Date('2026-11-21T10:00:00Z')
  const body = JSON.stringify({ type: 'ramp.purchase.completed', note: 'žluťoučký 🐎' })
  const signed = signedHeaders(SECRET, { id: 'msg_1', at: now, body })
  const under = (prefix: 'webhook' | 'svix', headers: Record<string, string> = signed) =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.replace('webhook', prefix), value]),
    )

  interface Delivery {
    secrets?: readonly string[] | undefined
    headers?: Record<string, string> | undefined
    at?: Date | undefined
    bytes?: Uint8Array | undefined
  }
  const verifies = ({ secrets = [SECRET], headers = signed, at = now, bytes = utf8(body) }: Delivery) =>
    standardWebhooksVerifier({ secrets }).verify(new Headers(headers), bytes, at)

  it.each([
    {
      of: 'the library of the specification',
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1_614_265_330,
      payload: '{"test": 2432232314}',
      signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    {
      of: 'the documentation of Svix',
      secret: 'whsec_plJ3nmyCDGBKInavdOK15jsl',
      id: 'msg_loFOjxBNrRLzqYUf',
      timestamp: 1_731_705_121,
      payload: '{"event_type":"ping","data":{"success":true}}',
      signature: 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
    },
  ])('is valid in the example of $of', ({ secret, id, timestamp, payload, signature }) => {
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    }
    const delivery = { secrets: [secret], headers, at: new Date(timestamp * 1_000), bytes: utf8(payload) }
    expect(verifies(delivery)).toBe(true)
    expect(verifies({ ...delivery, bytes: utf8(`${payload} `) })).toBe(false)
  })

  it.each<Record<string, string>>([
    { 'webhook-id': 'msg_2' },
    { 'webhook-timestamp': String(now.getTime() / 1_000 + 1) },
    { 'webhook-timestamp': `${now.getTime() / 1_000}.0` },
    { 'webhook-timestamp': `0${now.getTime() / 1_000}` },
    { 'webhook-timestamp': '1' },
    { 'webhook-signature': 'v1,' },
    { 'webhook-signature': signed['webhook-signature'].replace('v1,', 'v1a,') },
    { 'webhook-id': '' },
    { 'webhook-timestamp': '' },
    { 'webhook-signature': '' },
  ])('is invalid with the header %j', (header) => {
    expect(verifies({})).toBe(true)
    expect(verifies({ headers: { ...signed, ...header } })).toBe(false)
  })

  it('is valid for exactly the bytes that were signed', () => {
    expect(verifies({ bytes: utf8(`${body} `) })).toBe(false)
    // A reader of UTF-8 would drop this mark, and replace the wrong byte.
    expect(verifies({ bytes: utf8(`\uFEFF${body}`) })).toBe(false)
    const replaced = signedHeaders(SECRET, { id: 'msg_1', at: now, body: '\uFFFD' })
    expect(verifies({ headers: replaced, bytes: utf8('\uFFFD') })).toBe(true)
    expect(verifies({ headers: replaced, bytes: Uint8Array.of(0xff) })).toBe(false)
  })

  it('is valid for five minutes before and after, by the clock of the BFF', () => {
    const at = (ms: number) => verifies({ at: new Date(now.getTime() + ms) })
    expect([at(300_000), at(-300_000), at(301_000), at(-301_000)]).toEqual([true, true, false, false])
  })

  it('is valid under the header names of Svix', () => {
    expect(verifies({ headers: under('svix') })).toBe(true)
    expect(verifies({ headers: { ...under('svix'), 'svix-id': 'msg_2' } })).toBe(false)
    expect(verifies({ headers: { ...under('svix'), ...signed } })).toBe(true)
  })

  it.each(['id', 'timestamp', 'signature'])(
    'is invalid if the two names of the %s contradict each other, whichever of them is right',
    (header) => {
      const both = { ...under('svix'), ...signed }
      expect(verifies({ headers: both })).toBe(true)
      for (const name of [`webhook-${header}`, `svix-${header}`])
        expect(verifies({ headers: { ...both, [name]: 'other' } })).toBe(false)
    },
  )

  it('is valid while a secret rotates, on either side', () => {
    const fresh = `whsec_${btoa('another key of at least 24 bytes')}`
    expect(verifies({ secrets: [fresh] })).toBe(false)
    expect(verifies({ secrets: [fresh, SECRET] })).toBe(true)
    const several = `v1,AAAA v1a,BBBB ${signed['webhook-signature']}`
    expect(verifies({ headers: { ...signed, 'webhook-signature': several } })).toBe(true)
  })

  it('is invalid in base64url, as for the library of the specification', () => {
    const found = Array.from({ length: 50 }, (_, n) =>
      signedHeaders(SECRET, { id: `msg_${n}`, at: now, body }),
    ).find((headers) => /[+/]/.test(headers['webhook-signature']))
    const signature = found?.['webhook-signature'] ?? ''
    expect(signature).toMatch(/[+/]/)
    const inUrl = signature.replaceAll('+', '-').replaceAll('/', '_')
    expect(verifies({ headers: { ...found } })).toBe(true)
    expect(verifies({ headers: { ...found, 'webhook-signature': inUrl } })).toBe(false)
  })

  it.each([
    ['has no prefix', KEY],
    ['has no padding', SECRET.replace(/=+$/, '')],
    ['ends in the line break of a file', `${SECRET}\n`],
    ['has white space around it and no prefix', `  ${KEY}\r\n`],
    ['has the version before its prefix', `v1,${SECRET}`],
    ['is in base64url', SECRET.replaceAll('/', '_').replaceAll('+', '-')],
    ['is one of several, separated by |', `v1,whsec_${btoa('another key of 24 bytes!')}|v1,${SECRET}`],
    ['is one of several, separated by a comma', `whsec_${btoa('another key of 24 bytes!')},${SECRET}`],
    ['is one of several, separated by a space', `${SECRET} whsec_${btoa('another key of 24 bytes!')}`],
  ])('is valid if the secret %s', (_, secret) => {
    expect(secret).not.toBe(SECRET)
    expect(verifies({ secrets: [secret] })).toBe(true)
  })

  it.each([
    '',
    'secret',
    'whsec_',
    'whsec_!!!!',
    `whsec_${btoa('only 15 bytes..')}`,
    `whsec_${KEY}A`,
    `whsec_ ${KEY}`,
    'v1,',
    `${SECRET},whsec_short`,
  ])(
    'has no verifier for the secret %j; the error names the option and the form, not the secret',
    (wrong) => {
      const create = () => standardWebhooksVerifier({ secrets: [SECRET, wrong] })
      expect(create).toThrow(
        'secrets.1 of standardWebhooksVerifier must be base64 or base64url of at least 16 bytes, with or without the prefix whsec_ or v1,whsec_; several are separated by white space, commas or |.',
      )
      expect(create).toThrow(expect.objectContaining({ code: 'BAD_REQUEST', field: 'secrets.1' }))
    },
  )

  it.each<[string, Record<string, string>, Date?]>([
    ['webhook-id: missing', { 'webhook-id': '' }],
    ['webhook-timestamp, webhook-signature: missing', { 'webhook-timestamp': '', 'webhook-signature': '' }],
    ['or other than the header of the same name', { 'svix-id': 'msg_2' }],
    ['webhook-timestamp is not a number', { 'webhook-timestamp': '2026-11-21' }],
    ['webhook-timestamp is 400 seconds off', {}, new Date(now.getTime() + 400_000)],
    ['no part that begins with v1,', { 'webhook-signature': 'v1a,AAAA' }],
    ['another secret', { 'webhook-signature': 'v1,AAAA' }],
  ])('has the problem %j for the log', (problem, header, at = now) => {
    const verifier = standardWebhooksVerifier({ secrets: [SECRET] })
    const found = verifier.problem?.(new Headers({ ...signed, ...header }), utf8(body), at)
    expect(found).toContain(problem)
    expect(found).not.toContain(KEY)
  })

  it('has no verifier without a secret', () => {
    expect(() => standardWebhooksVerifier({ secrets: [] })).toThrow(/at least one secret/)
  })
})

describe('a plain HMAC', () => {
  // RFC 4231, test case 2.
  const data = utf8('what do ya want for nothing?')
  const hex = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'
  const base64 = 'W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM='
  const at = new Date('2026-11-21T10:00:00Z')
  const seconds = at.getTime() / 1_000
  // OpenSSL: printf "1795255200.what do ya want for nothing?" | openssl dgst -sha256 -hmac Jefe
  const timed = '545d981d2dce86dd72d163df36434020320b987bac5af8cb8adbc30eb1729a8e'
  const verifierOf = (secret = 'Jefe') => hmacVerifier({ header: 'x-signature', secrets: ['wrong', secret] })
  const verifies = (value: string, secret?: string) =>
    verifierOf(secret).verify(new Headers({ 'x-signature': value }), data, at)

  it.each([
    hex,
    hex.toUpperCase(),
    base64,
    base64.replace('=', ''),
    base64.replaceAll('+', '-').replaceAll('/', '_'),
    `sha256=${hex}`,
    `SHA256=${hex.toUpperCase()}`,
    `sha256=${base64}`,
    `v0=${hex}`,
    `${hex.replace('5', '6')}, ${hex}`,
    `sha256=${hex},sha256=${hex.replace('5', '6')}`,
    `t=${seconds},v1=${timed}`,
    `t=${seconds}, v1=${hex}, v1=${timed}`,
  ])('is valid as senders write it: %s', (value) => {
    expect(verifies(value)).toBe(true)
    expect(verifies(value, 'another')).toBe(false)
  })

  it.each([
    '',
    `${hex}0`,
    hex.replace('5', '6'),
    `sha256=${base64.replace('W', 'X')}`,
    // The time is a part of what is signed, and it is checked.
    `t=${seconds},v1=${hex}`,
    `t=${seconds + 1},v1=${timed}`,
    `t=,v1=${hex}`,
    `v1=${timed}`,
  ])('is invalid as %j', (value) => {
    expect(verifies(value)).toBe(false)
  })

  it('is invalid once its time was moved from the header into the body', () => {
    const moved = utf8(`${seconds}.what do ya want for nothing?`)
    const headers = new Headers({ 'x-signature': `v1=${timed}` })
    expect(verifierOf().verify(headers, moved, at)).toBe(false)
    expect(verifierOf().problem?.(headers, moved, at)).toContain('begins with a time')
  })

  it('is valid for five minutes if the header has its time', () => {
    const headers = new Headers({ 'x-signature': `t=${seconds},v1=${timed}` })
    const after = (ms: number) => verifierOf().verify(headers, data, new Date(at.getTime() + ms))
    expect([after(300_000), after(-300_000), after(301_000), after(-301_000)]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it.each([
    ['x-signature is missing', ''],
    ['x-signature has no SHA-256', 'sha1=5bdcc146bf60754e6a042426089575c75a003f08'],
    ['t of x-signature is 86400 seconds off', `t=${seconds - 86_400},v1=${timed}`],
    ['another secret', hex.replace('5', '6')],
  ])('has the problem %j for the log', (problem, value) => {
    expect(verifierOf().problem?.(new Headers({ 'x-signature': value }), data, at)).toContain(problem)
  })

  it('is valid if the secret ends in the line break of a file', () => {
    expect(verifies(hex, 'Jefe\n')).toBe(true)
  })

  it.each([[[]], [['']], [['Jefe', '']], [['\n']]])('has no verifier with the secrets %j', (secrets) => {
    expect(() => hmacVerifier({ header: 'x-signature', secrets })).toThrow(/secret/)
  })
})

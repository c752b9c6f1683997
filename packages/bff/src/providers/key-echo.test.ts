import { describe, expect, it } from 'vitest'
import { KEY, openShop } from '../test-support/shop.js'
import { guardTransport } from './guard-transport.js'
import { serviceProvider } from './service-provider.js'

/** As long as real keys, with characters that encodings treat differently. */
const LONG = 'sk_live/9fQ2+Zr7-Xw1Tb8KcLm4Vn6PyHs3Dg5J='
const KEYS = ['sandbox-key', KEY, LONG]

const hex = (text: string) =>
  [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('')
const unicode = (text: string) => [...text].map((letter) => `\\u00${hex(letter)}`).join('')
const percent = (text: string) => [...text].map((letter) => `%${hex(letter)}`).join('')
const base64url = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
const parts = (text: string, count: number) => {
  const size = Math.ceil(text.length / count)
  return Array.from({ length: count }, (_, n) => text.slice(n * size, (n + 1) * size)).filter(
    (part) => part !== '',
  )
}
const inJson = (value: unknown) =>
  JSON.stringify({ success: false, error: { code: 'REFUSED', message: value } })

/** Bodies from which a reader can recover the key. */
const ECHOES: [name: string, body: (key: string) => string][] = [
  ['as it is', (key) => inJson(`key ${key}`)],
  ['in another case', (key) => inJson(key.toUpperCase())],
  ['as a name of a field', (key) => inJson({ [key]: 1 })],
  ['deep inside', (key) => inJson([[{ a: [{ b: `x${key}x` }] }]])],
  ['in \\u escapes', (key) => `{"message":"${unicode(key)}"}`],
  [
    'in \\U escapes of capital hex',
    (key) => `{"message":"${unicode(key).replace(/[a-f]/g, (x) => x.toUpperCase())}"}`,
  ],
  ['in \\u escapes of a body that is no JSON', (key) => `<b>${unicode(key)}</b>`],
  [
    'with one letter escaped',
    (key) => `{"message":"${key.slice(0, 3)}${unicode(key[3] ?? '')}${key.slice(4)}"}`,
  ],
  ['with escaped slashes', (key) => inJson(key).replaceAll('/', '\\/')],
  ['in JSON within JSON', (key) => inJson(`[["text/plain","${unicode(key)}"]]`)],
  ['in percent-encoding', (key) => inJson(percent(key))],
  ['in percent-encoding of capital hex', (key) => inJson(percent(key).toUpperCase())],
  ['as encodeURIComponent writes it', (key) => inJson(`https://x.example/?k=${encodeURIComponent(key)}`)],
  ['in percent-encoding twice', (key) => inJson(encodeURIComponent(percent(key)))],
  ['in base64', (key) => inJson(btoa(key))],
  ['in base64url', (key) => inJson(base64url(key))],
  ['in base64 within other text', (key) => inJson(btoa(`{"apikey":"${key}","a":1}`))],
  ['in base64 one byte further', (key) => inJson(btoa(`1${key}2`))],
  ['in base64 two bytes further', (key) => inJson(btoa(`12${key}`))],
  ['in base64 and escapes', (key) => inJson(btoa(key)).replaceAll('/', '\\/').replaceAll('+', '\\u002b')],
  ['in hex', (key) => inJson(hex(key))],
  ['in capital hex', (key) => inJson(hex(key).toUpperCase())],
  [
    'over two fields',
    (key) => inJson(Object.fromEntries(parts(key, 2).map((part, n) => [`part${n}`, part]))),
  ],
  ['over three items', (key) => inJson(parts(key, 3))],
  ['letter by letter', (key) => inJson([...key])],
  [
    'over fields with others between',
    (key) => inJson(parts(key, 3).flatMap((part, n) => [part, { n, x: 'and' }])),
  ],
  ['backwards over items', (key) => inJson(parts(key, 3).reverse())],
  ['over names of fields', (key) => inJson(Object.fromEntries(parts(`x${key}`, 2).map((part) => [part, 0])))],
  ['over sentences', (key) => inJson([`it begins with ${key.slice(0, 6)}`, `${key.slice(6)} is its end`])],
  [
    'over items in escapes',
    (key) =>
      `[${parts(key, 2)
        .map((part) => `"${unicode(part)}"`)
        .join()}]`,
  ],
  ['over items in base64', (key) => inJson(parts(btoa(key), 2))],
]

function answer(apiKey: string, body: string): Promise<Response> {
  const transport = async () => new Response(body, { headers: { 'content-type': 'application/json' } })
  const paths = ['https://service.example/']
  return guardTransport(transport, apiKey, paths)('https://service.example/x', {})
}

describe.each(KEYS)('the API key %s in a reply of the service', (key) => {
  it.each(ECHOES)('%s is detected', async (_, body) => {
    expect(await (await answer(key, body(key))).text()).toBe('')
  })

  it('does not drop valid replies', async () => {
    for (const value of [
      { lnaddress: 'key@sandbox.example', amount: '1000', sandbox: 'box', key: 'sand' },
      { note: 'the sandbox has a key; a canary sings; sk_live', list: [...'abcdefghijklmnop'] },
      { image: btoa('\u0089PNG'.repeat(9_000)), hash: '00ff'.repeat(16) },
      { metadata: JSON.stringify([['text/plain', 'https://x.example/100%25?a=%20']]) },
    ])
      expect(await (await answer(key, inJson(value))).text()).toBe(inJson(value))
  })
})

describe('the API key in a reply of the service', () => {
  it('reaches neither the page nor the log', async () => {
    const metadata = `"tag":"payRequest","minSendable":1000,"maxSendable":2000,"metadata":"[[\\"text/plain\\",\\"x\\"]]"`
    const found = (x: string) => `{"success":true,"data":{"valid":true,"metadata":{${metadata},"x":${x}}}}`
    const lookUp = async (body: string) => {
      const transport = async () => new Response(body)
      const pay = serviceProvider({ apiKey: LONG, baseUrl: 'https://service.example', transport })
      const shop = openShop({ pay })
      const reply = await shop.get('v0/ln-address/validate/alice%40wallet.example')
      return { status: reply.status, text: reply.text + shop.log.text() }
    }
    // An unknown field of the service does reach the page.
    expect(await lookUp(found('"something"'))).toMatchObject({
      status: 200,
      text: expect.stringContaining('something'),
    })
    for (const [name, body] of ECHOES.filter(([name]) => !name.includes('no JSON'))) {
      const { status, text } = await lookUp(found(body(LONG)))
      expect([name, status]).toEqual([name, 502])
      expect(text).not.toMatch(/9fQ2|OWZRMi|39665132/i)
    }
  })

  it.each([
    ['backslashes', '\\'.repeat(990_000)],
    ['escapes', '\\u0041'.repeat(160_000)],
    ['percent signs', '%2525'.repeat(190_000)],
    ['small strings', `[${'"[",'.repeat(240_000)}0]`],
    ['beginnings of the key', LONG.slice(0, 11).repeat(89_000)],
    ['pieces of the key', `["${[...LONG].join('","').repeat(1)}x",${'"9","f",'.repeat(120_000)}0]`],
    ['JSON within JSON', inJson(inJson(inJson(inJson('x'.repeat(980_000)))))],
    ['depth', `${'['.repeat(400_000)}${']'.repeat(400_000)}`],
    ['base64', btoa('x9'.repeat(370_000))],
  ])('is searched for in bounded time: %s', async (_, body) => {
    expect(body.length).toBeLessThanOrEqual(1_000_000)
    const startMs = performance.now()
    await answer(LONG, body)
    expect(performance.now() - startMs).toBeLessThan(3_000)
  })
})

describe('a key that is too short to be detected in replies', () => {
  it.each(['k', 'abc', '1234567'])('%s is refused', (apiKey) => {
    expect(() => serviceProvider({ apiKey, baseUrl: 'https://service.example' })).toThrow(
      expect.objectContaining({ field: 'apiKey', message: expect.stringContaining('at least 8 characters') }),
    )
  })
})

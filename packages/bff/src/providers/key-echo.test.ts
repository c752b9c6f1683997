import { describe, expect, it } from 'vitest'
import type { ENCODINGS } from '../kernel/upstream/secret-echo.js'
import { KEY, openShop } from '../test-support/shop.js'
import { guardTransport } from './guard-transport.js'
import { serviceProvider } from './service-provider.js'

/** As long as real keys, with characters that encodings treat differently. */
const LONG = 'sk_live/9fQ2+Zr7-Xw1Tb8KcLm4Vn6PyHs3Dg5J='
/** With the characters that JSON, URLs or forms must escape. */
const AWKWARD = `a"b\\c~d!e'f(g)&h`
/** Its base64 has characters that base64url writes differently, wherever the key begins. */
const DENSE = '~~~???>>>~~~???>>>'
const KEYS = ['sandbox-key', KEY, LONG, AWKWARD, DENSE]

const hex = (text: string) =>
  [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('')
const unicode = (text: string) => [...text].map((letter) => `\\u00${hex(letter)}`).join('')
const percent = (text: string) => [...text].map((letter) => `%${hex(letter)}`).join('')
const base64url = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
const NAMES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }
const inHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&${NAMES[letter]};`)
const entities = (text: string, write: (code: number) => string) =>
  [...text].map((letter) => `&#${write(letter.charCodeAt(0))};`).join('')
const wrapped = (text: string, lineBreak: string) => text.replace(/.{8}/g, `$&${lineBreak}`)
const inJson = (value: unknown) =>
  JSON.stringify({ success: false, error: { code: 'REFUSED', message: value } })

/** Bodies that contain the key, for each encoding. */
const ECHOES_OF: Record<keyof typeof ENCODINGS, Record<string, (key: string) => string>> = {
  plain: {
    'as it is': (key) => inJson(`key ${key}`),
    'in another case': (key) => inJson(key.toUpperCase()),
    'as a name of a field': (key) => inJson({ [key]: 1 }),
    'deep inside': (key) => inJson([[{ a: [{ b: `x${key}x` }] }]]),
    'in a body that is no JSON': (key) => `<b>${key}</b>`,
    'in HTML, with names of entities': (key) => `<b>${inHtml(key)}</b>`,
    'in HTML, with decimal entities': (key) => `<b>${entities(key, (code) => `${code}`)}</b>`,
    'in HTML, with hex entities': (key) => `<b>${entities(key, (code) => `X00${code.toString(16)}`)}</b>`,
    'in HTML within JSON': (key) => inJson(inHtml(key)),
  },
  json: {
    'in JSON': (key) => inJson(key),
    'in JSON within JSON': (key) => inJson(JSON.stringify([['text/plain', key]])),
    'in escapes of each letter': (key) => `{"message":"${unicode(key)}"}`,
    'in escapes of capital hex': (key) =>
      `{"message":"${unicode(key).replace(/[a-f]/g, (letter) => letter.toUpperCase())}"}`,
    'in escapes of a body that is no JSON': (key) => `<b>${unicode(key)}</b>`,
    'with one letter escaped': (key) =>
      `{"message":"${key.slice(0, 3)}${unicode(key[3] ?? '')}${key.slice(4)}"}`,
    'with escaped slashes': (key) => inJson(key).replaceAll('/', '\\/'),
    'in escapes within JSON': (key) => inJson(`[["text/plain","${unicode(key)}"]]`),
  },
  url: {
    'as encodeURIComponent writes it': (key) => inJson(`https://x.example/?k=${encodeURIComponent(key)}`),
    'as a form writes it': (key) => inJson(String(new URLSearchParams({ key }))),
    'with small letters': (key) => inJson(encodeURIComponent(key).toLowerCase()),
  },
  percent: {
    'with each letter encoded': (key) => inJson(percent(key)),
    'with capital hex': (key) => inJson(percent(key).toUpperCase()),
  },
  hex: {
    'in small letters': (key) => inJson(hex(key)),
    'in capitals': (key) => inJson(hex(key).toUpperCase()),
  },
  base64: {
    'by itself': (key) => inJson(btoa(key)),
    'of a text with the key': (key) => inJson(btoa(`{"apikey":"${key}","a":1}`)),
    'one byte further': (key) => inJson(btoa(`1${key}2`)),
    'two bytes further': (key) => inJson(btoa(`12${key}`)),
    'wrapped in JSON': (key) => inJson(wrapped(btoa(`{"apikey":"${key}"}`), '\r\n')),
    'wrapped in a body that is no JSON': (key) => wrapped(btoa(`1${key}`), '\n\t'),
    'with escapes of JSON': (key) => inJson(btoa(key)).replaceAll('/', '\\/').replaceAll('+', '\\u002b'),
  },
  base64url: {
    'by itself': (key) => inJson(base64url(key)),
    'of a text with the key': (key) => inJson(base64url(`1${key}2`)),
  },
}
const ECHOES = Object.entries(ECHOES_OF).flatMap(([encoding, bodies]) =>
  Object.entries(bodies).map(([name, body]) => ({ name: `${encoding}, ${name}`, body })),
)

const answer = (apiKey: string, body: string) => guarded(apiKey, body, { 'content-type': 'application/json' })

function guarded(apiKey: string, body: string, headers: Record<string, string>): Promise<Response> {
  const paths = ['https://service.example/']
  const transport = async () => new Response(body, { headers })
  return guardTransport(transport, apiKey, paths)('https://service.example/x', {})
}

describe.each(KEYS)('the API key %s in a reply of the service', (key) => {
  it.each(ECHOES)('is detected: $name', async ({ body }) => {
    expect(await (await answer(key, body(key))).text()).toBe('')
  })

  it.each(['content-type', 'retry-after'])('is detected in the header %s', async (name) => {
    const { headers, body } = await guarded(key, inJson('x'), { [name]: `x; ${key}` })
    expect([[...headers], body]).toEqual([[], null])
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
    const metadata = `"tag":"payRequest","callback":"https://wallet.example/cb","minSendable":1000,"maxSendable":2000,"metadata":"[[\\"text/plain\\",\\"x\\"]]"`
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
    for (const { name, body } of ECHOES.filter(({ name }) => !name.includes('no JSON'))) {
      const { status, text } = await lookUp(found(body(LONG)))
      expect([name, status]).toEqual([name, 502])
      expect(text).not.toMatch(/9fQ2|OWZRMi|39665132/i)
    }
  })

  it('reaches nobody in a header that no client reads', async () => {
    const reply = await guarded(LONG, '{}', { 'content-type': 'application/json', 'x-request-key': LONG })
    expect([...reply.headers]).toEqual([['content-type', 'application/json']])
  })

  it.each([
    ['backslashes', '\\'.repeat(990_000)],
    ['escapes', '\\u0041'.repeat(160_000)],
    ['percent signs', '%2525'.repeat(190_000)],
    ['beginnings of the key', LONG.slice(0, 11).repeat(89_000)],
    ['JSON within JSON', inJson(inJson(inJson(inJson('x'.repeat(980_000)))))],
    ['base64', btoa('x9'.repeat(370_000))],
    ['entities', '&#x00041;'.repeat(110_000)],
    ['beginnings of entities', '&#'.repeat(490_000)],
    ['line breaks', '\r\n\t '.repeat(240_000)],
  ])('is searched for in bounded time: %s', async (_, body) => {
    expect(body.length).toBeLessThanOrEqual(1_000_000)
    // The time of the processor, because other programs do not count. A search that is not linear takes minutes.
    const started = process.cpuUsage()
    await answer(LONG, body)
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(10_000)
  })
})

describe('a key that is too short to be detected in replies', () => {
  it.each(['k', 'abc', '1234567'])('%s is refused', (apiKey) => {
    expect(() => serviceProvider({ apiKey, baseUrl: 'https://service.example' })).toThrow(
      expect.objectContaining({ field: 'apiKey', message: expect.stringContaining('at least 8 characters') }),
    )
  })
})

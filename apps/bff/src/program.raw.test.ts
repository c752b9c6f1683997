import { connect } from 'node:net'
import { startSandbox } from '@leyden/sandbox/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Program, startProgram } from './program.js'
import { ADMIN_TOKEN, API_KEY, environment, JWT_SECRET, SECRET } from './test-support/environment.js'

const body = '{"lnaddress":"alice@wallet.example","amount":"2100000"}'
const JSON_TYPE = 'content-type: application/json'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let program: Program
const lines: string[] = []

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, rampPort: 0, apiKey: API_KEY })
  const more = {
    LEYDEN_ALLOWED_ORIGINS: 'https://page.example,null',
    LEYDEN_RAMP_ORIGINS: sandbox.rampUrl,
    LEYDEN_GUESTS: '1',
    LEYDEN_JWT_SECRET: JWT_SECRET,
    LEYDEN_JWT_ISSUER: 'shop',
    LEYDEN_JWT_AUDIENCE: 'leyden',
  }
  program = await startProgram(environment(sandbox.url, more), { log: (line) => lines.push(line) })
})
afterAll(async () => {
  await program.close()
  await sandbox.close()
})

/** Sends raw bytes, and returns the reply until the program closes the connection. */
async function sendBytes(bytes: string, to = program.url): Promise<string> {
  const { hostname, port } = new URL(to)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(Buffer.from(bytes, 'latin1'))
  let reply = ''
  for await (const chunk of socket) reply += chunk
  return reply
}

const post = (path: string, headers: string[], text = body) => postTo(`/leyden/${path}`, headers, text)
const postTo = (target: string, headers: string[], text: string) =>
  [
    `POST ${target} HTTP/1.1`,
    'host: x',
    'connection: close',
    `content-length: ${Buffer.byteLength(text)}`,
    ...headers,
    '',
    text,
  ].join('\r\n')
const charge = (...headers: string[]) => post('v0/ln-address/fetch-charge', headers)
const status = (reply: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(reply)?.[1])

/** Wrong spellings of an admin route. */
const SPELLINGS = [
  'v0/%2e%2e/admin/drain',
  'v0/../admin/drain',
  'v0/%2E./admin/drain',
  'v0\\..\\admin\\drain',
  './admin/drain',
  '/admin/drain',
  '%2fadmin/drain',
  'admin%2fdrain',
  'admin//drain',
  'admin/drain/',
  'admin;x/drain',
  'admin/drain;x',
  'ADMIN/drain',
  '%61dmin/drain',
  'admin/dr%61in',
  'admin%5cdrain',
  'admin/drain%00',
  '..%2fadmin/drain',
]

describe('a request that no browser sends', () => {
  it('is served if it is valid', async () => {
    expect(status(await sendBytes(charge(JSON_TYPE, 'x-leyden: 1')))).toBe(200)
  })

  it.each([
    ['the header of pages twice', [JSON_TYPE, 'x-leyden: 1', 'x-leyden: 1'], 403],
    [
      'two origins, one of them listed',
      [JSON_TYPE, 'x-leyden: 1', 'origin: https://page.example', 'origin: https://evil.example'],
      403,
    ],
    [
      'a foreign content type before the right one',
      ['content-type: text/plain', JSON_TYPE, 'x-leyden: 1'],
      415,
    ],
    ['two lengths', [JSON_TYPE, 'x-leyden: 1', 'content-length: 5'], 400],
    ['a length and chunks', [JSON_TYPE, 'x-leyden: 1', 'transfer-encoding: chunked'], 400],
    ['a folded header', [JSON_TYPE, 'x-leyden: 1', 'x-a: b\r\n c'], 400],
    ['a zero in a header', [JSON_TYPE, 'x-leyden: 1', 'x-a: b\0c'], 400],
    [
      'a bare line feed in a header',
      [JSON_TYPE, 'x-leyden: 1', 'x-request-id: abcdefgh\nset-cookie: a=b'],
      400,
    ],
    ['a header of 20 kB', [JSON_TYPE, 'x-leyden: 1', `x-a: ${'a'.repeat(20_000)}`], 431],
  ])('is refused: %s', async (_, headers, expected) => {
    const reply = await sendBytes(charge(...headers))
    expect(status(reply)).toBe(expected)
    expect(reply).not.toMatch(/set-cookie|lnbcrt/i)
  })

  it('does not open the admin routes by a second header', async () => {
    const token = `authorization: Bearer ${ADMIN_TOKEN}`
    expect(
      status(await sendBytes(post('admin/drain', [JSON_TYPE, 'authorization: Bearer x', token], '{}'))),
    ).toBe(401)
    expect(status(await sendBytes(post('admin/drain', [JSON_TYPE, token], '{}')))).toBe(200)
  })

  it.each(SPELLINGS)('does not reach an admin route by the spelling %s', async (path) => {
    const token = `authorization: Bearer ${ADMIN_TOKEN}`
    expect(status(await sendBytes(post(path, [JSON_TYPE, token], '{}')))).toBe(404)
  })

  it('does not parse the body of a refused request as another request', async () => {
    const smuggled = `POST /leyden/admin/drain HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ADMIN_TOKEN}\r\n\r\n`
    const reply = await sendBytes(post('v0/ln-address/fetch-charge', ['x-leyden: 1'], smuggled))
    expect([status(reply), reply.match(/HTTP\/1\.1/g)?.length]).toEqual([415, 1])
  })

  it('is not waited for if half of it is missing', async () => {
    const headers = 'POST /leyden/v0/ln-address/fetch-charge HTTP/1.1\r\nhost: x\r\n'
    const most = charge(JSON_TYPE, 'x-leyden: 1').slice(0, -5).replace('connection: close', 'x-a: b')
    expect((await Promise.all([sendBytes(headers), sendBytes(most)])).map(status)).toEqual([408, 408])
  })
})

describe('a separate port for operators', () => {
  const token = `authorization: Bearer ${ADMIN_TOKEN}`
  let other: Program
  beforeAll(async () => {
    other = await startProgram(environment(sandbox.url, { LEYDEN_OPERATIONS_PORT: '0' }), { log: () => {} })
  })
  afterAll(() => other.close())
  const requestPath = async (target: string, url = '') => {
    const get = `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${token}\r\n\r\n`
    return Promise.all([sendBytes(postTo(target, [JSON_TYPE, token], '{}'), url), sendBytes(get, url)])
  }

  it('removes admin routes, metrics and readiness from the public port, whatever the spelling', async () => {
    const names = [
      'admin/page',
      'admin/page/events',
      'admin/drain',
      'admin/drain?x=/v0',
      'admin/drain#x',
      'admin/events',
      ...SPELLINGS,
    ]
    const ofOperators = ['metrics', 'readyz', '/metrics', '%6detrics', 'METRICS', 'v0/../metrics', 'readyz;x']
    const targets = [...names, ...ofOperators].flatMap((name) => [`/leyden/${name}`, `/${name}`])
    targets.push(
      'http://x/leyden/admin/drain',
      '//leyden/admin/drain',
      '/leyden/../admin/drain',
      '/leydenadmin/drain',
    )
    for (const target of targets)
      for (const reply of await requestPath(target, other.url)) {
        expect([target, [404, 400].includes(status(reply))]).toEqual([target, true])
        expect(reply).not.toMatch(/leyden_|ready\n|revived/)
      }
    expect((await fetch(`${other.url}/leyden/healthz`)).status).toBe(200)
  })

  it('serves the admin routes without the public path, metrics and readiness, and nothing else', async () => {
    const url = other.operationsUrl ?? ''
    await fetch(`${other.url}/leyden/v0/ln-address/validate/alice%40wallet.example`)
    const [drained] = await requestPath('/admin/drain', url)
    expect(drained).toContain('"revived":0')
    expect((await requestPath('/admin/events', url))[1]).toContain('"events":[]')
    expect(status(await sendBytes(postTo('/admin/drain', [JSON_TYPE], '{}'), url))).toBe(401)
    expect(await (await fetch(`${url}/readyz`)).text()).toMatch(/^ready\n/)
    expect(await (await fetch(`${url}/metrics`)).text()).toContain(
      'leyden_request_seconds_count{route="validate",status="200"} 1',
    )
    const asked = await fetch(`${url}/`)
    expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="Leyden operations", charset="UTF-8"',
    ])
    const authorization = `Basic ${Buffer.from(`shop:${ADMIN_TOKEN}`).toString('base64')}`
    const page = await fetch(`${url}/`, { headers: { authorization } })
    expect([page.url, page.status, page.headers.get('content-type')]).toEqual([
      `${url}/admin/page`,
      200,
      'text/html; charset=utf-8',
    ])
    const others = [
      'leyden/admin/drain',
      'leyden/admin/page',
      'healthz',
      'openapi.json',
      'v0/ln-address/validate/a%40b.example',
    ]
    for (const name of [...others, ...SPELLINGS])
      for (const reply of await requestPath(`/${name}`, url))
        expect([name, status(reply)]).toEqual([name, 404])
  })
})

describe('the log', () => {
  it('logs no name and no secret, whatever the request', async () => {
    const person = 'guest.canary@mail.example'
    const replies = [
      await sendBytes(post('api/v1/ramp-widget', [JSON_TYPE, 'x-leyden: 1'], `{"email":"${person}"}`)),
      await sendBytes(
        post(
          'api/v1/ramp-widget',
          [JSON_TYPE, 'x-leyden: 1'],
          `{"email":"${person}","destination":"${person}x"}`,
        ),
      ),
      await sendBytes(
        post('api/v1/ramp-widget', [JSON_TYPE, 'x-leyden: 1', `authorization: Bearer ${JWT_SECRET}`], '{}'),
      ),
      await sendBytes(
        post(
          'admin/erase',
          [JSON_TYPE, `authorization: Bearer ${ADMIN_TOKEN}`],
          `{"session_id":"${person}"}`,
        ),
      ),
      await sendBytes(
        `GET /leyden/v0/ln-address/validate/${encodeURIComponent(person)}?email=${person} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      ),
    ]
    expect(replies.map((reply) => status(reply) < 500 || reply.includes('NOT_CONFIGURED'))).toEqual(
      replies.map(() => true),
    )
    const everything = lines.join('\n') + replies.join('\n')
    for (const secret of [API_KEY, SECRET, ADMIN_TOKEN, JWT_SECRET]) expect(everything).not.toContain(secret)
    expect(lines.join('\n')).not.toContain('guest.canary')
    expect(lines.join('\n')).not.toMatch(/lnbcrt\d|\/webhooks\/ramp\/\w|v0\/watch\/\w/)
  })
})

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { readSettings } from './settings.js'

/** The built program that a shop runs. */
const PROGRAM = fileURLToPath(new URL('../../dist/node/cli.js', import.meta.url))

const children: ChildProcessWithoutNullStreams[] = []

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [PROGRAM], { env: { PATH: process.env.PATH ?? '', ...env } })
  children.push(child)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended, output: () => output }
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

describe('leyden-sandbox', () => {
  it('reports in one line that Node is too old', async () => {
    const version = "Object.defineProperty(process.versions, 'node', { value: '18.20.8' })"
    const program = run({ NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(version)}"` })
    expect(await program.ended).toBe(1)
    expect(program.output()).toBe('leyden-sandbox needs Node 20.19 or later; this is Node 18.20.8.\n')
  })

  it('prints its URLs, does not print your own key, and ends on Ctrl-C', async () => {
    const program = run({ PORT: '0', RAMP_PORT: '0', LEYDEN_API_KEY: 'somebodys-real-key' })
    await expect.poll(program.output).toMatch(/service +http:\/\/127\.0\.0\.1:\d+/)
    const url = /http:\S+/.exec(program.output())?.[0]
    const response = await fetch(`${url}/v0/ln-address/validate/bob%40wallet.example`, {
      headers: { apikey: 'somebodys-real-key' },
    })
    expect(response.status).toBe(200)
    expect(program.output()).not.toContain('somebodys-real-key')
    program.child.kill('SIGINT')
    expect(await program.ended).toBe(0)
  })

  it('reports a payment to the BFF of LEYDEN_BFF_URL, like the node of a shop', async () => {
    const requests: string[] = []
    const bff = createHttpServer((request, response) => {
      requests.push(`${request.method} ${request.url} ${request.headers.authorization}`)
      request.resume()
      response.end('{}')
    })
    await new Promise<void>((resolve) => bff.listen(0, '127.0.0.1', resolve))
    const { port } = bff.address() as { port: number }
    const bffUrl = `http://127.0.0.1:${port}/api/leyden`
    const env = { LEYDEN_BFF_URL: `${bffUrl}/`, LEYDEN_ADMIN_TOKEN: 'the-token' }
    const program = run({ PORT: '0', RAMP_PORT: '0', ...env })
    await expect.poll(program.output).toContain(`reports  each payment to ${bffUrl}`)
    const url = /http:\S+/.exec(program.output())?.[0]
    const post = async (path: string, body: object) => {
      const headers = { apikey: 'sandbox-key', 'content-type': 'application/json' }
      const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await reply.json()) as { data: { invoice: { request: string } } }
    }
    const order = { lnaddress: 'alice@wallet.example', amount: '21000' }
    const { data } = await post('/v0/ln-address/fetch-charge', order)
    await post('/sandbox/pay', { invoice: data.invoice.request })
    await expect.poll(program.output).toMatch(/payment \w{8}…: reported to the BFF/)
    expect(requests).toEqual(['POST /api/leyden/admin/settle Bearer the-token'])
    expect(program.output()).not.toContain('the-token')
    bff.close()
  })

  it('prints the default key', async () => {
    const program = run({ PORT: '0', RAMP_PORT: '0', LEYDEN_API_KEY: 'sandbox-key' })
    await expect.poll(program.output).toContain('(apikey: sandbox-key)')
  })

  it('reports in one line that a port is taken', async () => {
    const squatter = createServer()
    await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve))
    const { port } = squatter.address() as { port: number }
    const program = run({ PORT: String(port), RAMP_PORT: '0' })
    expect(await program.ended).toBe(1)
    expect(program.output()).toBe(
      `Port ${port} is taken by another program. End that program, or use another port.\n`,
    )
    squatter.close()
  })
})

describe('readSettings', () => {
  it('uses the documented defaults', () => {
    expect(readSettings({})).toEqual({ port: 4010, rampPort: 4011 })
  })

  it('listens where the settings of the app expect it', () => {
    const app = { LEYDEN_BASE_URL: 'http://127.0.0.1:5010', LEYDEN_RAMP_ORIGINS: 'http://localhost:5011' }
    expect(readSettings(app)).toMatchObject({ port: 5010, rampPort: 5011 })
    expect(readSettings({ ...app, PORT: '6010', RAMP_PORT: '0' })).toMatchObject({ port: 6010, rampPort: 0 })
    const live = { LEYDEN_BASE_URL: 'https://api.example:8443', LEYDEN_RAMP_ORIGINS: 'https://ramp.example' }
    expect(readSettings(live)).toMatchObject({ port: 4010, rampPort: 4011 })
  })

  it('reads domains with any separator', () => {
    expect(readSettings({ LEYDEN_SANDBOX_DOMAINS: 'a.com, b.org' }).domains).toEqual(['a.com', 'b.org'])
  })

  it('needs the admin token of the BFF in LEYDEN_BFF_URL', () => {
    expect(() => readSettings({ LEYDEN_BFF_URL: 'localhost' })).toThrow(
      /LEYDEN_BFF_URL has to be[\s\S]*LEYDEN_ADMIN_TOKEN/,
    )
    // A token without the URL belongs to other programs of the same environment.
    expect(readSettings({ LEYDEN_ADMIN_TOKEN: 'token' }).bff).toBeUndefined()
  })

  it('lists every problem at once', () => {
    expect(() => readSettings({ PORT: '99999', LEYDEN_NETWORK: 'moon' })).toThrow(/LEYDEN_NETWORK.*\nPORT/)
  })
})

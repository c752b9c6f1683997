import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { readSettings } from './settings.js'

/** The built program: what a shop runs. */
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
  it('prints where it listens, keeps a key of yours to itself, and ends on Ctrl-C', async () => {
    const program = run({ PORT: '0', RAMP_PORT: '0', LEYDEN_API_KEY: 'somebodys-real-key' })
    await expect.poll(program.output, { timeout: 10_000 }).toMatch(/service +http:\/\/127\.0\.0\.1:\d+/)
    const url = /http:\S+/.exec(program.output())?.[0]
    const response = await fetch(`${url}/v0/ln-address/validate/bob%40wallet.example`, {
      headers: { apikey: 'somebodys-real-key' },
    })
    expect(response.status).toBe(200)
    expect(program.output()).not.toContain('somebodys-real-key')
    program.child.kill('SIGINT')
    expect(await program.ended).toBe(0)
  })

  it('prints the key that everybody knows', async () => {
    const program = run({ PORT: '0', RAMP_PORT: '0', LEYDEN_API_KEY: 'sandbox-key' })
    await expect.poll(program.output, { timeout: 10_000 }).toContain('(apikey: sandbox-key)')
  })

  it('says in one line that a port is taken', async () => {
    const squatter = createServer()
    await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve))
    const { port } = squatter.address() as { port: number }
    const program = run({ PORT: String(port), RAMP_PORT: '0' })
    expect(await program.ended).toBe(1)
    expect(program.output()).toBe(`Port ${port} is taken by another program.\n`)
    squatter.close()
  })
})

describe('readSettings', () => {
  it('takes the documented defaults', () => {
    expect(readSettings({})).toEqual({ port: 4010, rampPort: 4011 })
  })

  it('lists every problem at once', () => {
    expect(() => readSettings({ PORT: '99999', LEYDEN_NETWORK: 'moon' })).toThrow(/LEYDEN_NETWORK.*\nPORT/)
  })
})

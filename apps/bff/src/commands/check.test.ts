import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RunningSandbox, startSandbox } from '@leyden/sandbox/node'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startProgram } from '../program.js'
import { ADMIN_TOKEN, API_KEY, environment, SECRET } from '../test-support/environment.js'
import { runCommand } from './commands.js'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, rampPort: 0, apiKey: API_KEY })
})
afterAll(() => sandbox.close())

const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
afterEach(() => stdout.mockClear())

/** A complete configuration, with a port that matches the public URL. */
async function complete(more: Record<string, string> = {}) {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return environment(sandbox.url, {
    PORT: String(port),
    LEYDEN_PUBLIC_URL: `http://127.0.0.1:${port}/leyden`,
    LEYDEN_RAMP_ORIGINS: sandbox.rampUrl,
    LEYDEN_GUESTS: '1',
    ...more,
  })
}

async function run(args: string[], env: Record<string, string>) {
  const code = await runCommand(['check', ...args], env)
  const output = stdout.mock.calls.join('')
  for (const secret of [API_KEY, SECRET, ADMIN_TOKEN]) expect(output).not.toContain(secret)
  return { code, output }
}

it('exits with 0 if everything works, even if the program is not running yet', async () => {
  const { code, output } = await run([], await complete())
  expect(output).toContain('Everything that was checked works.')
  expect(code).toBe(0)
})

it('requests the check from a running program, and prints JSON', async () => {
  const env = await complete()
  const program = await startProgram(env, { log: () => {} })
  const { code, output } = await run(['--json'], env)
  await program.close()
  expect(JSON.parse(output)).toMatchObject({ ok: true })
  expect(code).toBe(0)
})

it('exits with 1 and names the problem, where the fault is and what to do', async () => {
  const { code, output } = await run(
    ['dave@wallet.example', '--origin', 'https://page.example'],
    await complete({ LEYDEN_API_KEY: 'another-key' }),
  )
  expect(code).toBe(1)
  expect(output).toMatch(/PROBLEM {2}look-up .* refuses the API key/)
  expect(output).toContain('Where the fault is: configuration.')
  expect(output).toContain('LEYDEN_ALLOWED_ORIGINS=https://page.example')
})

it('prints the origin of the ramp if LEYDEN_RAMP_ORIGINS is not set', async () => {
  const env = await complete({ LEYDEN_RAMP_ORIGINS: '' })
  const { output } = await run(['--email', 'me@mail.example'], env)
  expect(output).toContain(`LEYDEN_RAMP_ORIGINS=${sandbox.rampUrl}`)
})

it('names the mistake in its arguments or in the environment', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  expect(await runCommand(['check', '--jsn'], {})).toBe(1)
  expect(await runCommand(['check'], {})).toBe(1)
  expect(stderr.mock.calls.join('')).toMatch(/--jsn.*LEYDEN_PUBLIC_URL is missing/s)
  stderr.mockRestore()
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, type WatchState } from '@leyden/core'
import { decodeInvoice } from '@leyden/lightning'
import { startSandbox } from '@leyden/sandbox/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Program, startProgram } from './program.js'
import { ADMIN_TOKEN, API_KEY, environment } from './test-support/environment.js'

interface PostgresServer {
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

/** The package's test helper that starts a real server; it is not in the build, because only tests use it. */
const STARTER = '../../../packages/bff/src/stores/postgres/test-support/postgres-server.ts'

describe('two programs on one Postgres', () => {
  let server: PostgresServer
  let sandbox: Awaited<ReturnType<typeof startSandbox>>
  let programs: [Program, Program]
  const lines: string[] = []
  const receiver = createServer((_, response) => response.writeHead(204).end())

  beforeAll(async () => {
    const { startPostgresServer } = (await import(new URL(STARTER, import.meta.url).pathname)) as {
      startPostgresServer(): Promise<PostgresServer>
    }
    server = await startPostgresServer()
    sandbox = await startSandbox({ port: 0, rampPort: 0, apiKey: API_KEY })
    const url = new URL(await server.createDatabase())
    url.password = 'canary-database-password'
    await once(receiver.listen(0, '127.0.0.1'), 'listening')
    const env = environment(sandbox.url, {
      DATABASE_URL: url.href,
      LEYDEN_SETTLES: '1',
      LEYDEN_LIMITS: 'chargesPerMinute=6',
      LEYDEN_EVENTS_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`,
      LEYDEN_EVENTS_SECRET: `whsec_${btoa('a key of at least 24 bytes!')}`,
    })
    const start = () => startProgram(env, { log: (line) => lines.push(line) })
    programs = await Promise.all([start(), start()])
  })

  afterAll(async () => {
    await Promise.all(programs.map((program) => program.close()))
    receiver.close()
    await sandbox.close()
    await server.stop()
  })

  it('say once that their start created the store', () => {
    expect(lines.filter((line) => line.includes('"STORE_NEW"'))).toHaveLength(1)
  })

  it('show an event that the other instance received', async () => {
    const [here, there] = programs
    const client = createClient({ baseUrl: `${here.url}/leyden` })
    const charge = await client.createCharge({ lnaddress: 'alice@wallet.example', amount: '2100000' })
    const states: WatchState[] = []
    const watching = new AbortController()
    client.watch(charge.watch_url ?? '', { signal: watching.signal, onState: (state) => states.push(state) })
    await vi.waitFor(() => expect(states).toMatchObject([{ status: 'open' }]))
    await fetch(`${there.url}/leyden/admin/settle`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
      body: JSON.stringify({ payment_hash: decodeInvoice(charge.invoice.request).paymentHash }),
    })
    await vi.waitFor(() => expect(states.at(-1)).toMatchObject({ status: 'paid' }))
    watching.abort()
    await vi.waitFor(() => expect(lines.filter((line) => line.includes('Event delivered'))).toHaveLength(1))
  })

  it('count one person’s charges together', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        createClient({ baseUrl: `${programs[n % 2 ? 0 : 1].url}/leyden` })
          .createCharge({ lnaddress: 'bob@wallet.example', amount: '2100000' })
          .then(
            () => 'charged',
            (error: { code: string }) => error.code,
          ),
      ),
    )
    // The previous test has created one of the six, in this minute or in the one before.
    const charged = outcomes.filter((outcome) => outcome === 'charged')
    expect([5, 6]).toContain(charged.length)
    expect(outcomes.filter((outcome) => outcome === 'RATE_LIMITED')).toHaveLength(12 - charged.length)
  })

  it('do not log the password', () => {
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('\n')).not.toContain('canary-database-password')
  })
})

it('reports in one line that the database cannot be used, without its credentials', async () => {
  const env = environment('https://service.example', {
    DATABASE_URL: 'postgres://leyden:canary-database-password@127.0.0.1:1/leyden',
  })
  const error = await startProgram(env, { log: () => {} }).then(
    () => null,
    (thrown: Error) => thrown,
  )
  expect(error?.message).toMatch(/^The database cannot be used: .*ECONNREFUSED/)
  expect(error?.message).not.toMatch(/canary|\n/)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { startSandbox } from '@leyden/sandbox/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { randomId } from '../../kernel/tokens/random-id.js'
import { printFigure } from '../../test-support/soak.js'
import { storeConformance } from '../../test-support/store-conformance.js'
import { anEvent, appendTo } from '../../test-support/subjects.js'
import { postgresStore } from './postgres-store.js'
import { startPgbouncer } from './test-support/pgbouncer.js'
import { type PostgresServer, startPostgresServer } from './test-support/postgres-server.js'

/** Only `npm run soak` has a pooler. */
describe.runIf(process.env.LEYDEN_SOAK === '1')('behind a pooler in transaction mode', () => {
  let postgres: PostgresServer
  let pooler: Awaited<ReturnType<typeof startPgbouncer>>
  let database = ''
  let schemas = 0

  beforeAll(async () => {
    postgres = await startPostgresServer()
    pooler = await startPgbouncer(postgres.port)
    database = await postgres.createDatabase()
    await pooler.ready(database)
  })
  afterAll(async () => {
    await pooler?.stop()
    await postgres?.stop()
  })

  const open = (schema: string) =>
    postgresStore({ connectionString: pooler.through(database), schema, maxConnections: 5, pollMs: 200 })

  storeConformance('Postgres behind PgBouncer', async () => open(`test_${++schemas}`))

  it('notices events of another instance by polling, without a connection that listens', async () => {
    const [here, there] = [open('polled'), open('polled')]
    const id = randomId()
    const hint = vi.fn()
    here.watch(id, hint)
    await appendTo(there, id, anEvent())
    await vi.waitFor(() => expect(hint).toHaveBeenCalled())
    await Promise.all([here.close(), there.close()])
  })

  describe('a function that is frozen between requests', () => {
    const HOST = new URL('../../test-support/serverless-host.mjs', import.meta.url).pathname
    const ADMIN = 'Bearer an admin token of more than thirty-two characters'
    const ORDER = { lnaddress: 'shop@mine.example', amount: '2100000' }
    const received: string[] = []
    const errors: unknown[] = []
    const children: ChildProcess[] = []
    let sandbox: Awaited<ReturnType<typeof startSandbox>>
    let isDown = false
    const endpoint = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        if (!isDown) received.push((JSON.parse(body) as { id: string }).id)
        response.writeHead(isDown ? 503 : 204).end()
      })
    })
    let own = ''

    beforeAll(async () => {
      sandbox = await startSandbox({ apiKey: 'key-of-these-tests', port: 0, rampPort: 0 })
      await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
      own = pooler.through(await postgres.createDatabase())
    })
    afterAll(async () => {
      for (const child of children) child.kill('SIGKILL')
      endpoint.close()
      await sandbox?.close()
    })

    /** An instance that runs only while it answers a request. */
    async function coldStart() {
      const { port: events } = endpoint.address() as AddressInfo
      const args = [HOST, own, sandbox.url, `http://127.0.0.1:${events}`]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      children.push(child)
      const lines: { port?: number; idle?: true; error?: string }[] = []
      createInterface({ input: child.stdout }).on('line', (line) => {
        const parsed = JSON.parse(line)
        if (parsed.error) errors.push(parsed)
        else lines.push(parsed)
      })
      const nextLine = () => vi.waitFor(() => lines.shift() ?? Promise.reject(new Error('No line yet.')))
      const { port } = await nextLine()
      child.kill('SIGSTOP')
      return {
        async request<Data>(path: string, body?: object, headers: Record<string, string> = {}) {
          child.kill('SIGCONT')
          const response = await fetch(`http://127.0.0.1:${port}${path}`, {
            method: body ? 'POST' : 'GET',
            // A kept connection would be dead after the next freeze.
            headers: { 'content-type': 'application/json', 'x-leyden': '1', connection: 'close', ...headers },
            body: body ? JSON.stringify(body) : null,
          })
          const text = await response.text()
          await nextLine()
          child.kill('SIGSTOP')
          expect([path, response.status, text]).toEqual([path, 200, expect.anything()])
          return (JSON.parse(text) as { data: Data }).data
        },
        kill: () => child.kill('SIGKILL'),
      }
    }
    type Instance = Awaited<ReturnType<typeof coldStart>>
    const asAdmin = { authorization: ADMIN }

    async function buy(instance: Instance, reference: string) {
      const { intent } = await instance.request<{ intent: string }>(
        '/admin/intents',
        { ...ORDER, reference },
        asAdmin,
      )
      const charge = await instance.request<{ watch_url: string }>('/v0/ln-address/fetch-charge', { intent })
      const [, hash = ''] = /\.([0-9a-f]{64})\./.exec(charge.watch_url) ?? []
      return { hash, watchPath: `/${charge.watch_url.replace(/^\//, '')}` }
    }
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

    it('delivers an event before it is frozen, and later ones by the drain of a cron job', async () => {
      const [one, other] = [await coldStart(), await coldStart()]
      const first = await buy(one, 'order-1')
      await one.request('/admin/settle', { payment_hash: first.hash }, asAdmin)
      expect(received).toEqual([`${first.hash}.1`])

      isDown = true
      const later = await buy(other, 'order-2')
      await other.request('/admin/settle', { payment_hash: later.hash }, asAdmin)
      expect(received).toHaveLength(1)
      isDown = false
      // Longer than the pooler keeps connections, and than a probe waits.
      await pause(3_000)
      await vi.waitFor(async () => {
        await one.request('/admin/drain', {}, asAdmin)
        expect(received).toContain(`${later.hash}.1`)
      })

      // The platform ends one instance; another one knows everything.
      one.kill()
      const next = await coldStart()
      for (const { watchPath } of [first, later])
        expect(await next.request(watchPath)).toMatchObject({ status: 'paid' })
      expect(errors).toEqual([])
    })

    it('loses no payment while instances are frozen, ended and started', async () => {
      const hashes: string[] = []
      let instance = await coldStart()
      for (let n = 0; n < 20; n++) {
        if (n % 5 === 4) {
          instance.kill()
          instance = await coldStart()
        }
        isDown = n % 3 === 0
        const { hash } = await buy(instance, `order of many ${n}`)
        await instance.request('/admin/settle', { payment_hash: hash }, asAdmin)
        hashes.push(`${hash}.1`)
      }
      isDown = false
      await vi.waitFor(
        async () => {
          await instance.request('/admin/drain', {}, asAdmin)
          for (const id of hashes) expect(received).toContain(id)
        },
        { interval: 500 },
      )
      const lost = hashes.filter((id) => !received.includes(id))
      printFigure('20 payments to functions that are frozen and ended', `${lost.length} lost`, '0 lost')
      expect(errors).toEqual([])
    })
  })
})

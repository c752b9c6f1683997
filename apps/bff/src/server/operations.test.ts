import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBff, type Readiness } from '@leyden/bff'
import { memoryStore } from '@leyden/bff/memory'
import { afterEach, expect, it } from 'vitest'
import { createMetrics } from './metrics.js'
import { operationsHandler } from './operations.js'

const closers: (() => unknown)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Serves the routes of a BFF with this readiness. @returns the reply of `/readyz`. */
async function readyz(readiness: Readiness, isDraining = false): Promise<[number, string]> {
  const refuse = () => Promise.reject(new Error('This shop creates no charges.'))
  const publicUrl = 'https://shop.example/leyden'
  const bff = createBff({
    pay: { validateLightningAddress: refuse, createCharge: refuse },
    store: memoryStore(),
    publicUrl,
    secrets: ['a secret for tests, with more than 32 characters'],
  })
  const handler = operationsHandler({
    bff: { ...bff, ready: async () => readiness },
    metrics: createMetrics(),
    storeCreatedAt: '2026-11-01T08:00:00.000Z',
    isDraining: () => isDraining,
  })
  const server = createServer(handler).listen(0, '127.0.0.1')
  closers.push(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const reply = await fetch(`http://127.0.0.1:${port}/readyz`)
  return [reply.status, await reply.text()]
}

it('reports the problems, and an endpoint that is down, which is none', async () => {
  const downSince = new Date('2026-11-25T22:00:00Z')
  const created = 'The store was created at 2026-11-01T08:00:00.000Z.\n'
  const line = `${created}No event has been accepted since 2026-11-25T22:00:00.000Z.\n`
  const [works, fails] = [{ working: true }, { working: false, downSince }]
  expect(await readyz({ ready: true, problems: [], endpoint: works })).toEqual([200, `ready\n${created}`])
  expect(await readyz({ ready: true, problems: [], endpoint: fails })).toEqual([200, `ready\n${line}`])
  const readiness = { ready: false, problems: ['The store cannot be written: full'], endpoint: fails }
  expect(await readyz(readiness)).toEqual([503, `The store cannot be written: full\n${line}`])
  expect(await readyz(readiness, true)).toEqual([503, 'The program is stopping.\n'])
})

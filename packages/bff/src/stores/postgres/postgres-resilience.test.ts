import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Store } from '../../kernel/store/store.js'
import { readSubject } from '../../kernel/store/subject-rows.js'
import { randomId } from '../../kernel/tokens/random-id.js'
import { printFigure, promisedMs, soakSize } from '../../test-support/soak.js'
import { anEvent, appendTo, headsOf } from '../../test-support/subjects.js'
import { postgresStore } from './postgres-store.js'
import { type PostgresServer, startPostgresServer } from './test-support/postgres-server.js'
import { startTcpProxy, type TcpProxy } from './test-support/tcp-proxy.js'

/** The full measurement takes minutes, so only `npm run soak` sets this. */
const isSoak = process.env.LEYDEN_SOAK === '1'

let server: PostgresServer
let database = ''
let schemas = 0
const stores: Store[] = []
const proxies: TcpProxy[] = []

beforeAll(async () => {
  server = await startPostgresServer()
  database = await server.createDatabase()
})

afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close().catch(() => {})))
  for (const proxy of proxies.splice(0)) proxy.close()
})

afterAll(() => server.stop())

const freshSchema = () => `test_${++schemas}`

function open(schema: string, options: { port?: number; pollMs?: number } = {}): Store {
  const url = new URL(database)
  if (options.port !== undefined) url.port = String(options.port)
  const store = postgresStore({
    connectionString: url.href,
    schema,
    maxConnections: 5,
    pollMs: options.pollMs,
  })
  stores.push(store)
  return store
}

async function openThroughProxy(schema: string, options: { pollMs?: number } = {}) {
  const proxy = await startTcpProxy(server.port)
  proxies.push(proxy)
  return { proxy, store: open(schema, { port: proxy.port, ...options }) }
}

/** Reads after its cursor at each hint, like a watch stream, and records when each event arrived. */
function follow(store: Store, id: string) {
  const arrivals = new Map<string, number>()
  let cursor = 0
  let reading = Promise.resolve()
  const stop = store.watch(id, () => {
    reading = reading
      .then(async () => {
        for (const event of await store.read(id, cursor)) {
          expect(event.seq).toBe(cursor + 1)
          cursor = event.seq
          arrivals.set(event.key, Date.now())
        }
      })
      .catch(() => {})
  })
  return { arrivals, stop, idle: () => reading }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const patiently = { interval: 20 }

describe('two instances', () => {
  it('see each other’s events: 99 of 100 within a second', async () => {
    const schema = freshSchema()
    const [here, there] = [open(schema), open(schema)]
    const ids = Array.from({ length: 20 }, () => randomId())
    const followed = ids.map((id) => ({ id, ...follow(here, id) }))
    await here.read('warm', 0)
    await wait(300)
    const sent = new Map<string, number>()
    for (let round = 0; round < (isSoak ? 100 : 10); round++) {
      await Promise.all(
        ids.map(async (id) => {
          const key = `${id} ${round}`
          await appendTo(there, id, anEvent({ key }))
          sent.set(key, Date.now())
        }),
      )
    }
    await vi.waitFor(() => {
      for (const { arrivals } of followed) expect(arrivals.size).toBe(sent.size / ids.length)
    }, patiently)
    const delays = followed
      .flatMap(({ arrivals }) => [...arrivals].map(([key, at]) => at - (sent.get(key) ?? 0)))
      .sort((a, b) => a - b)
    const p99Ms = delays[Math.ceil(delays.length * 0.99) - 1]
    printFigure(
      'an event at one Postgres instance, seen at the other',
      `median ${delays[delays.length >> 1]} ms, 99 of 100 within ${p99Ms} ms`,
      '99 of 100 within 1,000 ms',
    )
    // Short runs share their machine with other tests, but polling alone would be far slower.
    expect(p99Ms).toBeLessThan(isSoak ? 1_000 : 1_900)
  })

  it('miss nothing while the listening connection is cut repeatedly', async () => {
    const schema = freshSchema()
    const { store: here, proxy } = await openThroughProxy(schema)
    const there = open(schema)
    const id = randomId()
    const { arrivals } = follow(here, id)
    await vi.waitFor(() => expect(proxy.listeners()).toBe(1), patiently)
    for (let n = 0; n < 50; n++) {
      if (n % 10 === 0) proxy.cutListeners()
      await appendTo(there, id, anEvent({ key: `event ${n}` }))
      await wait(5)
    }
    await vi.waitFor(() => expect(arrivals.size).toBe(50), patiently)
    await vi.waitFor(() => expect(proxy.listeners()).toBe(1), patiently)
  })

  it('read again as soon as they have reconnected, without waiting for a poll', async () => {
    const schema = freshSchema()
    const { store: here, proxy } = await openThroughProxy(schema, { pollMs: 600_000 })
    const there = open(schema)
    const id = randomId()
    await appendTo(there, id, anEvent({ key: 'first' }))
    const { arrivals, idle } = follow(here, id)
    await vi.waitFor(() => expect(arrivals.has('first')).toBe(true), patiently)
    // The first read does not wait for the listening connection, and one that is not open yet cannot be cut.
    await vi.waitFor(() => expect(proxy.listeners()).toBe(1), patiently)
    proxy.cutListeners()
    // The notification of the first event may have come before, and its reading must not find the second one.
    await vi.waitFor(() => expect(proxy.listeners()).toBe(0), patiently)
    await wait(50)
    await idle()
    await appendTo(there, id, anEvent({ key: 'while nobody listened' }))
    await vi.waitFor(() => expect(arrivals.has('while nobody listened')).toBe(true), patiently)
    expect(proxy.listened()).toBeGreaterThan(1)
  })

  it('find by polling what a dead connection misses, and replace that connection', async () => {
    const schema = freshSchema()
    const { store: here, proxy } = await openThroughProxy(schema)
    const there = open(schema)
    const id = randomId()
    const { arrivals } = follow(here, id)
    await vi.waitFor(() => expect(proxy.listeners()).toBe(1), patiently)
    // Wait for the first hint, which comes with the connection itself.
    await wait(500)
    proxy.blackHoleListeners()
    const delays: number[] = []
    for (let n = 0; n < 3; n++) {
      const key = `event ${n}`
      await appendTo(there, id, anEvent({ key }))
      const sentAt = Date.now()
      await vi.waitFor(() => expect(arrivals.has(key)).toBe(true), patiently)
      delays.push((arrivals.get(key) ?? 0) - sentAt)
    }
    printFigure('an event while notifications are dead', `${Math.max(...delays)} ms`, '2,500 ms')
    expect(Math.max(...delays)).toBeLessThan(isSoak ? 2_500 : 8_000)
    // The heartbeat has detected the dead connection, and a new one was opened.
    await vi.waitFor(() => expect(proxy.listened()).toBe(2), patiently)
  })

  it('take over the deliveries that a dead instance had claimed', async () => {
    const schema = freshSchema()
    const [dying, other] = [open(schema), open(schema)]
    const now = new Date()
    // Only the server's clock counts, even if the clock of an instance is far ahead.
    const ahead = new Date(now.getTime() + 3_600_000)
    await appendTo(dying, 'subject', anEvent({ key: 'e', at: now }))
    expect(await dying.claim('event', 10, 1_000, now)).toHaveLength(1)
    expect(await other.claim('event', 10, 60_000, ahead)).toEqual([])
    const claimedDeliveries = () => other.claim('event', 10, 60_000, now)
    const takeOver = async () =>
      expect(await claimedDeliveries()).toMatchObject([{ attempt: 2, event: { key: 'e' } }])
    await vi.waitFor(takeOver)
  })
})

describe('four instances', () => {
  it('serve everybody while one session gets a thousand events at once', async () => {
    const schema = freshSchema()
    const instances = Array.from({ length: 4 }, () => open(schema))
    for (const store of instances) await readSubject(store, 'nobody')
    const count = soakSize(100, 1_000)
    let isOver = false
    const writing = Promise.allSettled(
      Array.from({ length: count }, (_, n) =>
        appendTo(instances[n % 4] as Store, 'one', anEvent({ key: `${n}` })),
      ),
    ).finally(() => {
      isOver = true
    })
    const waitsMs = [0]
    while (!isOver) {
      const startedAtMs = performance.now()
      await instances[waitsMs.length % 4]?.read('another', 0)
      waitsMs.push(performance.now() - startedAtMs)
    }
    const rejected = (await writing).filter(({ status }) => status === 'rejected').length
    const longest = Math.max(...waitsMs)
    printFigure(
      `${count} events of one session at once, at four Postgres instances`,
      `${rejected} refused; the read of another session takes at most ${longest.toFixed(0)} ms`,
      '0 refused, 200 ms',
    )
    expect(rejected).toBe(0)
    expect(longest).toBeLessThan(promisedMs(200))
    expect(await headsOf(instances[0] as Store, 'one')).toHaveLength(count)
  })
})

describe('a database that is killed', () => {
  it(
    'has every acknowledged event, and no number twice',
    async () => {
      const schema = freshSchema()
      const writer = open(schema)
      const acknowledged: string[] = []
      const rounds = isSoak ? 200 : 4
      for (let round = 0; round < rounds; round++) {
        let isWriting = true
        const writers = Array.from({ length: 4 }, async (_, lane) => {
          for (let n = 0; isWriting; n++) {
            const key = `${round} ${lane} ${n}`
            try {
              if ((await appendTo(writer, `lane ${lane}`, anEvent({ key }))) === 'stored')
                acknowledged.push(key)
            } catch {
              await wait(20)
            }
          }
        })
        const before = acknowledged.length
        await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 20), patiently)
        await server.kill()
        await wait(50)
        isWriting = false
        await server.restart()
        await Promise.all(writers)
      }
      const reader = open(schema)
      const storedKeys = new Set<string>()
      for (let lane = 0; lane < 4; lane++) {
        const events = await reader.read(`lane ${lane}`, 0)
        expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
        for (const event of events) storedKeys.add(event.key)
      }
      const lost = acknowledged.filter((key) => !storedKeys.has(key))
      printFigure(
        `${rounds} kills of Postgres`,
        `${acknowledged.length} events acknowledged, ${lost.length} lost`,
        '0 lost',
      )
      expect(lost).toEqual([])
      expect(acknowledged.length).toBeGreaterThan(rounds * 20)
    },
    isSoak ? 1_800_000 : 120_000,
  )
})

import type { RampProvider } from '@leyden/core/provider'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Store } from '../../kernel/store/store.js'
import { readSubject } from '../../kernel/store/subject-rows.js'
import { everySequence, withPayment } from '../../test-support/order-steps.js'
import { checkOrders, checkRaces } from '../../test-support/order-table.js'
import { GUEST, openRampShop, RAMP_PATH } from '../../test-support/ramp-shop.js'
import { openShop } from '../../test-support/shop.js'
import { printFigure, promisedMs, soakSize } from '../../test-support/soak.js'
import { aRow, storeConformance } from '../../test-support/store-conformance.js'
import { LISTS } from '../../test-support/subject-lists.js'
import { aCharge, anEvent, appendTo, aSession, putSubject } from '../../test-support/subjects.js'
import { createReads } from '../sql/sql-reads.js'
import { migratePostgres, postgresStore } from './postgres-store.js'
import { type PostgresServer, startPostgresServer } from './test-support/postgres-server.js'

let server: PostgresServer
let database = ''
let schemas = 0
const stores: Store[] = []

beforeAll(async () => {
  server = await startPostgresServer()
  database = await server.createDatabase()
})

afterAll(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close().catch(() => {})))
  await server.stop()
})

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: database })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const freshSchema = () => `test_${++schemas}`

function open(schema: string, options: { pollMs?: number } = {}): Store {
  const store = postgresStore({ connectionString: database, schema, maxConnections: 5, ...options })
  stores.push(store)
  return store
}

storeConformance('Postgres', async () =>
  postgresStore({ connectionString: database, schema: freshSchema(), maxConnections: 5 }),
)

describe('an order', () => {
  it('has the promised events and readings at two BFFs with stores of their own', async () => {
    const schema = freshSchema()
    const stores = [open(schema), open(schema)]
    await checkOrders(withPayment(everySequence(5)), stores)
    await checkRaces(stores, 12)
  })
})

describe('the Postgres store', () => {
  it('creates its tables once when five instances start at the same time', async () => {
    const schema = freshSchema()
    await Promise.all(Array.from({ length: 5 }, () => putSubject(open(schema), aCharge())))
    expect(await open(schema).rows({ kind: 'charge', limit: 9 })).toHaveLength(5)
  })

  it('shares data between instances, and gives each delivery to one of them', async () => {
    const schema = freshSchema()
    const [here, there] = [open(schema), open(schema)]
    const now = new Date()
    for (let n = 0; n < 40; n++) await appendTo(here, `subject ${n}`, anEvent({ at: now }))
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? here : there).claim('event', 4, 60_000, now)),
    )
    const ids = claims.flat().map((delivery) => delivery.id)
    // An instance that claims while others have locked all rows gets none, and tries again.
    const rest = (await here.claim('event', 100, 60_000, now)).map((delivery) => delivery.id)
    expect(new Set([...ids, ...rest]).size).toBe(40)
    expect(ids.length + rest.length).toBe(40)
  })

  it('opens one ramp session if two instances get the same Idempotency-Key', async () => {
    const schema = freshSchema()
    let opened = 0
    const { provider } = openRampShop()
    const ramp: RampProvider = {
      createRampSession(...args) {
        opened++
        return provider.createRampSession(...args)
      },
    }
    const replies = await Promise.all(
      [open(schema), open(schema)].map((store) =>
        openRampShop({ store, ramp: { provider: ramp } }).post(RAMP_PATH, GUEST, {
          ip: '192.0.2.1',
          headers: { 'idempotency-key': 'k1' },
        }),
      ),
    )
    printFigure('one Idempotency-Key at two Postgres instances', `${opened} session`, '1 session')
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies[0]?.data).toEqual(replies[1]?.data)
    expect(opened).toBe(1)
  })

  it('finds the next event of a session at once, however many wait behind it', async () => {
    const schema = freshSchema()
    const store = open(schema)
    const client = await connected()
    const [first, other] = [anEvent(), anEvent()]
    const id = aSession().id
    await appendTo(store, id, first)
    const backlog = soakSize(2_000, 20_000)
    await client.query(
      `INSERT INTO ${schema}.events (subject, seq, key, hash, type, at, conflict, facts, due, urgent, head)
         SELECT $1, n, n::text, '', 'ramp.flood', 0, false, '{}', 0, true, false FROM generate_series(2, $2::integer) n`,
      [id, backlog],
    )
    await appendTo(store, 'another session', other)
    const startedAtMs = performance.now()
    const claims = await store.claim('event', 10, 60_000, first.at)
    const claimMs = performance.now() - startedAtMs
    printFigure(`a claim while ${backlog} events of one session wait`, `${claimMs.toFixed(1)} ms`, '30 ms')
    expect(claimMs).toBeLessThan(promisedMs(30))
    expect(claims.map(({ event }) => event?.key)).toEqual([first.key, other.key])
    const marked = async () =>
      (await client.query(`SELECT seq FROM ${schema}.events WHERE head AND subject = $1`, [id])).rows
    expect(await marked()).toEqual([{ seq: 1 }])
    await store.finish(claims[0]?.id ?? '', { status: 'done' })
    expect(await marked()).toEqual([{ seq: 2 }])
  })

  it('delivers every event of a session while others are added and ended at the same time', async () => {
    const schema = freshSchema()
    const [here, there] = [open(schema), open(schema)]
    const now = new Date()
    let isAdding = true
    const adding = Promise.all(
      [here, there].map(async (store, writer) => {
        for (let n = 0; n < 60; n++) await appendTo(store, 'one', anEvent({ key: `${writer} ${n}`, at: now }))
      }),
    ).finally(() => {
      isAdding = false
    })
    const delivered: number[] = []
    for (;;) {
      const wasAdding = isAdding
      const claims = await here.claim('event', 10, 60_000, now)
      for (const { id, event } of claims) {
        delivered.push(event?.seq ?? 0)
        await there.finish(id, { status: event && event.seq % 7 === 0 ? 'dead' : 'done' })
      }
      if (!wasAdding && claims.length === 0) break
    }
    await adding
    expect(delivered).toEqual(Array.from({ length: 120 }, (_, index) => index + 1))
  })

  it('finds each page of a list by an index', async () => {
    const schema = freshSchema()
    await readSubject(open(schema), '')
    const client = await connected()
    // The table is empty, so Postgres would rather read it. An index has the order, so that no list sorts its table.
    await client.query('SET enable_seqscan = off; SET enable_sort = off; SET enable_bitmapscan = off')
    const plans: string[] = []
    const reads = createReads(async (text, values) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [...values])
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      return []
    }, schema)
    for (const [query, index] of LISTS) {
      plans.length = 0
      await reads.rows(query)
      expect(plans).toEqual([expect.stringContaining(index)])
      for (const longer of ['Seq Scan', 'Sort']) expect(plans[0]).not.toContain(longer)
    }
  })

  it('numbers the events of a subject without gaps when several instances write', async () => {
    const schema = freshSchema()
    const instances = [open(schema), open(schema), open(schema)]
    await Promise.all(
      Array.from({ length: 90 }, (_, n) =>
        appendTo(instances[n % 3] as Store, 'one', anEvent({ key: `event ${n % 60}` })),
      ),
    )
    const [here] = instances
    expect((await here?.read('one', 0))?.map((event) => event.seq)).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    )
  })

  it('lets nobody wait for a connection because of the writers of one row', async () => {
    const schema = freshSchema()
    const store = postgresStore({ connectionString: database, schema, maxConnections: 4 })
    stores.push(store)
    const now = new Date()
    const count = [{ key: 'one key', limit: 100, windowMs: 60_000 }]
    await appendTo(store, 'one session', anEvent())
    await store.take(count, now)
    const other = await connected()
    await other.query('BEGIN')
    for (const table of ['rows', 'counts']) await other.query(`SELECT FROM ${schema}.${table} FOR UPDATE`)
    const writing = Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        Promise.all([appendTo(store, 'one session', anEvent({ key: `event ${n}` })), store.take(count, now)]),
      ),
    )
    expect(await readSubject(store, 'nobody')).toBeNull()
    await other.query('COMMIT')
    expect(new Set((await writing).map(([appended, taken]) => `${appended} ${taken}`))).toEqual(
      new Set(['stored null']),
    )
  })

  it('is asked three times for a charge of a page, and six times for one of a signed order', async () => {
    const shop = openShop({ store: open(freshSchema()) })
    const terms = { lnaddress: 'alice@wallet.example', amount: '2100000' }
    const intent = await shop.bff.sign({ ...terms, amountMsat: 2_100_000n, reference: 'order-7' })
    const post = (body: object) => shop.post('v0/ln-address/fetch-charge', body, { ip: '192.0.2.1' })
    // The page has looked the address up before.
    await post(terms)
    const query = vi.spyOn(Pool.prototype, 'query')
    onTestFinished(() => query.mockRestore())
    for (const [body, roundTrips] of [
      [terms, 3],
      [{ intent }, 6],
    ] as const) {
      query.mockClear()
      expect((await post(body)).status).toBe(200)
      expect(query).toHaveBeenCalledTimes(roundTrips)
    }
  })

  it('counts limits together with all instances', async () => {
    const schema = freshSchema()
    const [here, there] = [open(schema), open(schema)]
    const now = new Date()
    const takes = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        (n % 2 ? here : there).take([{ key: 'key', limit: 10, windowMs: 60_000 }], now),
      ),
    )
    expect(takes.filter((taken) => taken === null)).toHaveLength(10)
  })

  it('notifies of another instance’s write long before the next poll', async () => {
    const schema = freshSchema()
    const [here, there] = [open(schema, { pollMs: 600_000 }), open(schema)]
    await appendTo(here, 'watched', anEvent())
    const hint = vi.fn()
    here.watch('watched', hint)
    // The first hint means that it is listening.
    await vi.waitFor(() => expect(hint).toHaveBeenCalled())
    hint.mockClear()
    await appendTo(there, 'watched', anEvent())
    await vi.waitFor(() => expect(hint).toHaveBeenCalled())
  })

  it('writes nothing of a batch if somebody else was faster after the look at its rows', async () => {
    const schema = freshSchema()
    const store = open(schema)
    await putSubject(store, aCharge())
    const [other, observer] = [await connected(), await connected()]
    await other.query('BEGIN')
    await other.query(
      `INSERT INTO ${schema}.rows VALUES ('b', 1, 0, 'x', 'bodies', 0, 0, NULL, NULL, false, '{}')`,
    )
    const putting = store.commit({ expect: { a: 0, b: 0 }, put: [aRow('a'), aRow('b')] })
    const isWaiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1"
    await vi.waitFor(async () =>
      expect((await observer.query(isWaiting, [`%${schema}.commit%`])).rowCount).toBe(1),
    )
    await other.query('COMMIT')
    expect(await putting).toEqual({ changed: 'b' })
    expect((await store.get(['a'])).rows).toEqual([null])
  })

  it('refuses tables of another version by name, and does not touch them', async () => {
    const schema = freshSchema()
    await migratePostgres({ connectionString: database, schema })
    await migratePostgres({ connectionString: database, schema })
    await putSubject(open(schema), aCharge())
    const client = await connected()
    for (const version of [1, 999]) {
      await client.query(`UPDATE ${schema}.schema_version SET version = ${version}`)
      await expect(putSubject(open(schema), aCharge())).rejects.toThrow(
        `The schema ${schema} of Postgres has schema ${version} of another version of Leyden`,
      )
      const { rows } = await client.query(`SELECT version FROM ${schema}.schema_version`)
      expect(rows).toEqual([{ version }])
    }
  })

  it('stores texts with U+0000, which Postgres does not support', async () => {
    const store = open(freshSchema())
    const charge = aCharge({ description: 'a\0b\ud83d', reference: 'reference \0' })
    await putSubject(store, charge)
    expect(await readSubject(store, charge.id)).toMatchObject(charge)
    expect(await store.rows({ kind: 'charge', reference: 'reference \0', limit: 1 })).toHaveLength(1)
    expect(await appendTo(store, charge.id, anEvent({ key: 'k\0' }))).toBe('stored')
    const order = { ...aRow('order \0\ud83d'), wake: 1 }
    const { wake, ...row } = order
    expect(await store.commit({ expect: { [row.id]: 0 }, put: [row], wake: { [row.id]: wake } })).toEqual({})
    expect((await store.get([row.id])).rows).toMatchObject([{ data: row.data }])
  })

  it('refuses a database that may lose acknowledged events', async () => {
    const url = new URL(database)
    url.searchParams.set('options', '-c synchronous_commit=off')
    const store = postgresStore({ connectionString: url.href, schema: freshSchema() })
    await expect(putSubject(store, aCharge())).rejects.toThrow(/synchronous_commit/)
    await store.close()
  })

  it('refuses a schema that is not a plain name', () => {
    expect(() => postgresStore({ connectionString: database, schema: 'a; DROP TABLE b' })).toThrow(
      /must be a name of/,
    )
  })

  it('rejects if there is no database', async () => {
    const store = postgresStore({ connectionString: 'postgres://postgres@127.0.0.1:1/nowhere' })
    await expect(putSubject(store, aCharge())).rejects.toThrow()
    await store.close()
  })
})

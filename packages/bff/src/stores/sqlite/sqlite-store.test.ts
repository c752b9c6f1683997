import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// The built package, because a worker starts from a file that Node can run.
import { sqliteStore } from '@leyden/bff/sqlite'
import Libsql, { type Database } from 'libsql'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { readSubject } from '../../kernel/store/subject-rows.js'
import { anEventOf, aRow, storeConformance } from '../../test-support/store-conformance.js'
import { LISTS } from '../../test-support/subject-lists.js'
import { aCharge, anEvent, appendTo, eraseRow, putSubject } from '../../test-support/subjects.js'
import { createReads } from '../sql/sql-reads.js'
import { batchValues } from './batch-values.js'
import { openDatabase } from './sqlite-database.js'
import { createTables } from './sqlite-schema.js'

const directory = mkdtempSync(join(tmpdir(), 'leyden-sqlite-'))
let files = 0
const freshPath = () => join(directory, `${++files}.db`)

afterAll(() => rmSync(directory, { recursive: true, force: true }))

storeConformance('SQLite', async () => sqliteStore({ path: freshPath() }))

describe('the SQLite store', () => {
  it('finds each page of a list by an index, however long the list is', async () => {
    const path = freshPath()
    const database = new Libsql(path)
    createTables(database, path)
    const plans: string[] = []
    const explain = async (text: string, values: readonly unknown[]) => {
      const rows = database.prepare(`EXPLAIN QUERY PLAN ${text.replaceAll('$', '?')}`).all(values)
      plans.push((rows as { detail: string }[]).map(({ detail }) => detail).join('\n'))
      return []
    }
    const reads = createReads(explain, 'main')
    for (const [query, index] of LISTS) {
      plans.length = 0
      await reads.rows(query)
      expect(plans).toEqual([expect.stringContaining(index)])
      for (const longer of ['SCAN rows\n', 'TEMP B-TREE']) expect(plans[0]).not.toContain(longer)
    }
    database.close()
  })

  it('runs no statement that reads a table to its end', async () => {
    const path = freshPath()
    const plans = new Map<string, string>()
    const { prepare } = Libsql.prototype
    vi.spyOn(Libsql.prototype, 'prepare').mockImplementation(function (this: Database, text: string) {
      if (/^\s*(SELECT|UPDATE|DELETE|INSERT)/.test(text) && !plans.has(text)) {
        const rows = prepare.call(this, `EXPLAIN QUERY PLAN ${text}`).all([]) as { detail: string }[]
        plans.set(text, rows.map(({ detail }) => detail).join('\n'))
      }
      return prepare.call(this, text)
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const { reads, writes, close } = openDatabase({ path, busyTimeoutMs: 5_000 })
    const [now, later] = [new Date(), new Date(Date.now() + 1)]
    const event = { ...anEventOf('one'), at: now }
    const events = [event, { ...event, key: 'second' }]
    writes.commit(batchValues({ expect: { one: 0 }, put: [aRow('one')], events, wake: { one: 1 } }))
    const [version = 0] = reads.get(['one']).rows.map((stored) => Number(stored?.version))
    writes.commit(batchValues({ expect: { one: version }, put: [{ ...aRow('one'), inReview: true }] }))
    reads.get(['one'], { of: 'one', keys: ['evt_1'] })
    reads.get(['one'], { of: 'one' })
    await reads.read('one', 0)
    for (const state of [undefined, 'waiting', 'dead'] as const) await reads.events({ state, limit: 1 })
    await reads.events({ subjectId: 'one', limit: 1 })
    reads.changesSince(reads.changesSince())
    for (const lane of ['event', 'wake'] as const) {
      reads.isAnythingDue(lane, later)
      const [claim] = writes.claim(lane, 1, 1, later)
      writes.renew([claim?.id ?? ''], 1, later)
      writes.finish(claim?.id ?? '', { status: 'retry', at: now, setAside: lane === 'event', failure: 'x' })
    }
    writes.redeliver(now, { subjectId: 'one', seq: 1 })
    writes.redeliver(now)
    for (const outcome of [{ status: 'dead' }, { status: 'done', dropBody: true }] as const)
      writes.finish(writes.claim('event', 1, 1, later)[0]?.id ?? '', outcome)
    for (const [text, plan] of plans)
      expect(plan, text).not.toMatch(
        /SCAN (?!CONSTANT)(?!.* USING (COVERING )?INDEX events_(failed|by_time|in_outbox))/,
      )
    expect(plans.size).toBeGreaterThan(20)
    close()
  })

  it('keeps all data when it is closed and opened again', async () => {
    const path = freshPath()
    const charge = aCharge()
    const first = sqliteStore({ path })
    await putSubject(first, charge)
    await appendTo(first, charge.id, anEvent({ key: 'e' }))
    await first.close()
    const second = sqliteStore({ path })
    expect(await readSubject(second, charge.id)).toMatchObject(charge)
    expect(await second.read(charge.id, 0)).toHaveLength(1)
    await second.close()
  })

  it('notifies of another store’s write to the same file', async () => {
    const path = freshPath()
    const [here, there] = [sqliteStore({ path }), sqliteStore({ path })]
    const charge = aCharge()
    await putSubject(here, charge)
    const hint = vi.fn()
    here.watch(charge.id, hint)
    await readSubject(here, charge.id)
    await appendTo(there, charge.id, anEvent())
    await vi.waitFor(() => expect(hint).toHaveBeenCalled())
    await Promise.all([here.close(), there.close()])
  })

  it('creates the schema once when many stores open a new file at the same time', async () => {
    const path = freshPath()
    const stores = Array.from({ length: 4 }, () => sqliteStore({ path }))
    await Promise.all(stores.map((store) => putSubject(store, aCharge())))
    const lists = await Promise.all(stores.map((store) => store.rows({ kind: 'charge', limit: 9 })))
    expect(lists.map(({ length }) => length)).toEqual(Array(4).fill(4))
    await Promise.all(stores.map((store) => store.close()))
  })

  it('gives each delivery to one of two stores on the same file', async () => {
    const path = freshPath()
    const [here, there] = [sqliteStore({ path }), sqliteStore({ path })]
    const now = new Date()
    for (let n = 0; n < 40; n++) await appendTo(here, `subject ${n}`, anEvent({ at: now }))
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? here : there).claim('event', 4, 60_000, now)),
    )
    const ids = claims.flat().map((delivery) => delivery.id)
    expect(ids).toHaveLength(40)
    expect(new Set(ids).size).toBe(40)
    await Promise.all([here.close(), there.close()])
  })

  it('rejects, and does not hang, if the file cannot be opened', async () => {
    const store = sqliteStore({ path: join(directory, 'no such directory', 'x.db') })
    await expect(putSubject(store, aCharge())).rejects.toThrow(/SQLite/)
    await store.close()
  })

  it('reports the problem of a file that is not a database', async () => {
    const path = freshPath()
    writeFileSync(
      path,
      'a shopping list, and a long one at that, so that it has a page of its own'.repeat(20),
    )
    const store = sqliteStore({ path })
    await expect(readSubject(store, 'any')).rejects.toThrow(/SQLite: .*not a database/)
    await store.close()
  })

  it('leaves no erased data in the file', async () => {
    const path = freshPath()
    const store = sqliteStore({ path })
    const [erased, kept] = [aCharge(), aCharge()]
    const eventAbout = (what: string) =>
      anEvent({ body: new TextEncoder().encode(`${what}@example.com`.repeat(200)) })
    await appendTo(store, erased.id, eventAbout('erased'))
    await appendTo(store, kept.id, eventAbout('kept'))
    await eraseRow(store, erased.id)
    const fileText = () => [path, `${path}-wal`].map((file) => readFileSync(file).toString('latin1')).join()
    const isLeft = (what: string) => fileText().includes(`${what}@example.com`)
    // Also while the file is open: erased data must not stay until the program ends.
    expect([isLeft('kept'), isLeft('erased')]).toEqual([true, false])
    await store.close()
    expect(readFileSync(path).toString('latin1')).not.toContain('erased@example.com')
  })

  it('leaves nothing in the file of a body that is deleted after its delivery', async () => {
    const path = freshPath()
    const store = sqliteStore({ path })
    const body = new TextEncoder().encode('a-token-of-somebody'.repeat(200))
    const now = new Date()
    await appendTo(store, 'subject', anEvent({ body, at: now }))
    const [delivery] = await store.claim('event', 1, 60_000, now)
    await store.finish(delivery?.id ?? '', { status: 'done', dropBody: true })
    const files = [path, `${path}-wal`].map((file) => readFileSync(file).toString('latin1'))
    expect(files.join()).not.toContain('a-token-of-somebody')
    await store.close()
  })

  it('refuses work after it was closed', async () => {
    const store = sqliteStore({ path: freshPath() })
    await putSubject(store, aCharge())
    await store.close()
    await expect(putSubject(store, aCharge())).rejects.toThrow(/closed/)
  })
})

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// The built package, because a worker starts from a file that Node can run.
import { sqliteStore } from '@leyden/bff/sqlite'
import Libsql from 'libsql'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { aCharge, anEvent, storeConformance } from '../../test-support/store-conformance.js'
import { LISTS } from '../../test-support/subject-lists.js'
import { createReads } from '../sql/sql-reads.js'
import { FOUND_BY, migrate } from './sqlite-schema.js'

const directory = mkdtempSync(join(tmpdir(), 'leyden-sqlite-'))
let files = 0
const freshPath = () => join(directory, `${++files}.db`)

afterAll(() => rmSync(directory, { recursive: true, force: true }))

storeConformance('SQLite', async () => sqliteStore({ path: freshPath() }))

describe('the SQLite store', () => {
  it('finds each page of a list by an index, however long the list is', async () => {
    const path = freshPath()
    const database = new Libsql(path)
    migrate(database, path)
    const plans: string[] = []
    const explain = async (text: string, values: readonly unknown[]) => {
      const rows = database.prepare(`EXPLAIN QUERY PLAN ${text.replaceAll('$', '?')}`).all(values)
      plans.push((rows as { detail: string }[]).map(({ detail }) => detail).join('\n'))
      return []
    }
    const reads = createReads(explain, 'main', FOUND_BY)
    for (const [query, index] of LISTS) {
      plans.length = 0
      await reads.subjects(query)
      expect(plans).toEqual([expect.stringContaining(index)])
      for (const longer of ['SCAN subjects\n', 'TEMP B-TREE']) expect(plans[0]).not.toContain(longer)
    }
    plans.length = 0
    await reads.subjects({ kind: 'intent', reference: 'order-7', limit: 1 })
    await reads.subjects({ kind: 'ramp', inReview: true, limit: 50 })
    await reads.outbox()
    expect(plans).toEqual([
      expect.stringContaining('subjects_by_reference'),
      ...Array(2).fill(expect.stringContaining('states_in_review')),
    ])
    database.close()
  })

  it('keeps all data when it is closed and opened again', async () => {
    const path = freshPath()
    const charge = aCharge()
    const first = sqliteStore({ path })
    await first.put(charge)
    await first.append(charge.id, anEvent({ key: 'e' }))
    await first.close()
    const second = sqliteStore({ path })
    expect(await second.get(charge.id)).toEqual(charge)
    expect(await second.read(charge.id, 0)).toHaveLength(1)
    await second.close()
  })

  it('notifies of another store’s write to the same file', async () => {
    const path = freshPath()
    const [here, there] = [sqliteStore({ path }), sqliteStore({ path })]
    const charge = aCharge()
    await here.put(charge)
    const hint = vi.fn()
    here.watch(charge.id, hint)
    await here.get(charge.id)
    await there.append(charge.id, anEvent())
    await vi.waitFor(() => expect(hint).toHaveBeenCalled())
    await Promise.all([here.close(), there.close()])
  })

  it('creates the schema once when many stores open a new file at the same time', async () => {
    const path = freshPath()
    const stores = Array.from({ length: 4 }, () => sqliteStore({ path }))
    const outcomes = await Promise.all(stores.map((store) => store.put(aCharge())))
    expect(outcomes).toEqual(Array(4).fill('stored'))
    await Promise.all(stores.map((store) => store.close()))
  })

  it('gives each delivery to one of two stores on the same file', async () => {
    const path = freshPath()
    const [here, there] = [sqliteStore({ path }), sqliteStore({ path })]
    const now = new Date()
    for (let n = 0; n < 40; n++) await here.append(`subject ${n}`, anEvent({ at: now }))
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
    await expect(store.put(aCharge())).rejects.toThrow(/SQLite/)
    await store.close()
  })

  it('reports the problem of a file that is not a database', async () => {
    const path = freshPath()
    writeFileSync(
      path,
      'a shopping list, and a long one at that, so that it has a page of its own'.repeat(20),
    )
    const store = sqliteStore({ path })
    await expect(store.get('any')).rejects.toThrow(/SQLite: .*not a database/)
    await store.close()
  })

  it('leaves no erased data in the file', async () => {
    const path = freshPath()
    const store = sqliteStore({ path })
    const [erased, kept] = [aCharge(), aCharge()]
    const eventAbout = (what: string) =>
      anEvent({ body: new TextEncoder().encode(`${what}@example.com`.repeat(200)) })
    await store.append(erased.id, eventAbout('erased'))
    await store.append(kept.id, eventAbout('kept'))
    await store.erase(erased.id)
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
    await store.append('subject', anEvent({ body, at: now }))
    const [delivery] = await store.claim('event', 1, 60_000, now)
    await store.finish(delivery?.id ?? '', { status: 'done', dropBody: true })
    const files = [path, `${path}-wal`].map((file) => readFileSync(file).toString('latin1'))
    expect(files.join()).not.toContain('a-token-of-somebody')
    await store.close()
  })

  it('refuses work after it was closed', async () => {
    const store = sqliteStore({ path: freshPath() })
    await store.put(aCharge())
    await store.close()
    await expect(store.put(aCharge())).rejects.toThrow(/closed/)
  })
})

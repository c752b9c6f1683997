import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// The built package, because a worker starts from a file that Node can run.
import { sqliteStore } from '@leyden/bff/sqlite'
import Libsql from 'libsql'
import { afterAll, describe, expect, it } from 'vitest'
import type { Store } from '../../kernel/store/store.js'
import type { ChargeSubject } from '../../kernel/store/subject.js'
import { chargeRow, readSubject } from '../../kernel/store/subject-rows.js'
import { randomId } from '../../kernel/tokens/random-id.js'
import { printFigure, promisedMs, soakSize } from '../../test-support/soak.js'
import { anEventOf } from '../../test-support/store-conformance.js'
import { aCharge, anEvent, appendTo, putSubject } from '../../test-support/subjects.js'
import type { Query } from '../sql/sql-reads.js'
import { pruneInSteps } from '../sql/sql-retention.js'
import { batchValues } from './batch-values.js'
import { openDatabase } from './sqlite-database.js'

const directory = mkdtempSync(join(tmpdir(), 'leyden-retention-'))
let files = 0
const freshPath = () => join(directory, `${++files}.db`)
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-21T10:00:00Z')
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS)

/** Charges with their events, every tenth an intent and every fifth with a body, over 100 days up to now. */
function fill(path: string, count: number): void {
  openDatabase({ path, busyTimeoutMs: 5_000 }).close()
  const database = new Libsql(path)
  database.exec('PRAGMA synchronous = OFF')
  database.exec('BEGIN')
  const data = JSON.stringify(aCharge())
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1)'
  const endsAt = `${NOW - 100 * DAY_MS} + i * ${(100 * DAY_MS) / count}`
  database
    .prepare(`${numbers} INSERT INTO rows (id, version, seq, kind, keep, until, created, in_review, data)
      SELECT printf('%064x', i), 1, 1, iif(i % 10 = 0, 'intent', 'charge'), iif(i % 10 = 0, 'bodies', 'subjects'),
        CAST(${endsAt} AS INTEGER), CAST(${endsAt} AS INTEGER), 0, ?2 FROM n`)
    .run(count, data)
  database
    .prepare(`${numbers} INSERT INTO events (subject, seq, key, hash, type, at, conflict, facts, body, urgent, head)
      SELECT printf('%064x', i), 1, 'k', 'h', 'charge.paid', CAST(${endsAt} AS INTEGER), 0, '{}',
        iif(i % 5 = 0, zeroblob(200), NULL), 1, 0 FROM n`)
    .run(count)
  database.exec('COMMIT')
  // A real file of this size has long been on the disk, and its log is short. Without this, the system would write a
  // gigabyte during the requests, and retention would empty a log of that size.
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
  database.close()
  spawnSync('sync')
}

function counts(path: string, days = 90) {
  const database = new Libsql(path)
  const count = (where: string) =>
    (database.prepare(`SELECT COUNT(*) AS n FROM ${where}`).get() as { n: number }).n
  const found = {
    oldSubjects: count(`rows WHERE until < ${daysAgo(days).getTime()}`),
    oldEvents: count(`events WHERE at < ${daysAgo(days).getTime()}`),
    oldIntents: count(`rows WHERE kind = 'intent' AND until < ${daysAgo(7).getTime()}`),
    oldBodies: count(`events WHERE body IS NOT NULL AND at < ${daysAgo(7).getTime()}`),
    subjects: count('rows'),
    events: count('events'),
    bodies: count('events WHERE body IS NOT NULL'),
  }
  database.close()
  return found
}

/** Sends one webhook and one charge every 100 ms, each of which must succeed. @returns the duration of each. */
async function traffic(store: Store, isOver: () => boolean): Promise<number[]> {
  const waitsMs: number[] = []
  const timed = async (work: Promise<unknown>) => {
    const startMs = performance.now()
    await work
    waitsMs.push(performance.now() - startMs)
  }
  const calls: Promise<void>[] = []
  while (!isOver()) {
    const charge = aCharge({ watchUntil: daysAgo(-1).toISOString() })
    calls.push(timed(putSubject(store, charge).then(() => readSubject(store, charge.id))))
    calls.push(timed(appendTo(store, randomId(), anEvent({ at: new Date(NOW) }))))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await Promise.all(calls)
  return waitsMs
}

const rowOf = (charge: ChargeSubject) => chargeRow({ ...charge, userId: 'u1' })

describe('retention of a large SQLite file', () => {
  const count = soakSize(100_000, 1_000_000)

  const runs = [
    // Run it again, like the hourly run, which finds nothing.
    { when: 'at the start and an hour later', days: [90, 90], mostMs: Number.POSITIVE_INFINITY },
    { when: 'after the days were lowered to 32', days: [32], mostMs: 3_600_000 },
  ]
  it.each(runs.slice(0, soakSize(1, runs.length)))(
    'does not block requests $when',
    async ({ when, days, mostMs }) => {
      const path = freshPath()
      fill(path, count)
      const [store, quiet] = [sqliteStore({ path }), sqliteStore({ path: freshPath() })]
      const endsAtMs = performance.now() + mostMs
      let isPruned = false
      const prune = async () => {
        for (const n of days)
          await store.prune({ bodies: daysAgo(7), unpaid: daysAgo(7), subjects: daysAgo(n) })
        isPruned = true
      }
      const pruning = prune().catch((error: unknown) => {
        if (performance.now() < endsAtMs) throw error
      })
      const isOver = () => isPruned || performance.now() >= endsAtMs
      // The same on an empty store shows which part of a wait this machine causes.
      const [waitsMs, quietMs] = await Promise.all([traffic(store, isOver), traffic(quiet, isOver)])
      const [longest, longestQuiet] = [Math.max(...waitsMs), Math.max(...quietMs)]
      printFigure(
        `${2 * count} rows, retention ${when}`,
        `${waitsMs.length} requests, none refused, the longest ${longest.toFixed(0)} ms (${longestQuiet.toFixed(0)} ms on an empty store)`,
        '250 ms on an idle machine',
      )
      expect(longest).toBeLessThan(promisedMs(250 + longestQuiet))
      await Promise.all([store.close(), quiet.close()])
      await pruning
      if (!isPruned) return
      const remaining = counts(path, days[0])
      expect(remaining).toMatchObject({ oldSubjects: 0, oldEvents: 0, oldIntents: 0, oldBodies: 0 })
      expect(remaining.events).toBeGreaterThan(count * 0.25)
      expect(remaining.bodies).toBeGreaterThan(count * 0.01)
    },
  )

  it.runIf(soakSize(0, 1))('is as fast with two million rows as with ten thousand', async () => {
    const stores = [5_000, count].map((rows) => {
      const path = freshPath()
      fill(path, rows)
      return { store: sqliteStore({ path }), tookMs: [] as number[] }
    })
    // Measure both in turns, so that other work of this machine slows down both.
    for (let n = 0; n < 500; n++)
      for (const { store, tookMs } of stores) {
        const charge = aCharge()
        const startMs = performance.now()
        await putSubject(store, charge)
        await appendTo(store, charge.id, anEvent({ at: new Date(NOW) }))
        await store.read(charge.id, 0)
        tookMs.push(performance.now() - startMs)
      }
    const [small = 0, large = 0] = stores.map(({ tookMs }) => tookMs.sort((a, b) => a - b)[250])
    printFigure(
      'a charge and its event',
      `${small.toFixed(2)} ms with 10,000 rows, ${large.toFixed(2)} ms with ${2 * count}`,
      'a factor of 1.2',
    )
    expect(large / small).toBeLessThan(1.2)
    await Promise.all(stores.map(({ store }) => store.close()))
  })

  it('continues where a slice ended, even in the middle of one subject', async () => {
    const database = openDatabase({ path: freshPath(), busyTimeoutMs: 5_000 })
    const { reads, writes } = database
    const charge = aCharge({ watchUntil: daysAgo(100).toISOString() })
    const event = { ...anEventOf(charge.id), at: daysAgo(100), deliver: false }
    const events = Array.from({ length: 250 }, (_, n) => ({ ...event, key: `e${n}` }))
    writes.commit(batchValues({ expect: {}, put: [rowOf(charge)], events }))
    const limits = { bodies: daysAgo(200), unpaid: daysAgo(200), subjects: daysAgo(90) }
    let slices = 1
    // With a time limit of zero, each slice does the minimum of work.
    while (!(await writes.pruneSlice(limits, 0)) && slices < 10_000) slices++
    expect(slices).toBeGreaterThan(2)
    expect(reads.get([charge.id]).rows).toEqual([undefined])
    expect(await reads.read(charge.id, 0)).toEqual([])
    database.close()
  })
})

describe('a slice of retention that fails', () => {
  it('reports its error each time, and the first one that succeeds deletes everything', async () => {
    const path = freshPath()
    const { reads, writes, close } = openDatabase({ path, busyTimeoutMs: 5_000 })
    const charge = aCharge({ watchUntil: daysAgo(100).toISOString() })
    writes.commit(batchValues({ expect: {}, put: [rowOf(charge)] }))
    const other = new Libsql(path)
    other.exec("CREATE TRIGGER broken BEFORE DELETE ON rows BEGIN SELECT RAISE(ABORT, 'broken'); END")
    const limits = { bodies: daysAgo(7), unpaid: daysAgo(7), subjects: daysAgo(90) }
    for (let n = 0; n < 2; n++) await expect(writes.pruneSlice(limits, 60_000)).rejects.toThrow('broken')
    other.exec('DROP TRIGGER broken')
    other.close()
    expect(await writes.pruneSlice(limits, 60_000)).toBe(true)
    expect(reads.get([charge.id]).rows).toEqual([undefined])
    close()
  })
})

describe('the statements of retention', () => {
  /** The plan of each statement. */
  async function plansOf(path: string): Promise<string[]> {
    const database = new Libsql(path)
    const plans: string[] = []
    const query: Query = async (text, values) => {
      const explained = database.prepare(`EXPLAIN QUERY PLAN ${text.replaceAll('$', '?')}`)
      const rows = explained.all([...values]) as { detail: string }[]
      plans.push(rows.map(({ detail }) => detail).join('\n'))
      // One step of each kind.
      return (text.startsWith('SELECT') ? [{ time: 0, id: '' }] : []) as never
    }
    const limits = { bodies: daysAgo(7), unpaid: daysAgo(7), subjects: daysAgo(90) }
    for await (const _ of pruneInSteps({ query, schema: 'main', rowsAtOnce: 50 }, limits));
    database.close()
    return plans
  }

  it('use indexes, and find old rows in their order', async () => {
    const path = freshPath()
    fill(path, 1_000)
    const plans = await plansOf(path)
    expect(plans).toHaveLength(2 + 3 * 3)
    for (const plan of plans) expect(plan).not.toContain('SCAN')
    const pages = plans.filter((plan) => /^SEARCH main\.\w+ USING .*INDEX \w+ \(.*>.*\)$/.test(plan))
    const indexes = pages.map((plan) => /INDEX (\w+)/.exec(plan)?.[1])
    expect(indexes).toEqual(['events_with_body', 'events_with_body', ...Array(3).fill('rows_by_end')])
  })
})

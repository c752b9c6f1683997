import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// The built package, because a worker starts from a file that Node can run.
import { sqliteStore } from '@leyden/bff/sqlite'
import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printFigure, soakSize } from '../test-support/soak.js'
import { aCharge, anEvent } from '../test-support/store-conformance.js'
import { openDatabase, PRUNE_SQL } from './sqlite-database.js'

const directory = mkdtempSync(join(tmpdir(), 'leyden-retention-'))
let files = 0
const freshPath = () => join(directory, `${++files}.db`)
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-21T10:00:00Z')
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS)

/** Charges with their events, every tenth an intent, every fifth with a body and every twentieth without a charge, over 100 days up to now. */
function fill(path: string, count: number): void {
  openDatabase({ path, busyTimeoutMs: 5_000 }).close()
  const database = new Libsql(path)
  database.exec('PRAGMA synchronous = OFF')
  database.exec('BEGIN')
  const data = JSON.stringify(aCharge())
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1)'
  const endsAt = `${NOW - 100 * DAY_MS} + i * ${(100 * DAY_MS) / count}`
  database
    .prepare(`${numbers} INSERT INTO subjects
      SELECT printf('%064x', i), iif(i % 10 = 0, 'intent', 'charge'), CAST(${endsAt} AS INTEGER), ?2
      FROM n WHERE i % 20 <> 1`)
    .run(count, data)
  database
    .prepare(`${numbers} INSERT INTO events (subject, seq, key, hash, type, at, conflict, facts, body)
      SELECT printf('%064x', i), 1, 'k', 'h', 'charge.paid', CAST(${endsAt} AS INTEGER), 0, '{}', iif(i % 5 = 0, zeroblob(200), NULL)
      FROM n`)
    .run(count)
  database.exec('COMMIT')
  database.close()
}

function counts(path: string) {
  const database = new Libsql(path)
  const count = (where: string) =>
    (database.prepare(`SELECT COUNT(*) AS n FROM ${where}`).get() as { n: number }).n
  const found = {
    oldSubjects: count(`subjects WHERE watch_until < ${daysAgo(90).getTime()}`),
    oldEvents: count(`events WHERE at < ${daysAgo(90).getTime()}`),
    oldIntents: count(`subjects WHERE kind = 'intent' AND watch_until < ${daysAgo(7).getTime()}`),
    oldBodies: count(`events WHERE body IS NOT NULL AND at < ${daysAgo(7).getTime()}`),
    subjects: count('subjects'),
    events: count('events'),
    bodies: count('events WHERE body IS NOT NULL'),
  }
  database.close()
  return found
}

describe('retention of a large SQLite file', () => {
  const count = soakSize(100_000, 1_000_000)
  let path = ''
  beforeAll(() => {
    path = freshPath()
    fill(path, count)
  }, 600_000)

  it(
    'lets everything else be answered between its slices, and leaves nothing that is old',
    async () => {
      const store = sqliteStore({ path })
      let isOver = false
      const waitsMs: number[] = []
      const write = async () => {
        const startMs = performance.now()
        const id = `new ${waitsMs.length} ${startMs}`
        await store.append(id, anEvent({ at: new Date(NOW) }))
        waitsMs.push(performance.now() - startMs)
      }
      await write()
      const pruning = store.prune({ bodies: daysAgo(7), subjects: daysAgo(90) }).finally(() => {
        isOver = true
      })
      const writes: Promise<void>[] = []
      let answeredMeanwhile = 0
      while (!isOver) {
        writes.push(
          write().then(() => {
            if (!isOver) answeredMeanwhile++
          }),
        )
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      await pruning
      await Promise.all(writes)
      const sorted = [...waitsMs].sort((a, b) => a - b)
      printFigure(
        `retention of ${count} charges and their events: ${writes.length} writes meanwhile, median ${sorted[sorted.length >> 1]?.toFixed(0)} ms, longest ${sorted.at(-1)?.toFixed(0)} ms`,
      )
      expect(writes.length).toBeGreaterThan(20)
      expect(answeredMeanwhile).toBeGreaterThan(writes.length * 0.9)
      // A tenth of what one transaction would hold them up for, and far more than a slice does.
      expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThan(1_000)
      await store.close()
      expect(counts(path)).toMatchObject({ oldSubjects: 0, oldEvents: 0, oldIntents: 0, oldBodies: 0 })
      expect(counts(path).events).toBeGreaterThan(count * 0.8)
      expect(counts(path).bodies).toBeGreaterThan(count * 0.01)
    },
    soakSize(300_000, 3_600_000),
  )

  it('goes on where a slice ended, also in the middle of one subject', () => {
    const database = openDatabase({ path: freshPath(), busyTimeoutMs: 5_000 })
    const { operations } = database
    const charge = aCharge({ watchUntil: daysAgo(100).toISOString() })
    operations.put(charge)
    for (let n = 0; n < 250; n++)
      operations.append(charge.id, anEvent({ key: `e${n}`, at: daysAgo(100), deliver: false }))
    const limits = { bodies: daysAgo(200), subjects: daysAgo(90) }
    let slices = 1
    // No time at all: each slice does the least that it can.
    let cursor = operations.pruneSlice(limits, 0)
    for (; cursor && slices < 10_000; slices++) {
      cursor = operations.pruneSlice(limits, 0.01, cursor)
    }
    expect(slices).toBeGreaterThan(2)
    expect(operations.get(charge.id)).toBeNull()
    expect(operations.read(charge.id, 0)).toEqual([])
    database.close()
  })
})

describe('the queries of retention', () => {
  const plan = (path: string, query: string) => {
    const database = new Libsql(path)
    const rows = database.prepare(`EXPLAIN QUERY PLAN ${query}`).all(NOW, 0, '') as { detail: string }[]
    database.close()
    return rows.map(({ detail }) => detail).join('\n')
  }

  it.each([
    ['bodies', 'INDEX events_with_body_by_time'],
    ['ended', 'COVERING INDEX subjects_by_end'],
    ['orphans', 'COVERING INDEX events_by_time_and_subject'],
    ['endedIntents', 'COVERING INDEX intents_by_end'],
  ] as const)('for %s uses its index, in its order, from where it was', (name, index) => {
    const path = freshPath()
    fill(path, 1_000)
    const found = plan(path, PRUNE_SQL[name])
    expect(found).toMatch(new RegExp(`^SEARCH \\w+ USING ${index} \\(.*>.*\\)$`))
  })

  it('have their indexes also in a file of the version before', async () => {
    const path = freshPath()
    fill(path, 1_000)
    const old = new Libsql(path)
    old.exec(`
      DROP INDEX events_by_time_and_subject; DROP INDEX events_with_body_by_time; DROP INDEX intents_by_end;
      DROP INDEX events_by_due; DROP INDEX wakes_by_due;
      CREATE INDEX deliveries_by_due ON deliveries (due) WHERE first = 1 AND dead = 0;
      CREATE INDEX events_by_time ON events (at); PRAGMA user_version = 1`)
    old.close()
    const before = counts(path)
    const store = sqliteStore({ path })
    expect(await store.get('nobody')).toBeNull()
    await store.close()
    expect(counts(path)).toEqual(before)
    expect(plan(path, PRUNE_SQL.orphans)).toContain('events_by_time_and_subject')
    expect(plan(path, PRUNE_SQL.endedIntents)).toContain('intents_by_end')
  })
})

import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// The built package, because a worker starts from a file that Node can run.
import { backUpSqlite, checkSqlite, migrateSqlite, restoreSqlite, sqliteStore } from '@leyden/bff/sqlite'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import Libsql from 'libsql'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createTokens } from '../../kernel/tokens/tokens.js'
import { createStates, reduceAll } from '../../kernel/watch/states.js'
import { printFigure } from '../../test-support/soak.js'
import { type Inbox, startInbox, webhookNamed } from '../../test-support/start-inbox.js'
import { aCharge, anEvent, anIntent, aSession } from '../../test-support/store-conformance.js'
import { migrate, NEWEST_SCHEMA } from './sqlite-schema.js'

const directory = mkdtempSync(join(tmpdir(), 'leyden-maintenance-'))
let files = 0
const freshPath = () => join(directory, `${++files}.db`)
const inboxes: Inbox[] = []
afterEach(() => Promise.all(inboxes.splice(0).map((inbox) => inbox.kill())))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

function schemaOf(path: string): string {
  const database = new Libsql(path)
  const rows = database.prepare('SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY name').all()
  database.close()
  return (rows as { sql: string }[]).map(({ sql }) => sql).join('\n')
}

describe('the restore drill', () => {
  it('has every event that was acknowledged before the backup, which is made under load, after a kill', async () => {
    const database = freshPath()
    const inbox = await startInbox(database, '-')
    inboxes.push(inbox)
    const path = await inbox.openSession()
    const acknowledged: string[] = []
    let isOver = false
    const write = async (writer: number) => {
      for (let n = 0; !isOver; n++) {
        const name = `${writer}-${n}`
        const post = { method: 'POST', body: webhookNamed(name) }
        const reply = await fetch(inbox.url + path, post).catch(() => null)
        if (reply?.ok) acknowledged.push(`evt_${name}`)
      }
    }
    const writers = Array.from({ length: 8 }, (_, writer) => write(writer))
    const enough = async (count: number) => {
      while (acknowledged.length < count) await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await enough(100)
    const before = [...acknowledged]
    backUpSqlite(database, `${database}.backup`)
    expect(() => restoreSqlite(`${database}.backup`, database)).toThrow(/is in use/)
    await enough(before.length + 50)
    await inbox.kill()
    isOver = true
    await Promise.all(writers)
    writeFileSync(database, 'the disk has lost this')
    for (const suffix of ['-wal', '-shm']) rmSync(database + suffix, { force: true })

    const restored = restoreSqlite(`${database}.backup`, database)
    expect(readFileSync(restored.replaced ?? '', 'utf8')).toBe('the disk has lost this')
    const store = sqliteStore({ path: database })
    const secret = 'a secret of more than thirty-two characters'
    const id = createTokens([secret]).read('webhook', path.split('/').at(-1) ?? '', new Date()) ?? ''
    const keys = new Set((await store.read(id, 0)).map(({ key }) => key))
    const lost = before.filter((key) => !keys.has(key))
    printFigure(
      'restore drill',
      `${before.length} acknowledged before the backup, ${lost.length} lost`,
      '0 lost',
    )
    expect(lost).toEqual([])
    expect(await store.get(id)).toMatchObject({ kind: 'ramp' })
    await store.close()
  })
})

describe('a backup', () => {
  async function filled() {
    const path = freshPath()
    const store = sqliteStore({ path })
    const charge = aCharge()
    await store.put(charge)
    await store.append(charge.id, anEvent())
    return { path, store, charge }
  }

  it('is private, checked, and a complete store', async () => {
    const { path, store, charge } = await filled()
    const report = backUpSqlite(path, `${path}.copy`)
    expect(report).toEqual({ schema: NEWEST_SCHEMA, charges: 1, events: 1, waiting: 1, dead: 0 })
    expect(modeOf(`${path}.copy`)).toBe('600')
    await store.close()
    const copy = sqliteStore({ path: `${path}.copy` })
    expect(await copy.get(charge.id)).toEqual(charge)
    await copy.close()
  })

  it('never overwrites a file, and needs an existing one to copy', async () => {
    const { path, store } = await filled()
    await store.close()
    expect(() => backUpSqlite(path, path)).toThrow(/exists already/)
    expect(() => backUpSqlite(`${path}.nothing`, `${path}.copy`)).toThrow(/no file/)
    expect(existsSync(`${path}.nothing`)).toBe(false)
  })

  it('is not restored over a file that is in use, nor if it is damaged, newer or of another program', async () => {
    const { path, store, charge } = await filled()
    backUpSqlite(path, `${path}.copy`)
    expect(() => restoreSqlite(`${path}.copy`, path)).toThrow(/is in use/)
    expect(await store.get(charge.id)).toEqual(charge)
    await store.close()

    const bytes = readFileSync(`${path}.copy`)
    const damaged = `${path}.damaged`
    writeFileSync(damaged, bytes.fill(0x61, 4096, 12_288))
    expect(() => restoreSqlite(damaged, path)).toThrow(/damaged|malformed/)
    const foreign = new Libsql(`${path}.foreign`)
    foreign.exec('CREATE TABLE t (a)')
    expect(() => restoreSqlite(`${path}.foreign`, path)).toThrow(/not a store/)
    foreign.exec('PRAGMA user_version = 99')
    foreign.close()
    expect(() => restoreSqlite(`${path}.foreign`, path)).toThrow(/schema version 99, which is newer/)
    expect(() => checkSqlite(`${path}.nothing`)).toThrow(/no file/)
  })
})

describe('the files of the store', () => {
  it('are readable by their owner only, also those of an earlier version', async () => {
    const path = freshPath()
    writeFileSync(path, '')
    chmodSync(path, 0o644)
    const store = sqliteStore({ path })
    await store.put(aCharge())
    expect(['', '-wal', '-shm'].map((suffix) => modeOf(path + suffix))).toEqual(['600', '600', '600'])
    await store.close()
  })
})

describe('the versions of the schema', () => {
  /** The last version without states and deferred events. */
  const BEFORE_STATES = 5

  /** A file of an earlier version of the program. */
  function ofVersion(version: number) {
    const path = freshPath()
    const database = new Libsql(path)
    migrate(database, version)
    return { path, database }
  }
  const hashOf = (path: string) => bytesToHex(sha256(utf8ToBytes(schemaOf(path)))).slice(0, 16)

  it.each([
    [1, '8d1671c785bbd7aa'],
    [2, 'b8f286d8619f2c2d'],
  ])('never change once they are released: %i', (version, hash) => {
    const { path, database } = ofVersion(version)
    database.close()
    expect(hashOf(path)).toBe(hash)
  })

  it('migrate from the first to the newest and back, and keep all data that both know', async () => {
    const { path, database } = ofVersion(2)
    const [old, unpaid] = [aCharge(), aCharge()]
    database
      .prepare('INSERT INTO subjects (id, kind, watch_until, data) VALUES (?, ?, ?, ?)')
      .run(old.id, old.kind, Date.parse(old.watchUntil), JSON.stringify(old))
    database.close()
    const schema = schemaOf(path)

    const upgraded = sqliteStore({ path })
    expect(await upgraded.get(old.id)).toEqual(old)
    await upgraded.put(unpaid)
    const intent = anIntent()
    const { reference, lnaddress, amountMsat } = intent
    await upgraded.put(intent, { order: { reference, sequence: 0, state: { lnaddress, amountMsat } } })
    await upgraded.close()
    expect(checkSqlite(path).schema).toBe(NEWEST_SCHEMA)

    expect(migrateSqlite(path, 2)).toEqual({ from: NEWEST_SCHEMA, to: 2 })
    expect(schemaOf(path)).toBe(schema)
    const rolledBack = new Libsql(path)
    expect(rolledBack.prepare('SELECT kind, data FROM subjects ORDER BY id').all()).toEqual(
      [old, unpaid, intent]
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map((subject) => ({ kind: subject.kind, data: JSON.stringify(subject) })),
    )
    rolledBack.close()
    expect(migrateSqlite(path)).toEqual({ from: 2, to: NEWEST_SCHEMA })
    const again = sqliteStore({ path })
    expect(await again.order(reference)).toMatchObject({ sequence: 0, legacyIntents: [intent] })
    await again.close()
    expect(() => migrateSqlite(path, NEWEST_SCHEMA + 1)).toThrow(/does not exist/)
    expect(() => migrateSqlite(path, 0)).toThrow(/does not exist/)
  })

  it('leave every undelivered event to the version that gives up after 12 attempts, and take it back', async () => {
    const path = freshPath()
    const newest = sqliteStore({ path })
    const now = new Date()
    const events = Object.entries({ a: 'one', b: 'one', c: 'two', d: 'three' })
    for (const [key, subject] of events) await newest.append(subject, anEvent({ key, at: now }))
    for (const { id, event } of await newest.claim('event', 3, 60_000, now)) {
      const aside = { status: 'retry', at: now, failedAlone: 9, setAside: true } as const
      await newest.finish(id, event?.key === 'a' ? aside : { status: 'deferred' })
    }
    await newest.close()
    migrateSqlite(path, BEFORE_STATES)
    const before = new Libsql(path)
    const rows = before.prepare('SELECT subject, seq, attempt, first FROM deliveries ORDER BY id').raw().all()
    before.close()
    expect(rows).toEqual([
      ['one', 1, 0, 1],
      ['one', 2, 0, 0],
      ['two', 1, 0, 1],
      ['three', 1, 0, 1],
    ])
    const again = sqliteStore({ path })
    const claimed = await again.claim('undeferred', 10, 60_000, now)
    expect(claimed.map(({ event }) => event?.key)).toEqual(['a', 'c', 'd'])
    await again.close()
  })

  it('let a running program record failed deliveries after it was migrated back by one version', async () => {
    const path = freshPath()
    const store = sqliteStore({ path })
    const now = new Date()
    await store.append('one', anEvent({ at: now }))
    const [claimed] = await store.claim('event', 1, 60_000, now)
    migrateSqlite(path, NEWEST_SCHEMA - 1)
    await store.finish(claimed?.id ?? '', { status: 'deferred', failure: 'It answered 500.' })
    expect(await store.claim('undeferred', 1, 60_000, now)).toEqual([])
    expect(await store.claim('probe', 1, 60_000, now)).toMatchObject([{ attempt: 2 }])
    await store.close()
  })

  it('keep each event in the state of its session, whichever version has stored it, forward and back', async () => {
    const { path, database } = ofVersion(BEFORE_STATES)
    const session = aSession()
    const { id } = session
    database
      .prepare('INSERT INTO subjects (id, kind, watch_until, data) VALUES (?, ?, ?, ?)')
      .run(id, session.kind, Date.parse(session.watchUntil), JSON.stringify(session))
    let seq = 0
    /** Stores an event with its delivery as the version before does. */
    const storeOld = (key: string, meaning: string) => {
      const { type, at } = anEvent()
      const row = [id, ++seq, key, '', type, at.getTime(), JSON.stringify({ meaning })]
      database
        .prepare(
          'INSERT INTO events (subject, seq, key, hash, type, at, conflict, facts) VALUES (?, ?, ?, ?, ?, ?, 0, ?)',
        )
        .run(...row)
      database
        .prepare('INSERT INTO deliveries (subject, seq, due, first) VALUES (?, ?, ?, ?)')
        .run(id, seq, at.getTime(), seq === 1 ? 1 : 0)
    }
    /** Opens the store with this version, checks the state, and adds an event. */
    const read = async (status: string, next?: 'failed' | 'completed') => {
      const store = sqliteStore({ path })
      const states = createStates(store, () => new Date())
      const state = await states.read(session)
      expect(state.shown.state).toMatchObject({ status })
      expect(JSON.parse(JSON.stringify(state))).toEqual(
        JSON.parse(JSON.stringify(reduceAll(session, await store.heads(id)))),
      )
      if (next) await states.append(session, anEvent({ key: next, facts: { meaning: next } }))
      if (next) seq++
      const [delivery] = await store.claim('event', 10, 0, anEvent().at)
      expect(delivery?.event?.seq).toBe(1)
      await store.close()
    }

    storeOld('first', 'cancelled')
    await read('cancelled')
    storeOld('while both run', 'processing')
    await read('processing', 'failed')
    await read('failed')
    migrateSqlite(path, BEFORE_STATES)
    storeOld('after the rollback', 'completed')
    migrateSqlite(path)
    await read('completed')
    const report = checkSqlite(path)
    expect([report.events, report.waiting]).toEqual([4, 4])
    database.close()
  })
})

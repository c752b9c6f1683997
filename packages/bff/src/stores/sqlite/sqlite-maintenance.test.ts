import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// The built package, because a worker starts from a file that Node can run.
import { backUpSqlite, checkSqlite, restoreSqlite, sqliteStore } from '@leyden/bff/sqlite'
import Libsql from 'libsql'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { readSubject } from '../../kernel/store/subject-rows.js'
import { createTokens } from '../../kernel/tokens/tokens.js'
import { printFigure } from '../../test-support/soak.js'
import { type Inbox, startInbox, webhookNamed } from '../../test-support/start-inbox.js'
import { aCharge, anEvent, appendTo, putSubject } from '../../test-support/subjects.js'
import { SCHEMA } from '../sql/tables.js'

const directory = mkdtempSync(join(tmpdir(), 'leyden-maintenance-'))
let files = 0
const freshPath = () => join(directory, `${++files}.db`)
const inboxes: Inbox[] = []
afterEach(() => Promise.all(inboxes.splice(0).map((inbox) => inbox.kill())))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

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
    expect(await readSubject(store, id)).toMatchObject({ kind: 'ramp' })
    await store.close()
  })
})

describe('a backup', () => {
  async function filled() {
    const path = freshPath()
    const store = sqliteStore({ path })
    const charge = aCharge()
    await putSubject(store, charge)
    await appendTo(store, charge.id, anEvent())
    return { path, store, charge }
  }

  it('is private, checked, and a complete store', async () => {
    const { path, store, charge } = await filled()
    const report = backUpSqlite(path, `${path}.copy`)
    expect(report).toEqual({ schema: SCHEMA, charges: 1, events: 1, waiting: 1, dead: 0 })
    expect(modeOf(`${path}.copy`)).toBe('600')
    await store.close()
    const copy = sqliteStore({ path: `${path}.copy` })
    expect(await readSubject(copy, charge.id)).toMatchObject(charge)
    await copy.close()
  })

  it('never overwrites a file, and needs an existing one to copy', async () => {
    const { path, store } = await filled()
    await store.close()
    expect(() => backUpSqlite(path, path)).toThrow(/exists already/)
    expect(() => backUpSqlite(`${path}.nothing`, `${path}.copy`)).toThrow(/no file/)
    expect(existsSync(`${path}.nothing`)).toBe(false)
  })

  it('is not restored over a file that is in use, nor if it is damaged, or of another version or program', async () => {
    const { path, store, charge } = await filled()
    backUpSqlite(path, `${path}.copy`)
    expect(() => restoreSqlite(`${path}.copy`, path)).toThrow(/is in use/)
    expect(await readSubject(store, charge.id)).toMatchObject(charge)
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
    expect(() => restoreSqlite(`${path}.foreign`, path)).toThrow(/schema 99 of another version/)
    expect(() => checkSqlite(`${path}.nothing`)).toThrow(/no file/)
  })
})

describe('the files of the store', () => {
  it('are readable by their owner only, even if the file existed before', async () => {
    const path = freshPath()
    writeFileSync(path, '')
    chmodSync(path, 0o644)
    const store = sqliteStore({ path })
    await putSubject(store, aCharge())
    expect(['', '-wal', '-shm'].map((suffix) => modeOf(path + suffix))).toEqual(['600', '600', '600'])
    await store.close()
  })
})

describe('a file of another version', () => {
  it('is refused by its name, and not changed', async () => {
    const path = freshPath()
    const newest = sqliteStore({ path })
    await putSubject(newest, aCharge())
    await newest.close()
    for (const schema of [8, 99]) {
      const database = new Libsql(path)
      database.exec(`PRAGMA user_version = ${schema}`)
      database.close()
      const store = sqliteStore({ path })
      await expect(readSubject(store, 'nobody')).rejects.toThrow(
        `${path} has schema ${schema} of another version`,
      )
      await store.close()
      expect(() => checkSqlite(path)).toThrow(/^\S+: It has schema \d+ of another version of Leyden/)
    }
  })
})

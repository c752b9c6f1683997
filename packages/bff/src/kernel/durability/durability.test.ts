import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStore } from '@leyden/bff/sqlite'
import Libsql from 'libsql'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { printFigure, soakSize } from '../../test-support/soak.js'
import { type Inbox, startInbox, webhookNamed } from '../../test-support/start-inbox.js'
import { hasStrace } from '../../test-support/strace.js'
import { anEvent, appendTo } from '../../test-support/subjects.js'
import { readSubject } from '../store/subject-rows.js'
import { createTokens } from '../tokens/tokens.js'

const SECRET = 'a secret of more than thirty-two characters'
const directory = mkdtempSync(join(tmpdir(), 'leyden-durability-'))
let files = 0
const fresh = (name: string) => join(directory, `${++files}-${name}`)
const inboxes: Inbox[] = []
const start = async (...args: Parameters<typeof startInbox>) => {
  const inbox = await startInbox(...args)
  inboxes.push(inbox)
  return inbox
}
afterEach(() => Promise.all(inboxes.splice(0).map((inbox) => inbox.kill())))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const post = (inbox: Inbox, path: string, name: string) =>
  fetch(`${inbox.url}${path}`, { method: 'POST', body: webhookNamed(name) })

async function keysIn(database: string, path: string): Promise<Set<string>> {
  const store = sqliteStore({ path: database })
  const id = createTokens([SECRET]).read('webhook', path.split('/').at(-1) ?? '', new Date()) ?? ''
  const events = await store.read(id, 0)
  await store.close()
  return new Set(events.map((event) => event.key))
}

describe('two processes on one file', () => {
  it('lose nothing, and deliver each event once', async () => {
    const [database, effects] = [fresh('db'), fresh('effects')]
    const both = await Promise.all([start(database, effects), start(database, effects)])
    const total = soakSize(200, 5_000)
    // A session takes at most 1,000 events.
    const paths: string[] = []
    for (let n = 0; n < total; n += 500) paths.push(await both[0].openSession())
    let next = 0
    const write = async (writer: number) => {
      for (let n = next++; n < total; n = next++) {
        const reply = await post(both[writer % 2] as Inbox, paths[n % paths.length] ?? '', `n${n}`)
        expect(reply.status).toBe(200)
      }
    }
    await Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)))
    let stored = 0
    for (const path of paths) stored += (await keysIn(database, path)).size
    expect(stored).toBe(total)
    const lines = () => (existsSync(effects) ? readFileSync(effects, 'utf8').trimEnd().split('\n') : [])
    await vi.waitFor(() => expect(lines()).toHaveLength(total), { interval: 200 })
    expect(new Set(lines()).size).toBe(total)
    printFigure('two processes on one file', `${total} webhooks acknowledged, none lost`, '0 lost')
  })
})

describe('a full disk', () => {
  const disks = [
    ['during deliveries', fresh('effects')],
    ['without deliveries', '-'],
  ] as const
  it.each(disks.slice(0, soakSize(1, disks.length)))(
    'causes a retryable error, and no acknowledged event is lost: %s',
    async (_, effects) => {
      const database = fresh('db')
      // Node ignores the signal of the limit, so a write beyond it fails as on a full disk.
      const limited = ['sh', '-c', 'ulimit -f 4000; exec "$@"', 'sh']
      const inbox = await start(database, effects, limited)
      const path = await inbox.openSession()
      const acknowledged: string[] = []
      let refused = 0
      for (let n = 0; n < 3_000 && refused < 5; n++) {
        const reply = await post(inbox, path, `n${n}`)
        if (reply.status === 200) acknowledged.push(`evt_n${n}`)
        else {
          refused++
          expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5'])
        }
      }
      expect(refused).toBe(5)
      expect(acknowledged.length).toBeGreaterThan(20)
      // The outbox polls every second, and finds a store that cannot be written to.
      if (effects !== '-') await new Promise((resolve) => setTimeout(resolve, 3_000))
      expect((await fetch(`${inbox.url}/healthz`)).status).toBe(200)
      await inbox.kill()
      const stored = await keysIn(database, path)
      expect(acknowledged.filter((key) => !stored.has(key))).toEqual([])
      const what = effects === '-' ? 'a full disk' : 'a full disk, with an outbox'
      printFigure(what, `${acknowledged.length} acknowledged before, all there`, '0 lost')
    },
  )
})

describe('a database that another process has locked', () => {
  it('does not block the event loop, and is written to when it is free', async () => {
    const path = fresh('db')
    const store = sqliteStore({ path, busyTimeoutMs: 120_000, answerTimeoutMs: 120_000 })
    await appendTo(store, 'subject', anEvent())
    const other = new Libsql(path)
    other.exec('BEGIN IMMEDIATE')
    let turns = 0
    const timer = setInterval(() => turns++, 10)
    const append = appendTo(store, 'subject', anEvent())
    // A blocked event loop has no turns while the database is locked.
    await vi.waitFor(() => expect(turns).toBeGreaterThan(20))
    other.exec('COMMIT')
    expect(await append).toBe('stored')
    clearInterval(timer)
    other.close()
    await store.close()
  })

  it('fails calls at once after one has timed out, until it responds again', async () => {
    const path = fresh('db')
    const store = sqliteStore({ path, busyTimeoutMs: 60_000, answerTimeoutMs: 500 })
    // On a busy machine its thread may take longer than that to start.
    await vi.waitFor(() => appendTo(store, 'subject', anEvent()))
    const other = new Libsql(path)
    other.exec('BEGIN IMMEDIATE')
    const late = anEvent({ key: 'late' })
    const waiting = [appendTo(store, 'subject', late), appendTo(store, 'another', anEvent())]
    for (const result of await Promise.allSettled(waiting))
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { message: expect.stringMatching(/500 ms/) },
      })
    await expect(appendTo(store, 'subject', anEvent())).rejects.toThrow(/500 ms/)
    // A read does not wait for the lock.
    expect(await readSubject(store, 'subject')).toBeNull()
    other.exec('COMMIT')
    // A caller retries after the error, and finds that the write succeeded after all.
    expect(await vi.waitFor(() => appendTo(store, 'subject', late))).toBe('duplicate')
    other.close()
    await store.close()
  })

  it('fails calls while it stays locked', async () => {
    const path = fresh('db')
    const store = sqliteStore({ path, busyTimeoutMs: 100 })
    await appendTo(store, 'subject', anEvent())
    const other = new Libsql(path)
    other.exec('BEGIN IMMEDIATE')
    await expect(appendTo(store, 'subject', anEvent())).rejects.toThrow(/locked|busy/i)
    other.exec('COMMIT')
    expect(await appendTo(store, 'subject', anEvent())).toBe('stored')
    other.close()
    await store.close()
  })
})

describe('an acknowledged event', () => {
  it.runIf(hasStrace())(
    'has reached the disk before its acknowledgement, as the system calls show',
    async () => {
      const [database, trace] = [fresh('db'), fresh('trace')]
      const strace = [
        'strace',
        '-f',
        '-qq',
        '-s',
        '16',
        '-e',
        'trace=fsync,fdatasync,write,writev',
        '-o',
        trace,
      ]
      const inbox = await start(database, '-', strace)
      const path = await inbox.openSession()
      const posts = soakSize(20, 200)
      for (let n = 0; n < posts; n++) expect((await post(inbox, path, `n${n}`)).status).toBe(200)
      await inbox.kill()
      let synced = 0
      let acknowledged = 0
      for (const line of readFileSync(trace, 'utf8').split('\n')) {
        // strace splits a call that another thread interrupts into two lines; the second is its end.
        if (/(fsync|fdatasync)(\(| resumed)/.test(line) && !line.includes('unfinished')) synced++
        if (!line.includes('HTTP/1.1 200')) continue
        acknowledged++
        expect(synced, line).toBeGreaterThan(0)
        synced = 0
      }
      // The reply with the session adds one.
      expect(acknowledged).toBe(posts + 1)
      printFigure('a sync before an acknowledgement', `${posts} of ${posts}`, 'all')
    },
  )
})

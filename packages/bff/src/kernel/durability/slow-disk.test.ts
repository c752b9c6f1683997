import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStore } from '@leyden/bff/sqlite'
import { Agent, request } from 'undici'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { printFigure } from '../../test-support/soak.js'
import { type Inbox, startInbox, webhookNamed } from '../../test-support/start-inbox.js'
import { hasStrace } from '../../test-support/strace.js'
import { createTokens } from '../tokens/tokens.js'

const WRITERS = 32
const SYNC_MS = 1_000
const SECRET = 'a secret of more than thirty-two characters'

const directory = mkdtempSync(join(tmpdir(), 'leyden-slow-'))
let files = 0
const inboxes: Inbox[] = []
const start = async (wrapper: string[] = [], database = join(directory, `${++files}.db`)) => {
  const inbox = await startInbox(database, '-', wrapper)
  inboxes.push(inbox)
  return { ...inbox, database }
}
/** strace delays every fsync, and logs it with its thread. */
const startOnSlowDisk = async () => {
  const trace = join(directory, `${++files}.trace`)
  const inbox = await start([
    'strace',
    ...['-f', '--seccomp-bpf', '-qq', '-o', trace, '-e', 'trace=fsync,fdatasync'],
    ...['-e', `inject=fsync,fdatasync:delay_exit=${SYNC_MS * 1_000}`],
  ])
  const syncingThreads = () =>
    [...readFileSync(trace, 'utf8').matchAll(/^(\d+) +f(?:data)?sync\(/gm)].map(([, thread]) =>
      Number(thread),
    )
  return { ...inbox, syncingThreads }
}
afterEach(() => Promise.all(inboxes.splice(0).map((inbox) => inbox.kill())))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

interface Acknowledged {
  key: string
  afterMs: number
}

/** The posts of 32 writers that are acknowledged until `isOver`. */
async function postTo(inbox: Inbox, path: string, name: string, isOver: (sent: number) => boolean) {
  const dispatcher = new Agent({ connections: WRITERS })
  const acknowledged: Acknowledged[] = []
  const statuses = new Set<number>()
  let sent = 0
  const write = async () => {
    while (!isOver(sent)) {
      const event = `${name}-${++sent}`
      const sentAtMs = performance.now()
      const post = { method: 'POST', body: webhookNamed(event), dispatcher } as const
      const reply = await request(`${inbox.url}${path}`, post).catch(() => null)
      if (!reply) return
      await reply.body.dump()
      statuses.add(reply.statusCode)
      if (reply.statusCode === 200)
        acknowledged.push({ key: `evt_${event}`, afterMs: performance.now() - sentAtMs })
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  await dispatcher.destroy()
  return { acknowledged, statuses }
}

async function keysIn(database: string, path: string): Promise<Set<string>> {
  const store = sqliteStore({ path: database })
  const id = createTokens([SECRET]).read('webhook', path.split('/').at(-1) ?? '', new Date()) ?? ''
  const events = await store.read(id, 0)
  await store.close()
  return new Set(events.map((event) => event.key))
}

/** The longest time that the process's own work blocks the event loop, in the best of three rounds. */
async function holdMs(inbox: Inbox, under: string, round: (n: number) => Promise<void>): Promise<number> {
  const rounds: number[] = []
  for (let n = 0; n < 3; n++) {
    await inbox.longestHoldMs()
    await round(n)
    rounds.push(await inbox.longestHoldMs())
  }
  const figures = rounds.map((ms) => ms.toFixed(1)).join(', ')
  printFigure(`longest hold of the event loop ${under}`, `${figures} ms`, '50 ms')
  return Math.min(...rounds)
}

describe('the event loop', () => {
  it('is not blocked for more than 50 ms by the requests of 32 writers', async () => {
    const inbox = await start()
    /** As many as a session may have. */
    const fill = async (name: string) => {
      const { statuses } = await postTo(inbox, await inbox.openSession(), name, (sent) => sent >= 1_000)
      expect([...statuses]).toEqual([200])
    }
    // Code that has not run yet has to be compiled first.
    await fill('warm')
    const held = await holdMs(inbox, `under ${WRITERS} writers`, async (n) => {
      for (let session = 0; session < 20; session++) await fill(`round${n}-${session}`)
    })
    expect(held).toBeLessThan(50)
  })
})

describe.runIf(hasStrace())('a slow disk', () => {
  it('delays only requests that need an acknowledgement', async () => {
    const inbox = await startOnSlowDisk()
    const path = await inbox.openSession()
    let overtaking = 0
    let acknowledgements = 0
    const held = await holdMs(inbox, `with syncs of ${SYNC_MS} ms`, async (n) => {
      let under = true
      const posts = postTo(inbox, path, `round${n}`, (sent) => sent >= 2 * WRITERS)
      const others = (async () => {
        while (under) {
          const health = await fetch(`${inbox.url}/healthz`)
          expect(health.status).toBe(200)
          const probe = await fetch(`${inbox.url}${path}`)
          expect(probe.status).toBe(204)
          if (under) overtaking++
        }
      })()
      const { acknowledged, statuses } = await posts
      under = false
      await others
      expect([...statuses]).toEqual([200])
      acknowledgements += acknowledged.length
      // The injected delay is a minimum; the clocks of two processes differ slightly.
      expect(Math.min(...acknowledged.map(({ afterMs }) => afterMs))).toBeGreaterThan(SYNC_MS - 10)
    })
    // Each pair of requests got its replies while earlier posts were waiting.
    expect(overtaking).toBeGreaterThan(2)
    expect(held).toBeLessThan(50)
    // The event loop's thread has the process id, and never waits for the disk.
    const threads = inbox.syncingThreads()
    expect(threads).not.toContain(inbox.pid)
    // All posts that arrived in the meantime share one sync.
    expect(threads.length).toBeGreaterThan(3)
    expect(threads.length).toBeLessThan(acknowledgements / 2)
  })

  it('loses no acknowledged event when the process dies during a sync', async () => {
    const inbox = await startOnSlowDisk()
    const path = await inbox.openSession()
    let killing: Promise<void> | undefined
    const kill = () => {
      killing ??= inbox.kill()
      return true
    }
    const isOver = (sent: number) => sent >= 3 * WRITERS && kill()
    const { acknowledged } = await postTo(inbox, path, 'kill', isOver)
    await killing
    expect(acknowledged.length).toBeGreaterThanOrEqual(20)
    const stored = await keysIn(inbox.database, path)
    expect(acknowledged.filter(({ key }) => !stored.has(key))).toEqual([])
  })
})

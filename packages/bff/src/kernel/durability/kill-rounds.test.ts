import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStore } from '@leyden/bff/sqlite'
import { Agent, request } from 'undici'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { printFigure, promisedMs, soakSize } from '../../test-support/soak.js'
import { type Inbox, startInbox, webhookNamed } from '../../test-support/start-inbox.js'
import { createTokens } from '../tokens/tokens.js'

const ROUNDS = soakSize(3, 200)
const WRITERS = 32
/** The sessions of a round. A session takes at most 1,000 events, so each round has its own. */
const SESSIONS = 16
const SECRET = 'a secret of more than thirty-two characters'

const directory = mkdtempSync(join(tmpdir(), 'leyden-kill-'))
let database = ''
let effects = ''
let attempts = 0
afterAll(() => rmSync(directory, { recursive: true, force: true }))

interface Sent {
  name: string
  path: string
}

/** Posts from 32 writers until enough posts are acknowledged, then kills the process during the writes. */
async function killDuring(inbox: Inbox, paths: readonly string[], round: number, enough: number) {
  const dispatcher = new Agent({ connections: WRITERS })
  const acknowledged: Sent[] = []
  let sent = 0
  let refused = 0
  let killing: Promise<void> | undefined
  const write = async (writer: number) => {
    for (let n = 0; !killing; n++) {
      const name = `${round}-${writer}-${n}`
      const path = paths[(writer + n) % paths.length] ?? ''
      sent++
      try {
        const reply = await request(`${inbox.url}${path}`, {
          method: 'POST',
          body: webhookNamed(name),
          dispatcher,
        })
        await reply.body.dump()
        if (reply.statusCode < 300) acknowledged.push({ name, path })
        else refused++
        if (refused > 0) killing ??= inbox.kill()
      } catch {
        return
      }
      if (acknowledged.length >= enough) killing ??= inbox.kill()
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  await killing
  await dispatcher.destroy()
  return { acknowledged, sent, refused }
}

describe('kill -9 while webhooks come in', () => {
  it('loses no acknowledged event, delivers all of them, and opens again at once', async () => {
    database = join(directory, `${++attempts}.db`)
    effects = join(directory, `${attempts}.effects`)
    const acknowledged: Sent[] = []
    let sent = 0
    let refused = 0
    let slowestOpenMs = 0
    let fewest = Number.POSITIVE_INFINITY
    const paths: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const inbox = await startInbox(database, effects)
      if (round > 0) slowestOpenMs = Math.max(slowestOpenMs, inbox.openedInMs)
      const opened: string[] = []
      for (let n = 0; n < SESSIONS; n++) opened.push(await inbox.openSession())
      paths.push(...opened)
      const enough = soakSize(150, 700) + Math.floor(Math.random() * soakSize(100, 400))
      const result = await killDuring(inbox, opened, round, enough)
      expect(result.acknowledged.length).toBeGreaterThanOrEqual(20)
      fewest = Math.min(fewest, result.acknowledged.length)
      acknowledged.push(...result.acknowledged)
      sent += result.sent
      refused += result.refused
    }
    const stored = await storedNames(paths)
    const lost = acknowledged.filter(({ name, path }) => !stored.get(path)?.has(name))
    printFigure(
      `${ROUNDS} rounds of kill -9`,
      `${acknowledged.length} acknowledged of ${sent} sent, ${lost.length} lost, ${refused} refused; fewest in a round ${fewest}; slowest reopening ${Math.round(slowestOpenMs)} ms`,
      '0 lost, 0 refused, 1,000 ms',
    )
    expect(lost).toEqual([])
    expect(refused).toBe(0)
    // Requests in flight when the process was killed: at most one of each writer.
    expect(sent - acknowledged.length).toBeLessThanOrEqual(ROUNDS * WRITERS)
    expect(slowestOpenMs).toBeLessThan(promisedMs(1_000))

    const last = await startInbox(database, effects)
    const startedAt = performance.now()
    await untilDelivered(acknowledged)
    const deliveredMs = Math.round(performance.now() - startedAt)
    await last.kill()
    const idsByName = deliveredIds()
    // All deliveries of an event have the same id, so a receiver that remembers ids acts once.
    for (const [name, ids] of idsByName) expect([name, ids.size]).toEqual([name, 1])
    printFigure(`after ${ROUNDS} rounds, all delivered under one id each`, `within ${deliveredMs} ms`, 'all')
  })

  async function storedNames(paths: readonly string[]): Promise<Map<string, Set<string>>> {
    const store = sqliteStore({ path: database })
    const tokens = createTokens([SECRET])
    const names = new Map<string, Set<string>>()
    for (const path of paths) {
      const id = tokens.read('webhook', path.split('/').at(-1) ?? '', new Date()) ?? ''
      const events = await store.read(id, 0)
      expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
      names.set(path, new Set(events.map((event) => event.key.replace('evt_', ''))))
    }
    await store.close()
    return names
  }

  function deliveredIds(): Map<string, Set<string>> {
    const byName = new Map<string, Set<string>>()
    // A kill may have cut the last line.
    for (const line of readFileSync(effects, 'utf8').split('\n').slice(0, -1)) {
      const [id = '', name = ''] = line.split(' ')
      byName.set(name, (byName.get(name) ?? new Set()).add(id))
    }
    return byName
  }

  async function untilDelivered(acknowledged: readonly Sent[]): Promise<void> {
    const missing = () => {
      const delivered = deliveredIds()
      return acknowledged.filter(({ name }) => !delivered.has(name))
    }
    await vi.waitFor(() => expect(missing()).toEqual([]), { timeout: 1_200_000, interval: 250 })
  }
})

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sqliteStore } from '@leyden/bff/sqlite'
import { type Contender, keyOf } from './contender.js'
import { openWatched } from './load.js'
import { type NextRequest, session, WEBHOOK_URLS } from './shop.js'

/** A session accepts 600 webhooks a minute, so a run needs several. */
const SESSIONS = 100
/** An event that changes the state of its session. */
const STEP = 'RAMP_WIDGET.V1.PAYMENT.INITIATED'

/** The webhooks of new sessions, which take turns: each reports the same step of a purchase under an id of its own. */
export async function webhooksOf(bff: Contender, upstream: Contender): Promise<NextRequest> {
  for (let count = 0; count < SESSIONS; count++) await openWatched(bff, session())
  const reply = await fetch(upstream.url + WEBHOOK_URLS, { headers: { apikey: keyOf(bff.name) } })
  const paths = ((await reply.json()) as string[])
    .slice(-SESSIONS)
    .map((url) => url.slice(url.indexOf('/webhooks/')))
  let sent = 0
  return () => ({
    method: 'POST',
    path: paths[sent++ % SESSIONS] ?? '',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      id: `evt_${randomUUID()}`,
      event: STEP,
      created_at: new Date().toISOString(),
      data: {},
    }),
  })
}

/** Reads of the state of a new session that has this number of events. */
export async function stateReads(bff: Contender, events: number): Promise<NextRequest> {
  const watchPath = await openWatched(bff, session())
  const id = watchPath.split('.')[1] ?? ''
  // Not by webhooks, of which a session accepts only some in a minute.
  const store = sqliteStore({ path: join(bff.folder, 'leyden.db') })
  try {
    for (let number = 1; number <= events; number++) {
      const key = `evt_${number}`
      const facts = { authenticity: 'capability', meaning: 'processing' } as const
      const event = { subjectId: id, key, hash: key, type: STEP, at: new Date(), facts, conflict: false }
      const [row] = (await store.get([id])).rows
      if (!row) throw new Error('The session is not stored.')
      const events = [{ ...event, deliver: false, urgent: false }]
      await store.commit({ expect: { [id]: row.version }, put: [row], events })
    }
  } finally {
    await store.close()
  }
  return () => ({ method: 'GET', path: watchPath, headers: {} })
}

import { setTimeout as wait } from 'node:timers/promises'
import { withDeadline } from '@leyden/core/internal'
import type { Client } from 'pg'
import { keepConnected } from '../../kernel/foundation/keep-connected.js'
import type { Query } from '../sql/sql-reads.js'
import { createWatchers } from '../watchers.js'
import { loadPg } from './load-pg.js'

interface HintsOptions {
  query: Query
  connectionString: string
  schema: string
  pollMs: number
  /** Whether to use notifications. A pooler in transaction mode loses them. */
  listens: boolean
  onTrouble: (error: unknown) => void
}

const COALESCE_MS = 10
const LONGEST_RECONNECT_MS = 1_000
const HEARTBEAT_MS = 5_000
const ANSWER_TIMEOUT_MS = 5_000
/**
 * Notifies watchers of events that another instance has stored. Notifications are fast but may get lost, so they are
 * only hints, and polling finds every event. After a reconnect all watchers read again.
 *
 * Notifications are sent after the commit, in batches of ten milliseconds: inside the inserting transaction they would
 * take a lock that all commits of the database wait for.
 */
export function createHints(options: HintsOptions) {
  const { query, connectionString, schema, pollMs, listens, onTrouble } = options
  const channel = `leyden_${schema}`
  const watchers = createWatchers()
  /** The last event numbers of watched rows at the last poll. */
  let polled = new Map<string, number>()
  const unsent = new Set<string>()
  const closing = new AbortController()
  let sendTimer: NodeJS.Timeout | undefined
  let isListening = false

  async function sendNotifications(): Promise<void> {
    const ids = [...unsent]
    unsent.clear()
    // Polling finds events whose id is too long for a notification.
    const notifications =
      'SELECT pg_notify($1, id) FROM unnest($2::text[]) AS id WHERE octet_length(id) < 8000'
    await query(notifications, [channel, ids])
  }

  async function poll(): Promise<void> {
    const numbers = `SELECT id, seq FROM ${schema}.rows WHERE id = ANY ($1)`
    const ids = watchers.ids()
    const rows = ids.length > 0 ? await query<{ id: string; seq: number }>(numbers, [ids]) : []
    for (const { id, seq } of rows) if (polled.get(id) !== seq) watchers.hint(id)
    polled = new Map(rows.map(({ id, seq }) => [id, seq]))
  }

  /** Listens to the notifications of other instances, until the connection ends. */
  async function listen(onOpen: () => void): Promise<void> {
    const { Client } = await loadPg()
    const client = new Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    })
    const ended = new AbortController()
    const answer = <T>(work: () => Promise<T>) => withDeadline(ANSWER_TIMEOUT_MS, closing.signal, work)
    client.on('error', (error) => ended.abort(error))
    client.on('end', () => ended.abort(new Error('The listening connection has ended.')))
    client.on('notification', ({ payload = '' }) => watchers.hint(payload))
    try {
      await answer(() => client.connect())
      unref(client)
      await answer(() => client.query(`LISTEN ${channel}`))
      onOpen()
      // Notifications are lost if no connection listens.
      watchers.ids().forEach(watchers.hint)
      const signal = AbortSignal.any([closing.signal, ended.signal])
      for (;;) {
        await wait(HEARTBEAT_MS, undefined, { signal, ref: false })
        await answer(() => client.query('SELECT 1'))
      }
    } catch (error) {
      if (!closing.signal.aborted) onTrouble(ended.signal.reason ?? error)
    } finally {
      // Not awaited, because the server may not respond any more.
      void client.end()
    }
  }

  async function pollAgainAndAgain(): Promise<void> {
    while (!closing.signal.aborted) {
      await wait(pollMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      await poll().catch(onTrouble)
    }
  }

  /** The first watcher starts both. They do not keep the process alive. */
  function startListening(): void {
    if (isListening) return
    isListening = true
    if (listens) void keepConnected(listen, closing.signal, LONGEST_RECONNECT_MS)
    void pollAgainAndAgain()
  }

  return {
    watch(id: string, call: () => void): () => void {
      startListening()
      return watchers.watch(id, call)
    },

    /** Notifies the watchers of a subject of a new event: here at once, in other instances soon. */
    notify(id: string): void {
      watchers.hint(id)
      if (!listens) return
      unsent.add(id)
      if (sendTimer || closing.signal.aborted) return
      sendTimer = setTimeout(() => {
        sendTimer = undefined
        sendNotifications().catch(onTrouble)
      }, COALESCE_MS)
      sendTimer.unref()
    },

    async close(): Promise<void> {
      closing.abort()
      watchers.clear()
      clearTimeout(sendTimer)
      if (unsent.size > 0) await sendNotifications().catch(onTrouble)
    },
  }
}

/** The driver's types lack it. */
function unref(client: Client): void {
  const unreferenced = client as unknown as { unref(): void }
  unreferenced.unref()
}

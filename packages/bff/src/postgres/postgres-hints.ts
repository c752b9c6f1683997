import type { Socket } from 'node:net'
import { Client, type Pool } from 'pg'

export interface HintsOptions {
  pool: Pool
  connectionString: string
  /** Not quoted in SQL: letters, digits and underscores only. */
  channel: string
  /** The numbers of the last events of some subjects. */
  readCursors: (ids: string[]) => Promise<{ subject: string; last_seq: number }[]>
  pollMs: number
  onTrouble: (error: unknown) => void
}

export interface Hints {
  watch(id: string, hint: () => void): () => void
  /** Notifies the watchers of a subject of a new event: here at once, in other instances soon. */
  notify(id: string): void
  close(): Promise<void>
}

const COALESCE_MS = 10
const RECONNECT_MS = 500
const HEARTBEAT_MS = 5_000
const HEARTBEAT_TIMEOUT_MS = 5_000
/** A notification holds 8,000 bytes. */
const MAX_PAYLOAD_CHARACTERS = 7_900
const POLLED_AT_ONCE = 5_000

interface Watched {
  hints: Set<() => void>
  /** The last event number that watchers here were notified of; -1 before the first poll. */
  seq: number
}

/**
 * How watchers learn of events that another instance has stored. Notifications are quick and may get lost, so they
 * are hints only; a poll behind them misses nothing. After every reconnect all watchers read again.
 *
 * Notifications go out after the commit, those of ten milliseconds together: inside of the inserting transaction
 * they would take a lock that all commits of the database wait for.
 */
export function createHints(options: HintsOptions): Hints {
  const { pool, connectionString, channel, readCursors, pollMs, onTrouble } = options
  const watched = new Map<string, Watched>()
  const untold = new Set<string>()
  let tellTimer: NodeJS.Timeout | undefined
  let loops: { stop(): void } | undefined
  let isClosed = false

  const hint = (id: string) => {
    for (const call of watched.get(id)?.hints ?? []) call()
  }
  const hintAll = () => {
    for (const id of watched.keys()) hint(id)
  }

  async function sendUntold(): Promise<void> {
    const ids = [...untold]
    untold.clear()
    for (let payload = ''; ids.length > 0; payload = '') {
      while (ids.length > 0 && payload.length + (ids[0]?.length ?? 0) < MAX_PAYLOAD_CHARACTERS)
        payload += `${payload && ' '}${ids.shift()}`
      // An id that fits into no notification is found by the poll.
      if (payload === '') ids.shift()
      else await pool.query('SELECT pg_notify($1, $2)', [channel, payload])
    }
  }

  async function poll(): Promise<void> {
    const ids = [...watched.keys()]
    for (let start = 0; start < ids.length; start += POLLED_AT_ONCE)
      for (const { subject, last_seq } of await readCursors(ids.slice(start, start + POLLED_AT_ONCE))) {
        const entry = watched.get(subject)
        if (!entry || entry.seq === last_seq) continue
        entry.seq = last_seq
        hint(subject)
      }
  }

  /** Both go on from the first watcher to the end, and neither keeps a program alive. */
  function start(): { stop(): void } {
    let isOver = false
    let client: Client | undefined
    const timers = new Set<NodeJS.Timeout>()

    function later(ms: number, act: () => void): void {
      if (isOver) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        act()
      }, ms)
      timer.unref()
      timers.add(timer)
    }

    function pollLater(): void {
      later(pollMs, () => {
        const work = watched.size === 0 ? Promise.resolve() : poll()
        work.catch(onTrouble).finally(pollLater)
      })
    }

    async function listen(): Promise<void> {
      if (isOver) return
      const listener = new Client({
        connectionString,
        keepAlive: true,
        connectionTimeoutMillis: HEARTBEAT_TIMEOUT_MS,
      })
      client = listener
      let isGone = false
      const reconnect = (error?: unknown) => {
        if (isGone) return
        isGone = true
        if (error !== undefined && !isOver) onTrouble(error)
        // A peer that does not answer would not answer a goodbye either.
        destroy(listener)
        later(RECONNECT_MS * (0.5 + Math.random()), () => void listen())
      }
      listener.on('error', reconnect)
      listener.on('end', () => reconnect())
      listener.on('notification', ({ payload = '' }) => payload.split(' ').forEach(hint))
      const beat = () => {
        if (isGone || isOver) return
        const timer = setTimeout(
          () => reconnect(new Error('The listening connection is dead.')),
          HEARTBEAT_TIMEOUT_MS,
        )
        timer.unref()
        listener.query('SELECT 1').then(
          () => {
            clearTimeout(timer)
            later(HEARTBEAT_MS, beat)
          },
          (error: unknown) => {
            clearTimeout(timer)
            reconnect(error)
          },
        )
      }
      try {
        await listener.connect()
        streamOf(listener).unref()
        await listener.query(`LISTEN ${channel}`)
        // Notifications that were sent while nobody listened are lost.
        hintAll()
        later(HEARTBEAT_MS, beat)
      } catch (error) {
        reconnect(error)
      }
    }

    pollLater()
    void listen()
    return {
      stop() {
        isOver = true
        for (const timer of timers) clearTimeout(timer)
        if (client) destroy(client)
      },
    }
  }

  return {
    watch(id, call) {
      if (isClosed) return () => {}
      const entry = watched.get(id) ?? { hints: new Set(), seq: -1 }
      entry.hints.add(call)
      watched.set(id, entry)
      loops ??= start()
      return () => {
        entry.hints.delete(call)
        if (entry.hints.size === 0 && watched.get(id) === entry) watched.delete(id)
      }
    },

    notify(id) {
      hint(id)
      untold.add(id)
      if (tellTimer || isClosed) return
      tellTimer = setTimeout(() => {
        tellTimer = undefined
        sendUntold().catch(onTrouble)
      }, COALESCE_MS)
      tellTimer.unref()
    },

    async close() {
      isClosed = true
      loops?.stop()
      watched.clear()
      clearTimeout(tellTimer)
      if (untold.size > 0) await sendUntold().catch(onTrouble)
    },
  }
}

/** `end` would wait for the other side. */
function destroy(client: Client): void {
  client.removeAllListeners()
  client.on('error', () => {})
  streamOf(client).destroy()
}

/** The types of the driver do not show it. */
function streamOf(client: Client): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}

import type { Log } from '@leyden/core'
import { foldSessionId, type RampComparisons } from '@leyden/lightning'
import type { Change, Known } from '../store/change.js'
import { createReadTogether } from '../store/read-together.js'
import type { Row, RowWrite, Store, StoredEvent } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import { type StoredSession, sessionRow, watchedOf } from '../store/subject-rows.js'
import { sha256Hex } from '../tokens/sha256-hex.js'
import { type AppendEvent, optionsFor, type SubjectEvent } from '../watch/states.js'
import { afterCompletion, logContradictions } from './after-completion.js'
import type { Volume } from './flood-gate.js'
import { rampAfterAll } from './ramp-state.js'

/** Every session has an id of its own, which is also that of its webhook URL. It may get further URLs. */
export type WebhookUrls = ReturnType<typeof createWebhookUrls>

/** The data of a row that leads to a session: of another webhook URL, of the service's id of a session, or of a token. */
interface LinkData {
  /** Ids of sessions or webhook URLs. The first one that exists counts. */
  to: readonly string[]
  /** The bytes of the bodies that a webhook URL has got before its session was known. */
  bytes: number
}

/** What the events at a webhook URL count for. */
interface Found {
  /** Null if it is not known yet. */
  session: StoredSession | null
  /** What was just read of the session and of its event, if it was. */
  known?: Known | undefined
  volume: Volume
}

interface WebhookUrlsOptions {
  store: Pick<Store, 'get' | 'read'>
  change: Change
  append: AppendEvent
  compare: RampComparisons
  log: Log
  now: () => Date
}

/** What identifies a session of the service: its id and its token. */
type ServiceSession = Record<'session_id' | 'session_token', string>

/** Finds the session that a webhook URL, or a reply of the service, belongs to. */
export function createWebhookUrls({ store, change, append, compare, log, now }: WebhookUrlsOptions) {
  const readTogether = createReadTogether(store)

  /** The session that an id, or the row of it, leads to. */
  async function sessionBy(id: string, read?: Row | null): Promise<StoredSession | null> {
    const row = read === undefined ? (await store.get([id])).rows[0] : read
    const session = watchedOf(row)
    if (session?.kind === 'ramp') return session
    for (const other of linkIn(row).to) {
      const found = await sessionBy(other)
      if (found) return found
    }
    return null
  }

  const linkRow = (id: string, data: LinkData, until?: string): RowWrite<LinkData> => {
    const createdAtMs = now().getTime()
    const untilMs = until === undefined ? createdAtMs : Date.parse(until)
    return { id, kind: LINK, keep: 'subjects', untilMs, createdAtMs, data }
  }

  const link = (id: string, { id: to, watchUntil }: RampSubject) =>
    change([id], (view) => {
      const row = view.row(id)
      const known = linkIn(row)
      if (row?.kind !== 'ramp' && !known.to.includes(to))
        view.put(linkRow(id, { ...known, to: [...known.to, to] }, watchUntil))
    })

  const webhookUrls = {
    /**
     * Stores a session with the events that came before it, unless its id of the service or its token belongs to an
     * earlier one. Of requests at the same time the first one has both.
     *
     * @returns the session that has the id or the token instead, if any.
     */
    async take(
      session: RampSubject,
      { session_id, session_token }: ServiceSession,
    ): Promise<RampSubject | undefined> {
      const { id, rampOrderId } = session
      const names = [sessionName(session_id), tokenPlace(session_token)]
      const compared = [compare.session_id !== false, compare.session_token !== false]
      for (;;) {
        const { rows } = await store.get(names)
        for (const [index, name] of names.entries()) {
          const first = compared[index] ? await sessionBy(name, rows[index] ?? null) : null
          if (!first) continue
          // A later request may have the other one of the two.
          for (const other of names) await webhookUrls.add(first, other)
          return first
        }
        const events = await change(
          [id, names[0] ?? '', names[1] ?? ''],
          (view) => {
            const links = names.map((name) => view.row(name))
            if (links.some((link, index) => link?.version !== rows[index]?.version)) return undefined
            const belongs = [...names, ...(rampOrderId === undefined ? [] : [rampOrderId])]
            const state = rampAfterAll(session, view.events())
            view.put(sessionRow({ ...session, belongs }, state))
            for (const [index, name] of names.entries())
              view.put(linkRow(name, { to: [...linkIn(links[index]).to, id], bytes: 0 }, session.watchUntil))
            return view.events()
          },
          { keys: 'all' },
        )
        if (!events) continue
        // The app has got none of them yet.
        logContradictions(log, id, afterCompletion(events, session))
        return undefined
      }
    },

    /** Notes that something else in the store is erased with a session. */
    belongs({ id }: Pick<RampSubject, 'id'>, other: string): Promise<void> {
      return change([id], (view) => {
        const session = watchedOf(view.row(id))
        if (session?.kind === 'ramp' && !session.belongs?.includes(other))
          view.put(sessionRow({ ...session, belongs: [...(session.belongs ?? []), other] }, session.state))
      })
    },

    /** Makes a webhook URL another one of a session, and moves the events that came there before. */
    async add(session: RampSubject, urlId: string): Promise<void> {
      // First what erases the URL: the other order could leave it behind.
      await webhookUrls.belongs(session, urlId)
      await link(urlId, session)
      for (const event of await store.read(urlId, 0)) await append(session, movedEvent(event))
    },

    /**
     * Stores an event at a webhook URL whose session was not known when it came.
     *
     * @returns as {@link AppendEvent}.
     */
    async append(urlId: string, event: SubjectEvent): ReturnType<AppendEvent> {
      const appended = await change(
        [urlId],
        (view) => {
          const row = view.row(urlId)
          const stored = watchedOf(row)
          if (stored?.kind === 'ramp') return stored
          const outcome = view.outcomeOf(event)
          if (outcome === 'duplicate') return { outcome }
          const { to, bytes } = linkIn(row)
          view.put(linkRow(urlId, { to, bytes: bytes + (event.body?.byteLength ?? 0) }))
          view.append({ ...event, subjectId: urlId })
          return { outcome, event: view.events().at(-1) }
        },
        optionsFor(event),
      )
      // Its session was stored meanwhile.
      return 'kind' in appended ? append(appended, event) : appended
    },

    /**
     * The session that the events at a webhook URL count for. Of a request that has no reply, or none yet, it is the one
     * that they name.
     *
     * @param key that of an event.
     */
    async find(urlId: string, named: string | undefined, key: string): Promise<Found> {
      const known = await readTogether(urlId, key)
      const [row = null] = known.rows
      const own = await sessionBy(urlId, row)
      const isNamed = named !== undefined && compare.session_id !== false
      const session = own ?? (isNamed ? await sessionBy(sessionName(named)) : null)
      if (session && !own) await webhookUrls.add(session, urlId)
      const volume = { events: row?.seq ?? 0, bytes: linkIn(row).bytes }
      if (!session) return { session, volume }
      const { id, state } = session
      const ofSession = { events: state.seq, bytes: state.ramp?.bytes ?? 0 }
      return { session, known: id === urlId ? known : undefined, volume: ofSession }
    },
  }
  return webhookUrls
}

const LINK = 'link'

/** What a row leads to; nothing if it is no link. */
export function linkIn(row: Row | null | undefined): LinkData {
  return row?.kind === LINK ? (row.data as LinkData) : { to: [], bytes: 0 }
}

/** The id of the row that says which session has the service's id, which its events name. */
export function sessionName(sessionId: string): string {
  return `session ${foldSessionId(sessionId)}`
}

/** The id of the row that says which sessions have a token. The token opens the session, so the store has a hash of it. */
export function tokenPlace(token: string): string {
  return sha256Hex(`session token ${token}`)
}

/** An event at a webhook URL as that of its session: like one that came before its session was known. */
function movedEvent({ seq: _, conflict: __, ...event }: StoredEvent): SubjectEvent {
  const { reported } = event.facts
  // The e-mail address is a hash for one URL, which cannot be compared at another one.
  return {
    ...event,
    facts: { ...event.facts, reported: reported && { ...reported, email: undefined } },
    deliver: true,
  }
}

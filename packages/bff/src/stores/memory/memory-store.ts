import { claimId, readClaimId } from '../../kernel/store/claim-id.js'
import { listedEvent } from '../../kernel/store/listed-event.js'
import {
  type EventHead,
  type ListedEvent,
  newVersion,
  type Row,
  type Store,
  type StoredEvent,
} from '../../kernel/store/store.js'
import { createWatchers } from '../watchers.js'
import { createWindowCounter } from '../window-counter.js'

/** An event with its delivery; with the number 0, the time when its row wakes. */
interface Entry extends StoredEvent {
  position: number
  subjectId: string
  urgent: boolean
  /** Null if nothing is due. */
  dueMs: number | null
  setAside: boolean
  dead: boolean
  leasedUntilMs: number
  attempt: number
  failedAlone: number
  triedAt: Date | null
  failure: string | null
}

const UNTRIED = {
  setAside: false,
  dead: false,
  leasedUntilMs: 0,
  attempt: 0,
  failedAlone: 0,
  triedAt: null,
  failure: null,
}

/** A store in memory, for tests, demos and pages: a crash loses everything. */
export function memoryStore(): Store {
  const rows = new Map<string, Row>()
  const logs = new Map<string, Entry[]>()
  /** The entries whose `dueMs` is not null, so that a claim reads no other one. */
  const open = new Set<Entry>()
  const watchers = createWatchers()
  let lastPosition = 0

  const events = () => [...logs.values()].flat().filter(({ seq }) => seq > 0)
  const logOf = (id: string) => logs.get(id) ?? []
  const waits = ({ dueMs, dead }: Entry) => dueMs !== null && !dead
  const claimed = (claim: string) => {
    const [position, attempt] = readClaimId(claim)
    return [...open].find((each) => each.position === position && each.attempt === attempt)
  }
  /** Whether nothing of its row waits before it. */
  const isFirst = ({ subjectId, seq, setAside }: Entry) =>
    setAside ||
    !logOf(subjectId).some((other) => waits(other) && !other.setAside && other.seq > 0 && other.seq < seq)
  const remove = (id: string, isRemoved: (entry: Entry) => boolean) => {
    const log = logOf(id)
    for (const entry of log.filter(isRemoved)) open.delete(entry)
    logs.set(
      id,
      log.filter((entry) => !isRemoved(entry)),
    )
  }
  const forget = (id: string) => {
    remove(id, () => true)
    rows.delete(id)
    logs.delete(id)
  }
  const add = (added: Omit<Entry, 'position' | keyof typeof UNTRIED>) => {
    const entry = { ...added, ...UNTRIED, position: ++lastPosition }
    const log = logOf(entry.subjectId)
    log.push(entry)
    logs.set(entry.subjectId, log)
    if (entry.dueMs !== null) open.add(entry)
  }

  return {
    async get(ids, of) {
      const found = logOf(of?.of ?? '').filter(({ seq, key }) => seq > 0 && (of?.keys?.includes(key) ?? true))
      return structuredClone({ rows: ids.map((id) => rows.get(id) ?? null), events: found.map(headOf) })
    },

    async commit({ expect, put = [], erase = [], events: added = [], wake = {} }) {
      for (const [id, version] of Object.entries(expect))
        if ((rows.get(id)?.version ?? 0) !== version) return { changed: id }
      const version = newVersion()
      for (const id of erase) forget(id)
      for (const row of put)
        rows.set(row.id, { ...structuredClone(row), version, seq: rows.get(row.id)?.seq ?? 0 })
      for (const { deliver, ...event } of structuredClone(added)) {
        const row = rows.get(event.subjectId)
        if (!row) throw new Error(`The row ${event.subjectId} is not stored.`)
        add({ ...event, seq: ++row.seq, dueMs: deliver ? event.at.getTime() : null })
        queueMicrotask(() => watchers.hint(event.subjectId))
      }
      for (const [id, dueMs] of Object.entries(wake)) {
        remove(id, ({ seq }) => seq === 0)
        const nothing = { key: '', hash: '', type: '', facts: {}, conflict: false, urgent: false }
        add({ ...nothing, subjectId: id, seq: 0, at: new Date(dueMs), dueMs })
      }
      return {}
    },

    async read(id, afterSeq, limit) {
      const later = logOf(id).filter(({ seq }) => seq > Math.max(afterSeq, 0))
      return structuredClone(later.slice(0, limit).map(eventOf))
    },

    async events({ state, subjectId, before, limit }) {
      const page = (subjectId === undefined ? events() : logOf(subjectId).filter(({ seq }) => seq > 0))
        .map(listed)
        .filter((event) => event.state === (state ?? event.state))
        .filter((event) => before === undefined || newestFirst(before, event) < 0)
        .sort(newestFirst)
      return structuredClone(page.slice(0, limit))
    },

    async rows({ kind, reference, address, inReview, before, limit }) {
      const page = [...rows.values()]
        .filter((row) => row.kind === kind && (!inReview || row.inReview))
        .filter((row) => reference === undefined || row.reference === reference)
        .filter((row) => address === undefined || row.address === address)
        .filter((row) => before === undefined || newestRowFirst(before, row) < 0)
        .sort(newestRowFirst)
      return structuredClone(page.slice(0, limit))
    },

    async claim(lane, limit, leaseMs, now) {
      const nowMs = now.getTime()
      return [...open]
        .filter((entry) => (entry.seq === 0) === (lane === 'wake') && waits(entry))
        .filter(({ dueMs, leasedUntilMs }) => (dueMs ?? 0) <= nowMs && leasedUntilMs <= nowMs)
        .filter(isFirst)
        .sort(
          (a, b) =>
            Number(b.urgent) - Number(a.urgent) || (a.dueMs ?? 0) - (b.dueMs ?? 0) || a.position - b.position,
        )
        .slice(0, limit)
        .map((entry) => {
          const { position, subjectId, seq, triedAt, failedAlone } = entry
          const attempt = ++entry.attempt
          Object.assign(entry, { leasedUntilMs: nowMs + leaseMs, triedAt: now })
          const event = seq === 0 ? null : structuredClone(eventOf(entry))
          return { id: claimId(position, attempt), subjectId, event, attempt, failedAlone, triedAt }
        })
    },

    async renew(deliveryIds, leaseMs, now) {
      for (const id of deliveryIds) {
        const entry = claimed(id)
        // A delivery that waits for its next attempt is not leased.
        if (entry?.leasedUntilMs) entry.leasedUntilMs = now.getTime() + leaseMs
      }
    },

    async finish(deliveryId, outcome) {
      const entry = claimed(deliveryId)
      if (!entry) return
      if (outcome.status !== 'done') entry.failure = outcome.failure ?? entry.failure
      switch (outcome.status) {
        case 'done':
          Object.assign(entry, { dueMs: null, setAside: false })
          open.delete(entry)
          if (outcome.dropBody) delete entry.body
          if (entry.seq === 0) remove(entry.subjectId, (other) => other === entry)
          return
        case 'retry': {
          const { at, failedAlone = 0, setAside = false } = outcome
          Object.assign(entry, { dueMs: at.getTime(), failedAlone, setAside, leasedUntilMs: 0 })
          return
        }
        case 'dead':
          entry.dead = true
          return
        default:
          outcome satisfies never
      }
    },

    async redeliver(now, event) {
      const chosen = events().filter(({ subjectId, seq, dead, setAside }) =>
        event ? subjectId === event.subjectId && seq === event.seq : dead || setAside,
      )
      for (const entry of chosen) {
        Object.assign(entry, !(event && waits(entry)) && UNTRIED, { dueMs: now.getTime() })
        open.add(entry)
      }
      return chosen.length
    },

    async outbox() {
      const toDeliver = [...open].filter(({ seq }) => seq > 0)
      const waiting = toDeliver.filter(waits)
      return {
        waiting: waiting.length,
        setAside: waiting.filter(({ setAside }) => setAside).length,
        oldestAt: waiting.length > 0 ? new Date(Math.min(...waiting.map(({ at }) => at.getTime()))) : null,
        dead: toDeliver.length - waiting.length,
        inReview: [...rows.values()].filter(({ inReview }) => inReview).length,
      }
    },

    take: createWindowCounter(),

    watch: watchers.watch,

    async prune({ bodies, unpaid, subjects }) {
      for (const event of events()) if (event.at < bodies && event.dueMs === null) delete event.body
      const limits = { bodies, unpaid, subjects }
      for (const { id, keep, untilMs } of rows.values()) {
        const endMs = Math.max(limits[keep].getTime(), subjects.getTime())
        if (untilMs < endMs && !logOf(id).some(waits)) forget(id)
      }
    },

    async close() {
      watchers.clear()
    },
  }
}

function eventOf({ seq, key, hash, type, at, conflict, facts, body }: Entry): StoredEvent {
  return { seq, key, hash, type, at, conflict, facts, body }
}

function headOf(entry: Entry): EventHead {
  const { body, ...event } = eventOf(entry)
  return { ...event, bytes: body?.byteLength ?? 0 }
}

function listed(entry: Entry): ListedEvent {
  const { subjectId, dead, attempt, dueMs, failure } = entry
  const { body: _, ...event } = eventOf(entry)
  return listedEvent(subjectId, event, dueMs === null ? undefined : { dead, attempt, dueMs, failure })
}

type Place = Pick<ListedEvent, 'at' | 'subjectId' | 'seq'>
function newestFirst(a: Place, b: Place): number {
  return (
    b.at.getTime() - a.at.getTime() ||
    (a.subjectId === b.subjectId ? b.seq - a.seq : a.subjectId > b.subjectId ? -1 : 1)
  )
}

type Created = Pick<Row, 'createdAtMs' | 'id'>
function newestRowFirst(a: Created, b: Created): number {
  return b.createdAtMs - a.createdAtMs || (a.id === b.id ? 0 : a.id > b.id ? -1 : 1)
}

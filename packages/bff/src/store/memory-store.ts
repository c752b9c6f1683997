import { createWindowCounter } from '../limits/window-counter.js'
import { isListed } from './event-type.js'
import { claimId, readClaimId } from './rows.js'
import type { Delivery, ListedEvent, PruneLimits, Store, StoredEvent } from './store.js'
import { retentionKind, type Subject } from './subject.js'

interface Pending {
  id: number
  subjectId: string
  /** 0 means a poll for the subject, which does not wait for events and does not delay them. */
  seq: number
  dueMs: number
  leasedUntilMs: number
  attempt: number
  dead: boolean
}

/**
 * A store in memory, whose data is lost when the process ends: for tests, demos and pages. A crash loses acknowledged
 * events, so do not use it for real payments.
 */
export function memoryStore(): Store {
  const subjects = new Map<string, Subject>()
  const slots = new Map<string, string>()
  const logs = new Map<string, StoredEvent[]>()
  const pending = new Map<number, Pending>()
  const watchers = new Map<string, Set<() => void>>()
  let lastDelivery = 0

  const enqueue = (subjectId: string, seq: number, dueMs: number) => {
    const id = ++lastDelivery
    pending.set(id, { id, subjectId, seq, dueMs, leasedUntilMs: 0, attempt: 0, dead: false })
  }
  /** The first event of each subject that is neither done nor dead. */
  const firstInLine = () => {
    const first = new Map<string, Pending>()
    for (const delivery of pending.values())
      if (
        !delivery.dead &&
        delivery.seq > 0 &&
        !(delivery.seq > (first.get(delivery.subjectId)?.seq ?? Infinity))
      )
        first.set(delivery.subjectId, delivery)
    return [...first.values()]
  }
  const deliveryOf = (subjectId: string, seq: number) =>
    [...pending.values()].find((delivery) => delivery.subjectId === subjectId && delivery.seq === seq)
  const revived = (delivery: Pending, dueMs: number) =>
    Object.assign(delivery, { dead: false, attempt: 0, dueMs, leasedUntilMs: 0 })
  const claimed = (deliveryId: string) => {
    const [delivery, attempt] = readClaimId(deliveryId)
    const found = pending.get(delivery)
    return found?.attempt === attempt ? found : undefined
  }
  const forget = (id: string) => {
    subjects.delete(id)
    logs.delete(id)
    for (const [slot, holder] of slots) if (holder === id) slots.delete(slot)
    for (const delivery of pending.values()) if (delivery.subjectId === id) pending.delete(delivery.id)
  }
  const isWaiting = (id: string) =>
    [...pending.values()].some((delivery) => delivery.subjectId === id && !delivery.dead)

  return {
    async put(subject, { slot, replaces, wakeAt } = {}) {
      if (subjects.has(subject.id)) return 'id_taken'
      if (slot !== undefined) {
        const holder = slots.get(slot)
        if (holder !== undefined && holder !== replaces) return 'slot_taken'
        slots.set(slot, subject.id)
      }
      subjects.set(subject.id, structuredClone(subject))
      if (wakeAt) enqueue(subject.id, 0, wakeAt.getTime())
      return 'stored'
    },

    async get(id) {
      return structuredClone(subjects.get(id) ?? null)
    },

    async holder(slot) {
      return structuredClone(subjects.get(slots.get(slot) ?? '') ?? null)
    },

    async append(id, { deliver, ...event }) {
      const log = logs.get(id) ?? []
      const same = log.filter((stored) => stored.key === event.key)
      if (same.some((stored) => stored.hash === event.hash)) return 'duplicate'
      const conflict = same.length > 0
      const seq = log.length + 1
      logs.set(id, [...log, { ...structuredClone(event), seq, conflict }])
      if (deliver) enqueue(id, seq, event.at.getTime())
      for (const hint of watchers.get(id) ?? []) queueMicrotask(hint)
      return conflict ? 'conflict' : 'stored'
    },

    async read(id, afterSeq) {
      return structuredClone((logs.get(id) ?? []).filter((event) => event.seq > afterSeq))
    },

    watch(id, hint) {
      const hints = watchers.get(id) ?? new Set()
      watchers.set(id, hints.add(hint))
      return () => {
        hints.delete(hint)
        if (hints.size === 0) watchers.delete(id)
      }
    },

    async claim(lane, limit, leaseMs, now) {
      const nowMs = now.getTime()
      const candidates =
        lane === 'event' ? firstInLine() : [...pending.values()].filter(({ seq }) => seq === 0)
      return candidates
        .filter(({ dead, dueMs, leasedUntilMs }) => !dead && dueMs <= nowMs && leasedUntilMs <= nowMs)
        .sort((a, b) => a.dueMs - b.dueMs)
        .slice(0, limit)
        .map((delivery): Delivery => {
          delivery.leasedUntilMs = nowMs + leaseMs
          delivery.attempt++
          const { id, subjectId, seq, attempt } = delivery
          const event = logs.get(subjectId)?.[seq - 1] ?? null
          return { id: claimId(id, attempt), subjectId, attempt, event: structuredClone(event) }
        })
    },

    async renew(deliveryIds, leaseMs, now) {
      for (const id of deliveryIds) {
        const delivery = claimed(id)
        // A delivery that waits for its next attempt is not leased.
        if (delivery?.leasedUntilMs) delivery.leasedUntilMs = now.getTime() + leaseMs
      }
    },

    async finish(deliveryId, outcome) {
      const delivery = claimed(deliveryId)
      if (!delivery) return
      switch (outcome.status) {
        case 'done': {
          pending.delete(delivery.id)
          if (outcome.dropBody) delete logs.get(delivery.subjectId)?.[delivery.seq - 1]?.body
          return
        }
        case 'retry':
          delivery.dueMs = outcome.at.getTime()
          delivery.leasedUntilMs = 0
          return
        case 'dead':
          delivery.dead = true
          return
        default:
          outcome satisfies never
      }
    },

    async revive(now) {
      const dead = [...pending.values()].filter((delivery) => delivery.dead)
      for (const delivery of dead) revived(delivery, now.getTime())
      return dead.length
    },

    async redeliver(subjectId, seq, now) {
      if (!logs.get(subjectId)?.[seq - 1]) return false
      const delivery = deliveryOf(subjectId, seq)
      if (!delivery) enqueue(subjectId, seq, now.getTime())
      else if (delivery.dead) revived(delivery, now.getTime())
      else delivery.dueMs = now.getTime()
      return true
    },

    async events({ state, subjectId, before, limit }) {
      const deliveries = new Map([...pending.values()].map((each) => [`${each.subjectId} ${each.seq}`, each]))
      const listed = [...logs].flatMap(([id, log]) =>
        subjectId !== undefined && id !== subjectId
          ? []
          : log.map(({ body: _, ...event }): ListedEvent => {
              const { dead, attempt, dueMs = 0 } = deliveries.get(`${id} ${event.seq}`) ?? {}
              if (dead === undefined) return { ...event, subjectId: id, state: 'delivered' }
              const tried = { ...event, subjectId: id, attempts: attempt }
              return dead
                ? { ...tried, state: 'dead' }
                : { ...tried, state: 'waiting', dueAt: new Date(dueMs) }
            }),
      )
      const page = listed
        .filter((event) => isListed(event) && (state === undefined || event.state === state))
        .filter((event) => before === undefined || newestFirst(before, event) < 0)
        .sort(newestFirst)
      return structuredClone(page.slice(0, limit))
    },

    async outbox() {
      const events = [...pending.values()].filter(({ seq }) => seq > 0)
      const waiting = events.filter(({ dead }) => !dead)
      const times = waiting.flatMap(
        ({ subjectId, seq }) => logs.get(subjectId)?.[seq - 1]?.at.getTime() ?? [],
      )
      const oldestAt = times.length > 0 ? new Date(Math.min(...times)) : null
      return { waiting: waiting.length, oldestAt, dead: events.length - waiting.length }
    },

    take: createWindowCounter(),

    async prune(before) {
      const held = new Set([...pending.values()].map(({ subjectId, seq }) => `${subjectId} ${seq}`))
      for (const [id, log] of logs) {
        for (const event of log)
          if (event.at < before.bodies && !held.has(`${id} ${event.seq}`)) delete event.body
        const newest = log.at(-1)
        if (!subjects.has(id) && newest && newest.at < before.subjects && !isWaiting(id)) forget(id)
      }
      for (const [id, subject] of subjects)
        if (new Date(subject.watchUntil) < keptSince(subject, logs.get(id) ?? [], before) && !isWaiting(id))
          forget(id)
    },

    async erase(id) {
      forget(id)
    },

    async close() {
      watchers.clear()
    },
  }
}

type Place = Pick<ListedEvent, 'at' | 'subjectId' | 'seq'>
function newestFirst(a: Place, b: Place): number {
  if (a.at.getTime() !== b.at.getTime()) return b.at.getTime() - a.at.getTime()
  if (a.subjectId !== b.subjectId) return a.subjectId > b.subjectId ? -1 : 1
  return b.seq - a.seq
}

/** An intent that can no longer be read is not needed, and its charge contains its terms. */
function keptSince(
  subject: Subject,
  log: readonly StoredEvent[],
  { bodies, unpaid, subjects }: PruneLimits,
): Date {
  const kind = log.some(({ facts }) => facts.evidence !== undefined) ? 'charge' : retentionKind(subject)
  const early = kind === 'intent' ? bodies : kind === 'unpaid' ? unpaid : subjects
  return early > subjects ? early : subjects
}

import { createWindowCounter } from '../limits/window-counter.js'
import type { Delivery, Store, StoredEvent } from './store.js'
import type { Subject } from './subject.js'

interface Pending {
  id: string
  subjectId: string
  /** 0 is a wake-up call, which waits for nothing and holds up nothing. */
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
  const pending = new Map<string, Pending>()
  const watchers = new Map<string, Set<() => void>>()
  const take = createWindowCounter()
  let lastDelivery = 0

  const enqueue = (subjectId: string, seq: number, dueMs: number) => {
    const id = String(++lastDelivery)
    pending.set(id, { id, subjectId, seq, dueMs, leasedUntilMs: 0, attempt: 0, dead: false })
  }
  const isFirstInLine = (delivery: Pending) =>
    ![...pending.values()].some(
      (other) =>
        other.subjectId === delivery.subjectId && !other.dead && other.seq > 0 && other.seq < delivery.seq,
    )
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

    async claim(limit, leaseMs, now) {
      const nowMs = now.getTime()
      return [...pending.values()]
        .filter((delivery) => !delivery.dead && delivery.dueMs <= nowMs && delivery.leasedUntilMs <= nowMs)
        .filter(isFirstInLine)
        .sort((a, b) => a.dueMs - b.dueMs)
        .slice(0, limit)
        .map((delivery): Delivery => {
          delivery.leasedUntilMs = nowMs + leaseMs
          delivery.attempt++
          const { id, subjectId, seq, attempt } = delivery
          const event = logs.get(subjectId)?.[seq - 1] ?? null
          return { id, subjectId, attempt, event: structuredClone(event) }
        })
    },

    async finish(deliveryId, outcome) {
      const delivery = pending.get(deliveryId)
      if (!delivery) return
      switch (outcome.status) {
        case 'done': {
          pending.delete(deliveryId)
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
      for (const delivery of dead)
        Object.assign(delivery, { dead: false, attempt: 0, dueMs: now.getTime(), leasedUntilMs: 0 })
      return dead.length
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

    async take(key, limit, windowMs, now) {
      return take(key, limit, windowMs, now)
    },

    async prune(before) {
      const held = new Set([...pending.values()].map(({ subjectId, seq }) => `${subjectId} ${seq}`))
      for (const [id, log] of logs) {
        for (const event of log)
          if (event.at < before.bodies && !held.has(`${id} ${event.seq}`)) delete event.body
        const newest = log.at(-1)
        if (!subjects.has(id) && newest && newest.at < before.subjects && !isWaiting(id)) forget(id)
      }
      for (const [id, subject] of subjects)
        if (new Date(subject.watchUntil) < keptSince(subject, before) && !isWaiting(id)) forget(id)
    },

    async erase(id) {
      forget(id)
    },

    async close() {
      watchers.clear()
    },
  }
}

/** An intent that can no longer be read is of no use, and its charge has all that it says. */
function keptSince({ kind }: Subject, { bodies, subjects }: { bodies: Date; subjects: Date }): Date {
  return kind === 'intent' && bodies > subjects ? bodies : subjects
}

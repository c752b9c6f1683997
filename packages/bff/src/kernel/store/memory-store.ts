import { createWindowCounter } from '../limits/window-counter.js'
import { claimId, readClaimId } from './claim-id.js'
import { isListed } from './event-type.js'
import { listedEvent } from './listed-event.js'
import { isPaidEvent } from './paid-event.js'
import type { Reduction } from './reduction.js'
import type { Delivery, EventHead, ListedEvent, OrderState, OrderWrite, Store, StoredEvent } from './store.js'
import { newestChargeFirst } from './stored-order.js'
import { addressOf, orderOf, referenceOf, retentionKind, type Subject } from './subject.js'
import { createWatchers } from './watchers.js'

interface MemoryOrder {
  sequence: number
  state: OrderState
  /** When the last watch of its intents and charges ends. */
  watchUntilMs: number
}

interface Pending {
  id: number
  subjectId: string
  /** Null for a poll of the subject, which does not wait for events and does not delay them. */
  event: StoredEvent | null
  dueMs: number
  leasedUntilMs: number
  attempt: number
  dead: boolean
  paid: boolean
  setAside: boolean
  failedAlone: number
  triedAt: Date | null
  failure: string | null
}

/** A delivery that nothing has been tried for. */
const UNTRIED = {
  leasedUntilMs: 0,
  attempt: 0,
  dead: false,
  setAside: false,
  failedAlone: 0,
  triedAt: null,
} as const

/**
 * A store in memory, whose data is lost when the process ends: for tests, demos and pages. A crash loses acknowledged
 * events, so do not use it for real payments.
 */
export function memoryStore(): Store {
  const subjects = new Map<string, Subject>()
  const slots = new Map<string, string>()
  const orders = new Map<string, MemoryOrder>()
  const logs = new Map<string, StoredEvent[]>()
  const reductions = new Map<string, Reduction>()
  const pending = new Map<number, Pending>()
  const watchers = createWatchers()
  let lastDelivery = 0
  let lastSequence = 0

  const enqueue = (subjectId: string, event: StoredEvent | null, dueMs: number) => {
    const id = ++lastDelivery
    const paid = event !== null && isPaidEvent(event.facts)
    pending.set(id, { ...UNTRIED, id, subjectId, event, dueMs, paid, failure: null })
  }
  /** Those that are set aside, and of each subject the first event that is neither done nor dead. */
  const firstInLine = () => {
    const first = new Map<string, Pending>()
    const events = [...pending.values()].filter(({ event, dead }) => event && !dead)
    for (const delivery of events) {
      const { subjectId, event, setAside } = delivery
      const isFirst = event && event.seq < (first.get(subjectId)?.event?.seq ?? Infinity)
      if (isFirst && !setAside) first.set(subjectId, delivery)
    }
    return [...first.values(), ...events.filter(({ setAside }) => setAside)]
  }
  const revived = (delivery: Pending, dueMs: number) => Object.assign(delivery, UNTRIED, { dueMs })
  const claimed = (deliveryId: string) => {
    const [delivery, attempt] = readClaimId(deliveryId)
    const found = pending.get(delivery)
    return found?.attempt === attempt ? found : undefined
  }
  const isUnchanged = ({ reference, sequence }: OrderWrite) =>
    (orders.get(reference)?.sequence ?? 0) === sequence
  const changeOrder = ({ reference, state }: OrderWrite, watchUntilMs: number) => {
    const order = orders.get(reference)
    if (order) order.watchUntilMs = Math.max(order.watchUntilMs, watchUntilMs)
    if (state)
      orders.set(reference, {
        watchUntilMs,
        ...order,
        state: structuredClone(state),
        sequence: ++lastSequence,
      })
  }
  const ofReference = (reference: string) =>
    [...subjects.values()].filter((subject) => orderOf(subject) === reference)
  const isInReview = ({ id, kind }: Subject) =>
    kind === 'ramp' && reductions.get(id)?.shown.state.status === 'needs_review'
  const forget = (id: string) => {
    const subject = subjects.get(id)
    subjects.delete(id)
    logs.delete(id)
    reductions.delete(id)
    for (const [slot, holder] of slots) if (holder === id) slots.delete(slot)
    for (const delivery of pending.values()) if (delivery.subjectId === id) pending.delete(delivery.id)
    const reference = subject && orderOf(subject)
    if (reference !== undefined && ofReference(reference).length === 0) orders.delete(reference)
  }

  return {
    async put(subject, { slot = '', replaces, wakeAt, order } = {}) {
      if (order && !isUnchanged(order)) return 'order_changed'
      if (slots.has(slot) && slots.get(slot) !== replaces) return 'slot_taken'
      if (subjects.has(subject.id)) return 'id_taken'
      if (slot !== '') slots.set(slot, subject.id)
      subjects.set(subject.id, structuredClone(subject))
      if (order) changeOrder(order, Date.parse(subject.watchUntil))
      if (wakeAt) enqueue(subject.id, null, wakeAt.getTime())
      return 'stored'
    },

    async get(id) {
      return structuredClone(subjects.get(id) ?? null)
    },

    async holder(slot) {
      return structuredClone(subjects.get(slots.get(slot) ?? '') ?? null)
    },

    async append(id, { deliver, ...event }, { order, reduction } = {}) {
      if (order && !isUnchanged(order)) return 'order_changed'
      const log = logs.get(id) ?? []
      const same = log.filter((stored) => stored.key === event.key)
      if (same.some((stored) => stored.hash === event.hash)) return 'duplicate'
      const conflict = same.length > 0
      const stored = { ...structuredClone(event), seq: log.length + 1, conflict }
      logs.set(id, [...log, stored])
      const reduced = conflict ? reduction?.conflict : reduction?.stored
      if (reduced?.seq === stored.seq) reductions.set(id, structuredClone(reduced))
      if (order) changeOrder(order, 0)
      if (deliver) enqueue(id, stored, event.at.getTime())
      queueMicrotask(() => watchers.hint(id))
      return conflict ? 'conflict' : 'stored'
    },

    async read(id, afterSeq, limit) {
      return structuredClone((logs.get(id) ?? []).slice(afterSeq).slice(0, limit))
    },

    async heads(id, key) {
      const heads = (logs.get(id) ?? []).map(headOf)
      return structuredClone(key === undefined ? heads : heads.filter((event) => event.key === key))
    },

    async state(id) {
      const reduction = reductions.get(id) ?? null
      const later = (logs.get(id) ?? []).slice(reduction?.seq).map(headOf)
      return structuredClone({ reduction, later })
    },

    async reduce(id, reduction) {
      const isLater = reduction.seq > (reductions.get(id)?.seq ?? 0)
      if (isLater && subjects.has(id)) reductions.set(id, structuredClone(reduction))
    },

    async order(reference) {
      const { sequence = 0, state = null } = orders.get(reference) ?? {}
      const charges = ofReference(reference)
        .filter((subject) => subject.kind === 'charge')
        .map((charge) => ({ charge, events: logs.get(charge.id) ?? [] }))
        .sort(newestChargeFirst)
      return structuredClone({ sequence, state, charges })
    },

    watch: watchers.watch,

    async claim(lane, limit, leaseMs, now) {
      const nowMs = now.getTime()
      const candidates = lane === 'wake' ? [...pending.values()].filter(({ event }) => !event) : firstInLine()
      return candidates
        .filter(({ dueMs, leasedUntilMs }) => dueMs <= nowMs && leasedUntilMs <= nowMs)
        .sort(inDeliveryOrder)
        .slice(0, limit)
        .map((delivery): Delivery => {
          const { triedAt, failedAlone } = delivery
          delivery.leasedUntilMs = nowMs + leaseMs
          delivery.attempt++
          delivery.triedAt = now
          const { id, subjectId, event, attempt } = delivery
          const claim = { id: claimId(id, attempt), subjectId, attempt, triedAt, failedAlone }
          return { ...claim, event: structuredClone(event) }
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
      if (outcome.status !== 'done') delivery.failure = outcome.failure ?? delivery.failure
      switch (outcome.status) {
        case 'done':
          pending.delete(delivery.id)
          if (outcome.dropBody) delete delivery.event?.body
          return
        case 'retry': {
          const { at, failedAlone = 0, setAside = false } = outcome
          Object.assign(delivery, { leasedUntilMs: 0, dueMs: at.getTime(), failedAlone, setAside })
          return
        }
        case 'dead':
          delivery.dead = true
          return
        default:
          outcome satisfies never
      }
    },

    async revive(now) {
      const failed = [...pending.values()].filter(({ dead, setAside }) => dead || setAside)
      for (const delivery of failed) revived(delivery, now.getTime())
      return failed.length
    },

    async redeliver(subjectId, seq, now) {
      const event = logs.get(subjectId)?.[seq - 1]
      if (!event) return false
      const delivery = [...pending.values()].find((each) => each.event === event)
      if (!delivery) enqueue(subjectId, event, now.getTime())
      else if (delivery.dead) revived(delivery, now.getTime())
      else delivery.dueMs = now.getTime()
      return true
    },

    async events({ state, subjectId, before, limit }) {
      const deliveries = new Map([...pending.values()].map((delivery) => [delivery.event, delivery]))
      const page = [...logs]
        .flatMap(([id, log]) =>
          log.map((event) => listedEvent(id, withoutBody(event), deliveries.get(event))),
        )
        .filter((event) => isListed(event) && event.state === (state ?? event.state))
        .filter((event) => event.subjectId === (subjectId ?? event.subjectId))
        .filter((event) => before === undefined || newestFirst(before, event) < 0)
        .sort(newestFirst)
      return structuredClone(page.slice(0, limit))
    },

    async subjects({ before, limit, ...query }) {
      const page = [...subjects.values()]
        .filter((subject) => subject.kind === query.kind)
        .filter((subject) => query.reference === undefined || referenceOf(subject) === query.reference)
        .filter(
          (subject) =>
            query.kind === 'intent' || query.address === undefined || addressOf(subject) === query.address,
        )
        .filter((subject) => query.kind !== 'ramp' || !query.inReview || isInReview(subject))
        .filter((subject) => before === undefined || newestSubjectFirst(before, subject) < 0)
        .sort(newestSubjectFirst)
      return structuredClone(page.slice(0, limit))
    },

    async outbox() {
      const deliveries = [...pending.values()].filter(({ event }) => event)
      const waiting = deliveries.filter(({ dead }) => !dead)
      const times = waiting.flatMap(({ event }) => event?.at.getTime() ?? [])
      return {
        waiting: waiting.length,
        setAside: waiting.filter(({ setAside }) => setAside).length,
        oldestAt: times.length > 0 ? new Date(Math.min(...times)) : null,
        dead: deliveries.length - waiting.length,
        inReview: [...subjects.values()].filter(isInReview).length,
      }
    },

    take: createWindowCounter(),

    async prune({ bodies, unpaid, subjects: others }) {
      const held = new Set([...pending.values()].map(({ event }) => event))
      for (const event of [...logs.values()].flat())
        if (event.at < bodies && !held.has(event)) delete event.body
      const waiting = new Set([...pending.values()].flatMap(({ dead, subjectId }) => (dead ? [] : subjectId)))
      for (const id of new Set([...subjects.keys(), ...logs.keys()])) {
        const [subject, log = []] = [subjects.get(id), logs.get(id)]
        const isPaid = log.some(({ facts }) => facts.evidence !== undefined)
        const kind = subject && !isPaid ? retentionKind(subject) : 'charge'
        // An intent that can no longer be read is not needed, and its charge contains its terms.
        const keptSince = kind === 'intent' ? bodies : kind === 'unpaid' ? unpaid : others
        const endedAt = subject ? new Date(subject.watchUntil) : log.at(-1)?.at
        if (endedAt && (endedAt < others || endedAt < keptSince) && !waiting.has(id)) forget(id)
      }
      for (const [reference, { watchUntilMs }] of orders)
        if (watchUntilMs < others.getTime() && ofReference(reference).length === 0) orders.delete(reference)
    },

    async erase(id) {
      forget(id)
    },

    async close() {
      watchers.clear()
    },
  }
}

/** Paid events first. */
function inDeliveryOrder(a: Pending, b: Pending): number {
  return Number(b.paid) - Number(a.paid) || a.dueMs - b.dueMs
}

function withoutBody({ body: _, ...event }: StoredEvent): Omit<StoredEvent, 'body'> {
  return event
}

function headOf(event: StoredEvent): EventHead {
  return { ...withoutBody(event), bytes: event.body?.byteLength ?? 0 }
}

type Place = Pick<ListedEvent, 'at' | 'subjectId' | 'seq'>
function newestFirst(a: Place, b: Place): number {
  if (a.at.getTime() !== b.at.getTime()) return b.at.getTime() - a.at.getTime()
  if (a.subjectId !== b.subjectId) return a.subjectId > b.subjectId ? -1 : 1
  return b.seq - a.seq
}

type Created = Pick<Subject, 'createdAt' | 'id'>
function newestSubjectFirst(a: Created, b: Created): number {
  if (a.createdAt !== b.createdAt) return a.createdAt > b.createdAt ? -1 : 1
  return a.id === b.id ? 0 : a.id > b.id ? -1 : 1
}

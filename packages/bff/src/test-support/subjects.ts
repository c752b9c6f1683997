import { rampAfterAll } from '../kernel/ramp/ramp-state.js'
import { type Change, createChange } from '../kernel/store/change.js'
import type { EventHead, Store } from '../kernel/store/store.js'
import type { ChargeSubject, RampSubject, Subject } from '../kernel/store/subject.js'
import { chargeRow, intentRow, sessionRow } from '../kernel/store/subject-rows.js'
import { randomId } from '../kernel/tokens/random-id.js'
import { type Appended, appendIn, optionsFor, type SubjectEvent } from '../kernel/watch/states.js'

const start = new Date('2026-11-21T10:00:00.000Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const MINUTE = 60_000

export function aCharge(overrides: Partial<ChargeSubject> = {}): ChargeSubject {
  return {
    kind: 'charge',
    id: randomId() + randomId(),
    createdAt: start.toISOString(),
    expiresAt: after(10 * MINUTE).toISOString(),
    watchUntil: after(11 * MINUTE).toISOString(),
    lnaddress: 'alice@wallet.example',
    amountMsat: '2100000',
    invoice: 'lnbcrt1…',
    intent: false,
    checked: ['amount'],
    network: 'regtest',
    mode: 'test',
    ...overrides,
  }
}

export function aSession(overrides: Partial<RampSubject> = {}): RampSubject {
  const id = randomId()
  return {
    kind: 'ramp',
    id,
    createdAt: start.toISOString(),
    expiresAt: after(10 * MINUTE).toISOString(),
    watchUntil: after(60 * MINUTE).toISOString(),
    sessionId: `ses_${id}`,
    guest: true,
    referenceId: id,
    mode: 'test',
    ...overrides,
  }
}

export function anEvent(overrides: Partial<SubjectEvent> = {}): SubjectEvent {
  const key = overrides.key ?? randomId()
  return {
    key,
    hash: `hash of ${key}`,
    type: 'ramp.purchase.completed',
    at: start,
    facts: { meaning: 'completed', details: { amount: '12' } },
    body: new TextEncoder().encode(`{"id":"${key}"}`),
    deliver: true,
    ...overrides,
  }
}

/** Stores a charge, intent or session without anything else. @throws Error if the id is taken. */
export async function putSubject(store: Store, subject: Subject): Promise<void> {
  const { rows, events } = await store.get([subject.id], { of: subject.id })
  const version = rows[0]?.kind === 'link' ? rows[0].version : 0
  const row = () => {
    switch (subject.kind) {
      case 'charge':
        return chargeRow(subject)
      case 'ramp':
        return sessionRow(subject, rampAfterAll(subject, events))
      case 'intent':
        return intentRow(subject)
      default:
        return subject satisfies never
    }
  }
  const { changed } = await store.commit({ expect: { [subject.id]: version }, put: [row()] })
  if (changed !== undefined) throw new Error(`The id ${changed} is taken.`)
}

const changes = new WeakMap<Store, Change>()

/** One of each store, as in one process. */
function changeOf(store: Store): Change {
  const change = changes.get(store) ?? createChange(store)
  changes.set(store, change)
  return change
}

/** Adds an event to a charge or session, or to an address whose session is not known. */
export function appendTo(store: Store, id: string, event: SubjectEvent): Promise<Appended['outcome']> {
  return changeOf(store)(
    [id],
    (view) => {
      const row = view.row(id)
      if (row && row.kind !== 'link') return appendIn(view, id, event).outcome
      const outcome = view.outcomeOf(event)
      if (outcome === 'duplicate') return outcome
      const times = { untilMs: event.at.getTime(), createdAtMs: event.at.getTime() }
      view.put({ id, kind: 'link', keep: 'subjects', ...times, data: { to: [], bytes: 0 } })
      view.append({ ...event, subjectId: id })
      return outcome
    },
    optionsFor(event),
  )
}

/** The events of a row without their bodies. */
export async function headsOf(store: Pick<Store, 'get'>, id: string): Promise<EventHead[]> {
  return (await store.get([], { of: id })).events
}

/** Deletes a row with its events. */
export async function eraseRow(store: Store, id: string): Promise<void> {
  const [row] = (await store.get([id])).rows
  await store.commit({ expect: { [id]: row?.version ?? 0 }, erase: [id] })
}

/** Lets the next commit of a session fail. */
export function failSession(store: Store): void {
  const { commit } = store
  store.commit = async (batch) => {
    if (!batch.put?.some(({ kind }) => kind === 'ramp')) return commit(batch)
    store.commit = commit
    throw new Error('disk full')
  }
}

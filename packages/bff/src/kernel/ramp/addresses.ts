import { foldSessionId, type RampComparisons } from '@leyden/lightning'
import type { NewEvent, Store, StoredEvent } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import { sha256Hex } from '../tokens/sha256-hex.js'
import type { States } from '../watch/states.js'

/** Every session has an id of its own, which is also that of its webhook address. It may get further addresses. */
export type Addresses = ReturnType<typeof createAddresses>

/** The type of the stored events that connect a session with what else belongs to it; their hash is the other's id. */
const BELONGS = 'session.belongs'
/** The key in the log of an address of the session that its events count for. */
const OF_SESSION = 'session'

interface AddressesOptions {
  store: Store
  states: Pick<States, 'append'>
  compare: RampComparisons
  now: () => Date
}

/** What identifies a session of the service: its id and its token. */
type ServiceSession = Record<'session_id' | 'session_token', string>

/** Finds the session that a webhook address, or a reply of the service, belongs to. */
export function createAddresses({ store, states, compare, now }: AddressesOptions) {
  const mark = (key: string, id: string): NewEvent => ({
    ...{ key, hash: id, type: BELONGS, at: now(), facts: {}, deliver: false },
  })

  /** The session of an address: the one that it was added to, or the one with its id. */
  async function sessionAt(address: string): Promise<RampSubject | undefined> {
    const [subject, marks] = await Promise.all([store.get(address), store.heads(address, OF_SESSION)])
    const added = marks.find(({ type }) => type === BELONGS)
    const session = added ? await store.get(added.hash) : subject
    return session?.kind === 'ramp' ? session : undefined
  }

  /** The session that has come with this id of the service. */
  async function sessionCalled(sessionId: string): Promise<RampSubject | undefined> {
    const holder = compare.session_id === false ? null : await store.holder(sessionSlot(sessionId))
    return holder ? sessionAt(holder.id) : undefined
  }

  /** The session that has come first with the token of this log. */
  async function sessionWith(place: string): Promise<RampSubject | undefined> {
    for (const { hash } of await store.heads(place, OF_SESSION)) {
      const session = await sessionAt(hash)
      if (session) return session
    }
    return undefined
  }

  const addresses = {
    /** The session that this session of the service, or its token, belongs to. */
    async firstOf({ session_id, session_token }: ServiceSession): Promise<RampSubject | undefined> {
      const called = await sessionCalled(session_id)
      if (called || compare.session_token === false) return called
      return sessionWith(tokenPlace(session_token))
    },

    /**
     * Stores a session with its id of the service, and then its token. Of requests at the same time the first one has
     * the id, and the first one in the log of the token has the token. Because a session is stored before it is in the
     * log, an earlier one there is never a request that has failed in between.
     *
     * @returns the session that has the id or the token instead, if any.
     */
    async take(session: RampSubject, reply: ServiceSession): Promise<RampSubject | undefined> {
      const { id, tokenPlace: place } = session
      const outcome = await store.put(session, { slot: sessionSlot(session.sessionId) })
      const first = outcome === 'slot_taken' ? await addresses.firstOf(reply) : undefined
      if (first) return first
      // Its comparison is switched off, or the other session was erased meanwhile. It is found by our own id only.
      if (outcome === 'slot_taken') await store.put(session)
      if (compare.session_token === false || place === undefined) return undefined
      if ((await store.append(place, mark(OF_SESSION, id))) === 'stored') return undefined
      const holder = await sessionWith(place)
      return holder?.id === id ? undefined : holder
    },

    /** Notes that something else in the store is erased with a session. */
    async belongs(session: RampSubject, id: string): Promise<void> {
      await states.append(session, mark(`belongs ${id}`, id))
    },

    /** Makes an address another one of a session, and moves the events that came there before. */
    async add(session: RampSubject, address: string): Promise<void> {
      // First what erases the address: the other order could leave it behind.
      await addresses.belongs(session, address)
      await store.append(address, mark(OF_SESSION, session.id))
      for (const event of await store.read(address, 0))
        if (event.type !== BELONGS) await states.append(session, movedEvent(event))
    },

    /**
     * The session that the events of an address count for. Of a request that has no reply, or none yet, it is the one
     * that they name.
     */
    async sessionOf(address: string, named: string | undefined): Promise<RampSubject | null> {
      const known = await sessionAt(address)
      if (known) return known
      const session = named === undefined ? undefined : await sessionCalled(named)
      if (!session) return null
      await addresses.add(session, address)
      return session
    },

    /** The ids of what else is erased with a session. */
    async belongingTo({ id, tokenPlace: place }: RampSubject): Promise<string[]> {
      const marks = (await store.heads(id)).filter(({ type }) => type === BELONGS)
      // The token of a session that lost to a request at the same time is that of the other session.
      if (marks.some(({ key }) => key === OF_SESSION)) return []
      return [place ?? [], marks.map(({ hash }) => hash)].flat()
    },
  }
  return addresses
}

/** The slot of a session by the service's id, which its events name. */
export function sessionSlot(sessionId: string): string {
  return `session ${foldSessionId(sessionId)}`
}

/** The id of the log that says which session has a token. The token opens the session, so the store has a hash of it. */
export function tokenPlace(token: string): string {
  return sha256Hex(`session token ${token}`)
}

/** An event of an address as that of its session: like one that came before its session was known. */
function movedEvent({ seq: _, conflict: __, ...event }: StoredEvent): NewEvent {
  const { reported } = event.facts
  // The e-mail address is a hash for one address, which cannot be compared at another one.
  return {
    ...event,
    facts: { ...event.facts, reported: reported && { ...reported, email: undefined } },
    deliver: true,
  }
}

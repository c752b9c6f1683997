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

  /** The session of an address: with its id, or as another address of it. */
  async function sessionAt(address: string): Promise<RampSubject | undefined> {
    const subject = await store.get(address)
    if (subject?.kind === 'ramp') return subject
    const [own] = await store.heads(address, OF_SESSION)
    const session = own && (await store.get(own.hash))
    return session?.kind === 'ramp' ? session : undefined
  }

  const addresses = {
    /** The session that this session of the service, or its token, has come to before it came to the request of this id. */
    async firstOf(
      { session_id, session_token }: ServiceSession,
      id: string,
    ): Promise<RampSubject | undefined> {
      const holder = compare.session_id === false ? null : await store.holder(sessionSlot(session_id))
      if (holder?.kind === 'ramp') return holder
      if (compare.session_token === false) return undefined
      const place = tokenPlace(session_token)
      await store.append(place, mark(OF_SESSION, id))
      for (const { hash } of await store.heads(place, OF_SESSION)) {
        const session = await sessionAt(hash)
        if (session) return session
      }
      return undefined
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
      if (named === undefined || compare.session_id === false) return null
      const session = await store.holder(sessionSlot(named))
      if (session?.kind !== 'ramp') return null
      await addresses.add(session, address)
      return session
    },

    /** The ids of what else is erased with a session. */
    async belongingTo({ id, tokenPlace: place }: RampSubject): Promise<string[]> {
      const others = (await store.heads(id)).filter(({ type }) => type === BELONGS)
      return [place ?? [], others.map(({ hash }) => hash)].flat()
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

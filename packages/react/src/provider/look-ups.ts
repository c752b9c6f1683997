import { type AddressValidation, type Client, isLeydenError, LeydenError } from '@leyden/core'
import { tellDeveloper } from './tell-developer.js'

/** Where the look-up of one address is. */
export type LookUp =
  /** For the network to come back. */
  | { status: 'waiting' }
  | { status: 'asking' }
  | { status: 'answered'; answer: AddressValidation }
  /** Asked again when the network comes back, or by a person. */
  | { status: 'failed'; error: LeydenError }

/** The look-ups of one BFF: each address is asked for once, however many widgets of a page show it. */
export interface LookUps {
  get: (address: string) => LookUp | undefined
  /** Looks up, unless it is known. When the last one stops watching, a request under way is called off. */
  watch: (address: string, client: Client, notify: () => void) => () => void
  /** Asks again, after `failed`. */
  repeat: (address: string, client: Client) => void
}

interface Entry {
  lookUp: LookUp
  answeredAt: number
  request: AbortController | null
  watchers: Set<() => void>
}

/** How long an answer counts; the BFF keeps its own for longer. */
const FRESH_MS = 60_000
const MAX_ENTRIES = 100

const byBff = new Map<string, LookUps>()

/** On a server nothing is looked up, and nothing may be shared between requests. */
export function lookUpsOf({ baseUrl }: Client): LookUps {
  if (typeof document === 'undefined') return createLookUps()
  const lookUps = byBff.get(baseUrl) ?? createLookUps()
  byBff.set(baseUrl, lookUps)
  return lookUps
}

function createLookUps(): LookUps {
  const entries = new Map<string, Entry>()

  const change = (entry: Entry, lookUp: LookUp) => {
    entry.lookUp = lookUp
    for (const notify of entry.watchers) notify()
  }

  const ask = async (entry: Entry, address: string, client: Client) => {
    if (entry.request) return
    // An answer that is getting old stays until the new one is there.
    const isKnown = entry.lookUp.status === 'answered'
    if (!navigator.onLine) {
      if (!isKnown) change(entry, { status: 'waiting' })
      return
    }
    const request = new AbortController()
    entry.request = request
    if (!isKnown) change(entry, { status: 'asking' })
    let lookUp: LookUp
    try {
      const { signal } = request
      lookUp = { status: 'answered', answer: await client.validateLightningAddress(address, { signal }) }
      entry.answeredAt = Date.now()
    } catch (cause) {
      const error = isLeydenError(cause)
        ? cause
        : new LeydenError('NETWORK', 'The look-up failed in an unexpected way.', { cause })
      tellDeveloper(error, client)
      lookUp = navigator.onLine ? { status: 'failed', error } : { status: 'waiting' }
    }
    // Called off, and perhaps asked again since.
    if (entry.request !== request) return
    entry.request = null
    if (!isKnown || lookUp.status === 'answered') change(entry, lookUp)
  }

  const entryOf = (address: string): Entry => {
    const known = entries.get(address)
    if (known) return known
    if (entries.size >= MAX_ENTRIES)
      for (const [old, { watchers }] of entries) if (watchers.size === 0) entries.delete(old)
    const entry: Entry = { lookUp: { status: 'asking' }, answeredAt: 0, request: null, watchers: new Set() }
    entries.set(address, entry)
    return entry
  }

  return {
    get: (address) => entries.get(address)?.lookUp,

    watch(address, client, notify) {
      const entry = entryOf(address)
      entry.watchers.add(notify)
      const onOnline = () => {
        if (entry.lookUp.status !== 'answered') ask(entry, address, client)
      }
      window.addEventListener('online', onOnline)
      if (Date.now() - entry.answeredAt > FRESH_MS) ask(entry, address, client)
      return () => {
        window.removeEventListener('online', onOnline)
        entry.watchers.delete(notify)
        // StrictMode leaves and comes back at once.
        queueMicrotask(() => {
          if (entry.watchers.size > 0 || !entry.request) return
          entry.request.abort()
          entry.request = null
          if (entry.lookUp.status !== 'answered') entries.delete(address)
        })
      }
    },

    repeat: (address, client) => void ask(entryOf(address), address, client),
  }
}

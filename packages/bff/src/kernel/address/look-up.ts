import { type AddressValidation, isLeydenError, type Log, type PayMetadata } from '@leyden/core'
import { readRefusal } from '@leyden/core/internal'
import type { PayProvider } from '@leyden/core/provider'
import { descriptionHash, isMadeOutTo, type PayRequest, readRecipient } from '@leyden/lightning'
import type { Requester } from '../limits/requester.js'
import { passOn, publicPart } from '../upstream/pass-on.js'
import type { Upstream } from '../upstream/upstream.js'
import { logRefusal } from './log-refusal.js'

/** What is known of an address: the answer for pages, and for charges what was read in it, once for all of them. */
export type LookedUp = { valid: false; answer: Extract<AddressValidation, { valid: false }> } | Payable

/** What was read of an address that can be paid. */
export interface Payable {
  valid: true
  answer: Extract<AddressValidation, { valid: true }>
  /** What a charge has to keep to. */
  terms: Pick<PayRequest, 'minMsat' | 'maxMsat' | 'commentAllowed' | 'payerData'>
  /** The description hash of an invoice for this address; absent if the metadata does not name the address. */
  descriptionHash: string | undefined
}

/**
 * Looks an address up, and logs why it cannot be paid. The log of the upstream request and the budget belong to the
 * request that starts the look-up; others share its result.
 */
export type LookUp = (address: string, log: Log, requester: Requester) => Promise<LookedUp>

const VALID_TTL_MS = 60_000
const INVALID_TTL_MS = 10_000
/** Failures are cached briefly: pages retry within a second, and the provider should not get each retry. */
const FAILURE_TTL_MS = 1_000

/** Addresses advertise images of up to 136,536 characters, so the cache is bounded by size, not by count. */
const MAX_KEPT_CHARACTERS = 16_000_000
const ENTRY_CHARACTERS = 1_000

interface Entry {
  found: Promise<LookedUp>
  /** Infinite while the request is pending. */
  endsAtMs: number
  characters: number
}

const REFUSAL_FIELDS = [
  'valid',
  'reason',
  'detail',
  'payer_data',
  'provider_message',
  'provider_host',
] as const

/** The domain of an address in folded form. */
const domainOf = (address: string) => address.slice(address.indexOf('@') + 1)

/** Looks addresses up with a cache; concurrent look-ups of one address share a request. */
export function createLookUp(pay: PayProvider, upstream: Upstream, now: () => Date): LookUp {
  const entries = new Map<string, Entry>()
  let keptCharacters = 0

  const requestLookUp: LookUp = (address, log, requester) =>
    upstream({ domain: domainOf(address), log, requester }, async (options) =>
      lookedUp(address, await pay.validateLightningAddress(address, options)),
    )

  /**
   * A provider's reply in the form for pages, and what charges need of it. The service says that an address is valid even
   * if its server is at fault; then the address is refused here for the reason for which a charge would be refused.
   */
  function lookedUp(address: string, answer: AddressValidation): LookedUp {
    if (!answer.valid) return refused({ ...answer })
    // A provider that requests the invoice from the callback has checked it.
    const given = pay.takesPayerData ? undefined : {}
    const read = readRecipient(answer.metadata, { address, given, usesCallback: false })
    if (!read.ok) return refused({ ...read, ok: undefined })
    const { minMsat, maxMsat, commentAllowed, payerData } = read.value
    const metadata = publicPart(answer.metadata) as PayMetadata
    const hash = descriptionHash(metadata.metadata)
    const isNamed = isMadeOutTo(address, { descriptionHash: hash }, { metadata: metadata.metadata })
    return {
      valid: true,
      answer: passOn({ ...answer, metadata }, ['valid', 'metadata']),
      terms: { minMsat, maxMsat, commentAllowed, payerData },
      descriptionHash: isNamed ? hash : undefined,
    }
  }

  const refused = (refusal: Record<string, unknown>): LookedUp => ({
    valid: false,
    answer: passOn(readRefusal(refusal), REFUSAL_FIELDS),
  })

  const drop = (address: string) => {
    keptCharacters -= entries.get(address)?.characters ?? 0
    entries.delete(address)
  }

  const keep = (address: string, entry: Entry, forMs: number, characters: number) => {
    if (entries.get(address) !== entry) return
    entry.endsAtMs = now().getTime() + forMs
    entry.characters = ENTRY_CHARACTERS + characters
    keptCharacters += entry.characters
    for (const [oldest, { endsAtMs }] of entries) {
      if (keptCharacters <= MAX_KEPT_CHARACTERS) break
      if (endsAtMs !== Number.POSITIVE_INFINITY) drop(oldest)
    }
  }

  async function lookUp(...request: Parameters<LookUp>): Promise<LookedUp> {
    const [address, log, requester] = request
    const known = entries.get(address)
    if (known && known.endsAtMs > now().getTime())
      return known.found.catch((error: unknown) => {
        // The budget of the request that started the look-up is used up; this request has its own.
        if (isOwnRefusal(error)) return lookUp(...request)
        throw error
      })
    drop(address)
    const found = requestLookUp(address, log, requester)
    const entry: Entry = { found, endsAtMs: Number.POSITIVE_INFINITY, characters: 0 }
    entries.set(address, entry)
    found.then(
      ({ answer }) => {
        if (answer.valid) keep(address, entry, VALID_TTL_MS, JSON.stringify(answer.metadata).length)
        else keep(address, entry, INVALID_TTL_MS, 0)
      },
      (error) => {
        if (isOwnRefusal(error)) return drop(address)
        const retryAfterMs = isLeydenError(error) ? (error.retryAfterMs ?? 0) : 0
        keep(address, entry, Math.min(Math.max(retryAfterMs, FAILURE_TTL_MS), 10_000), 0)
      },
    )
    return found
  }

  return async (address, log, requester) => {
    const found = await lookUp(address, log, requester)
    if (!found.valid) logRefusal(log, found.answer, domainOf(address))
    return found
  }
}

/** A limit of the BFF itself concerns neither the address nor other clients, so it is not cached. */
function isOwnRefusal(error: unknown): boolean {
  const isOwn = isLeydenError(error) && error.party === undefined && error.status === undefined
  return isOwn && (error.code === 'RATE_LIMITED' || error.code === 'SERVICE_UNAVAILABLE')
}

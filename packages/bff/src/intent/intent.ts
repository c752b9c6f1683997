import { LeydenError } from '@leyden/core'
import { badField, type ChargeTerms, readTerms } from '../charge/charge-terms.js'
import type { Context } from '../context.js'
import { randomId } from '../tokens/random-id.js'

/** What a server fixes for a page. */
export interface IntentOrder {
  lnaddress: string
  amountMsat: bigint
  /** At most 639 characters. */
  description?: string | undefined
  /** What this is the payment for, at most 255 characters: one open charge at a time, and one payment. */
  reference: string
}

/** A genuine intent that can still be read. */
export interface ReadIntent {
  terms: ChargeTerms
  reference: string
  /** Until when a charge can be made of it. */
  expiresAt: Date
}

/** Long enough to press a button, short enough that a price still holds. */
const INTENT_LIFE_MS = 15 * 60_000
/** A page that comes back much later still learns that its order was paid. */
const INTENT_READABLE_MS = 31 * 86_400_000

/**
 * Signs the terms of a charge; a page that has the intent can pay exactly that and change nothing.
 *
 * @throws LeydenError `BAD_REQUEST` naming the field, `NOT_LIGHTNING_ADDRESS`.
 */
export async function signIntent(context: Context, order: IntentOrder): Promise<string> {
  const terms = readTerms({ ...order, amount: String(order.amountMsat) })
  if (terms.reference === undefined) throw badField('reference', 'is required')
  const createdAt = context.now()
  const readableUntil = new Date(createdAt.getTime() + INTENT_READABLE_MS)
  const id = randomId()
  await context.store.put({
    kind: 'intent',
    id,
    createdAt: createdAt.toISOString(),
    expiresAt: new Date(createdAt.getTime() + INTENT_LIFE_MS).toISOString(),
    watchUntil: readableUntil.toISOString(),
    lnaddress: terms.lnaddress,
    amountMsat: String(terms.amountMsat),
    ...(terms.description !== undefined && { description: terms.description }),
    reference: terms.reference,
  })
  return context.tokens.issue('intent', id, readableUntil)
}

/**
 * What an intent stands for, also when a charge can no longer be made of it.
 *
 * @throws LeydenError `BAD_REQUEST` with field `intent` for one that this shop did not sign, `INTENT_EXPIRED` for one
 * that can no longer be read.
 */
export async function readIntent({ tokens, store, now }: Context, intent: unknown): Promise<ReadIntent> {
  const token = typeof intent === 'string' ? tokens.verify('intent', intent) : null
  if (!token) throw badField('intent', 'was not signed by this shop')
  const signed = token.expiresAt > now() ? await store.get(token.id) : null
  if (signed?.kind !== 'intent') throw intentExpired()
  return {
    terms: readTerms({ ...signed, amount: signed.amountMsat }),
    reference: signed.reference,
    expiresAt: new Date(signed.expiresAt),
  }
}

export function intentExpired(): LeydenError {
  return new LeydenError('INTENT_EXPIRED', 'The intent has run out: get a new one from the shop.', {
    field: 'intent',
  })
}

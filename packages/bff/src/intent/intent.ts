import { LeydenError } from '@leyden/core'
import { badField, type ChargeTerms, readTerms } from '../charge/charge-terms.js'
import type { Context } from '../context.js'
import { randomId } from '../tokens/random-id.js'

/** What a server fixes for a page. */
export interface IntentOrder {
  lnaddress: string
  amountMsat: bigint
  /** At most 639 characters. */
  description?: string
  /** What this is the payment for, at most 255 characters: one open charge at a time, and one payment. */
  reference: string
}

/** Long enough to press a button, short enough that a price still holds. */
const INTENT_LIFE_MS = 15 * 60_000

/**
 * Signs the terms of a charge; a page that has the intent can pay exactly that and change nothing.
 *
 * @throws LeydenError `BAD_REQUEST` naming the field, `NOT_LIGHTNING_ADDRESS`.
 */
export async function signIntent(context: Context, order: IntentOrder): Promise<string> {
  const terms = readTerms({ ...order, amount: String(order.amountMsat) })
  if (terms.reference === undefined) throw badField('reference', 'is required')
  const createdAt = context.now()
  const expiresAt = new Date(createdAt.getTime() + INTENT_LIFE_MS)
  const id = randomId()
  await context.store.put({
    kind: 'intent',
    id,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    watchUntil: expiresAt.toISOString(),
    lnaddress: terms.lnaddress,
    amountMsat: String(terms.amountMsat),
    ...(terms.description !== undefined && { description: terms.description }),
    reference: terms.reference,
  })
  return context.tokens.issue('intent', id, expiresAt)
}

/** What an intent stands for, and the name that its reference's one open charge goes by. */
export async function readIntent(
  { tokens, store, now }: Context,
  intent: unknown,
): Promise<{ terms: ChargeTerms; slot: string }> {
  const id = typeof intent === 'string' ? tokens.read('intent', intent, now()) : null
  const signed = id === null ? null : await store.get(id)
  if (signed?.kind !== 'intent')
    throw new LeydenError(
      'BAD_REQUEST',
      'The intent is not valid, or no longer: get a new one from the shop.',
      {
        field: 'intent',
      },
    )
  const terms = readTerms({ ...signed, amount: signed.amountMsat })
  return { terms, slot: `reference ${signed.reference}` }
}

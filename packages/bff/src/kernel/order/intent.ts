import { LeydenError } from '@leyden/core'
import type { MsatInput } from '@leyden/core/money'
import * as v from 'valibot'
import { TERMS } from '../charge/charge-messages.js'
import { type ChargeTerms, termsOf } from '../charge/charge-terms.js'
import { badField } from '../http/bad-field.js'
import { described, requestObject, text } from '../http/schema.js'
import type { Change } from '../store/change.js'
import type { Store } from '../store/store.js'
import type { IntentSubject } from '../store/subject.js'
import { intentRow, readSubject } from '../store/subject-rows.js'
import { randomId } from '../tokens/random-id.js'
import { type Tokens, unknownHere } from '../tokens/tokens.js'
import { orderId, orderIn, putOrder } from './order.js'
import { afterSigning, storedTerms } from './order-rule.js'

/** Body of `POST /admin/intents`. */
export const IntentRequest = requestObject({
  ...TERMS,
  reference: v.pipe(
    text(255),
    v.nonEmpty('is required'),
    v.check(isStorable, 'has U+0000 or half of a surrogate pair, which databases do not store'),
  ),
})

/** Reply to `POST /admin/intents`, and body of `POST /v0/intent`. */
export const SignedIntent = requestObject({
  intent: described(
    v.string('was not signed by this shop'),
    'The signed intent. A page can create a charge from it for 15 minutes, and read it for 31 days.',
  ),
})

/** Whether every store finds a text again as it is. */
function isStorable(value: string): boolean {
  return !/\0|\p{Surrogate}/u.test(value)
}

/** The terms that a server fixes for a page. */
export interface IntentOrder {
  /** The recipient, `<user>@<domain>`. */
  lnaddress: string
  /** Millisatoshis, greater than 0. */
  amountMsat: MsatInput
  /** At most 639 characters. */
  description?: string | undefined
  /**
   * Your id of the order, at most 255 characters. Only the recipient and amount that were signed last for it can be
   * charged, and its first payment of these terms closes it.
   */
  reference: string
}

/** A verified intent that can still be read. */
export interface ReadIntent {
  terms: ChargeTerms
  reference: string
  /** A charge can be created from it until then. */
  expiresAt: Date
}

/** Long enough for a person to press a button, short enough for a price to stay valid. */
const INTENT_LIFE_MS = 15 * 60_000
/** So that a page that is opened again much later still shows that its order was paid. */
const INTENT_READABLE_MS = 31 * 86_400_000

interface IntentOptions {
  tokens: Pick<Tokens, 'issue' | 'verify'>
  store: Pick<Store, 'get'>
  change: Change
  now: () => Date
}

/**
 * Signs the terms of a charge; a page with the intent can pay exactly these and cannot change them. Other terms than
 * before replace those of the reference, in the same step that stores the intent.
 *
 * @throws LeydenError `NOT_LIGHTNING_ADDRESS`.
 */
export async function signIntent(
  { tokens, change, now }: Omit<IntentOptions, 'store'>,
  order: v.InferOutput<typeof IntentRequest>,
): Promise<string> {
  const terms = termsOf(order)
  const createdAt = now()
  const readableUntil = new Date(createdAt.getTime() + INTENT_READABLE_MS)
  const intent: IntentSubject = {
    kind: 'intent',
    id: randomId(),
    createdAt: createdAt.toISOString(),
    expiresAt: new Date(createdAt.getTime() + INTENT_LIFE_MS).toISOString(),
    watchUntil: readableUntil.toISOString(),
    ...storedTerms(terms),
    description: terms.description,
    reference: order.reference,
  }
  await change([orderId(intent.reference), intent.id], (view) => {
    const { state, charges } = orderIn(view, intent.reference)
    putOrder(view, intent.reference, { state: afterSigning(state, intent), charges }, intent.watchUntil)
    view.put(intentRow(intent))
  })
  return tokens.issue('intent', intent.id, readableUntil)
}

/**
 * Reads an intent, even if a charge can no longer be created from it.
 *
 * @throws LeydenError `BAD_REQUEST` with field `intent` if this shop did not sign it, `INTENT_EXPIRED` if it can no
 * longer be read, `NOT_FOUND` with the reason `unknown_here` if the store does not have it.
 */
export async function readIntent(
  { tokens, store, now }: Omit<IntentOptions, 'change'>,
  intent: string,
): Promise<ReadIntent> {
  const token = tokens.verify('intent', intent)
  if (!token) throw badField('intent', 'was not signed by this shop')
  if (token.expiresAt <= now()) throw intentExpired()
  const signed = await readSubject(store, token.id)
  if (signed?.kind !== 'intent') throw unknownHere('intent', 'intent')
  return {
    terms: termsOf({ ...signed, amount: signed.amountMsat }),
    reference: signed.reference,
    expiresAt: new Date(signed.expiresAt),
  }
}

/**
 * The key of the rate limits of a signed intent: its reference, so that signing again gives no new limit; undefined if
 * the intent cannot be read.
 */
export async function referenceKey(read: () => Promise<ReadIntent>): Promise<string | undefined> {
  const intent = await read().catch(() => undefined)
  return intent && `reference ${intent.reference}`
}

export function intentExpired(): LeydenError {
  return new LeydenError('INTENT_EXPIRED', 'The intent has expired. Get a new one from the shop.', {
    field: 'intent',
  })
}

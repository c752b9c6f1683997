import type { RampSubject } from '../store/subject.js'
import type { SessionFields } from './ramp-fields.js'
import { emailHash } from './webhook-facts.js'

/** Who asks for a session, and for what. */
export interface SessionAsker {
  fields: Pick<SessionFields, 'email' | 'destination' | 'base_currency' | 'quote_currency' | 'reference_id'>
  /** The user's id; undefined for a guest. */
  userId: string | undefined
  rampOrderId: string | undefined
  /** As in {@link RampSubject}. */
  purchase: string | undefined
  /** The id of an earlier session, whose `watch_url` a page has shown with a request that is not for an order. */
  shown: string | undefined
}

/**
 * What somebody may know of a session of the service that belongs to an earlier request: `same`, if it is the one that
 * they ask for; `own`, if it is theirs, but for something else; `foreign`, if nothing proves that it is theirs. An e-mail
 * address proves something only if the shop's server has set it, because anybody can type it.
 */
export function claimOn(first: RampSubject, asker: SessionAsker): 'same' | 'own' | 'foreign' {
  const { fields, userId, rampOrderId, purchase, shown } = asker
  if (rampOrderId !== undefined && first.rampOrderId === rampOrderId) return 'same'
  const isOfUser = userId !== undefined && first.userId === userId
  const isShown = shown === first.id && first.guest && first.purchase === undefined
  const isOfShop = first.purchase !== undefined && purchase !== undefined
  const isOfEmail = isOfShop && first.emailHash === emailHash(first.id, fields.email)
  if (!isOfUser && !isShown && !isOfEmail) return 'foreign'
  const reference = first.referenceId === first.id ? undefined : first.referenceId
  const isSame =
    first.destination === fields.destination &&
    first.baseCurrency === fields.base_currency &&
    first.quoteCurrency === fields.quote_currency &&
    reference === fields.reference_id
  // Without a reference nobody knows whether two orders are for one purchase.
  const isKnown =
    reference !== undefined ||
    (rampOrderId === undefined && first.rampOrderId === undefined && (isOfUser || isShown))
  return isSame && isKnown ? 'same' : 'own'
}

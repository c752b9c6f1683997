import { LeydenError } from '@leyden/core'
import type { Bff } from '../../kernel/bff.js'
import { badField } from '../../kernel/http/bad-field.js'
import { findEvent } from '../../kernel/ramp/event-id.js'
import { suspicions } from '../../kernel/ramp/webhook-facts.js'
import type { Uses } from '../../kernel/services.js'
import { isListed } from '../../kernel/store/event-type.js'
import { findSubject } from './find-subject.js'

/** The type of the stored event that records a release. */
const RELEASED = 'ramp.released'

/** What an operator does by hand; {@link Bff} describes each. */
export function createOperatorActions(
  services: Uses<'store' | 'accessTokens' | 'publicState' | 'deliveries' | 'log' | 'now'>,
): Pick<Bff, 'redeliver' | 'release' | 'erase'> {
  const { store, accessTokens, publicState, deliveries, log, now } = services
  return {
    async redeliver(id) {
      if (!deliveries.wanted)
        throw new LeydenError('NOT_CONFIGURED', 'The BFF has no onEvent to deliver events to. Set onEvent.')
      const { subjectId, event } = await findEvent(store, id)
      if (!event || !isListed(event) || !(await store.redeliver(subjectId, event.seq, now())))
        throw new LeydenError('NOT_FOUND', 'No event has this id.')
      log.info({ event: id }, 'An event is delivered again')
      deliveries.wake()
    },

    /** The release is itself an event in the session's log: durable, ordered, and idempotent. */
    async release(id) {
      const { subjectId, event } = await findEvent(store, id)
      const session = event && (await store.get(subjectId))
      if (!event || session?.kind !== 'ramp') throw new LeydenError('NOT_FOUND', 'No ramp event has this id.')
      const { seq, facts, conflict, type } = event
      if (facts.releases !== undefined || (!conflict && suspicions(event, session).length === 0))
        throw badField('id', 'names an event that is not held for review')
      const key = `release of ${seq}`
      const release = { key, hash: key, type: RELEASED, at: now(), facts: { releases: seq } }
      const outcome = await store.append(subjectId, { ...release, deliver: deliveries.wanted })
      if (outcome !== 'duplicate') {
        log.info({ event: id, session: subjectId, type }, 'An event was released')
        deliveries.wake()
      }
      return publicState(session)
    },

    /** With the session of a user or an order it also deletes the user's access token and the order. */
    async erase(id) {
      if (typeof id !== 'string') {
        await accessTokens.forget(id.userId)
        return true
      }
      const subject = await findSubject(store, id)
      if (subject?.kind === 'ramp') {
        if (subject.userId !== undefined) await accessTokens.forget(subject.userId)
        if (subject.orderId !== undefined) await store.erase(subject.orderId)
      }
      // There may be webhooks of a session that was never stored.
      await store.erase(subject?.id ?? id)
      return subject !== null
    },
  }
}

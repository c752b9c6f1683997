import { LeydenError, type WatchState } from '@leyden/core'
import { badField } from '../charge/charge-terms.js'
import type { Context } from '../context.js'
import { publicState } from '../watch/history.js'
import { readEventId } from './event-id.js'
import { suspicions } from './webhook-facts.js'

/** The type of the stored event that a release is. */
const RELEASED = 'ramp.released'

/**
 * Makes an event count that was held for review: it contradicts its session, or another event of its id. The release
 * is an event of the session's log itself, so it is as durable, as ordered and as seldom doubled as any other.
 *
 * @returns the state of the session after it.
 * @throws LeydenError `NOT_FOUND` where there is no such event, `BAD_REQUEST` for one that is not held.
 */
export async function releaseEvent(context: Context, id: string): Promise<WatchState> {
  const { store, options, now, outbox, log } = context
  const { subjectId, seq } = readEventId(id) ?? { subjectId: '', seq: 0 }
  const session = await store.get(subjectId)
  const [event] = session?.kind === 'ramp' ? await store.read(subjectId, seq - 1) : []
  if (session?.kind !== 'ramp' || event?.seq !== seq)
    throw new LeydenError('NOT_FOUND', 'No ramp event has this id.')
  if (event.facts.releases !== undefined || (!event.conflict && suspicions(event, session).length === 0))
    throw badField('id', 'names an event that is not held for review')
  const key = `release of ${seq}`
  const outcome = await store.append(subjectId, {
    key,
    hash: key,
    type: RELEASED,
    at: now(),
    facts: { releases: seq },
    deliver: options.onEvent !== undefined,
  })
  if (outcome !== 'duplicate') {
    log.info({ event: id, session: subjectId, type: event.type }, 'An event was released')
    outbox.nudge()
  }
  return publicState(context, session)
}

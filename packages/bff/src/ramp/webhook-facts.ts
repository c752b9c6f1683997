import type { WebhookEvent } from '@leyden/core/webhook'
import { rampMeaning } from '@leyden/core/webhook'
import type { Context } from '../context.js'
import type { EventFacts, StoredEvent, Suspicion } from '../store/store.js'
import type { RampSubject, Subject } from '../store/subject.js'

/** Fields of a purchase that its buyer may see, and of nothing else. */
const SHOWN = ['amount', 'currency', 'destination', 'reference_id'] as const

/** Said of an event that does not count until an operator has looked at it. */
export const SUSPECT =
  'A webhook contradicts its session or the mode of this BFF; it counts once it is released by its id'

/** What a webhook says that outlives its body. */
export function webhookFacts(
  event: WebhookEvent,
  session: Subject | null,
  { mode }: Context,
  authenticity: 'capability' | 'signature',
): EventFacts {
  const meaning = rampMeaning(event)
  const suspect: Suspicion[] = []
  if (
    session?.kind === 'ramp' &&
    event.sessionId !== null &&
    !isSameSession(event.sessionId, session.sessionId)
  )
    suspect.push('session_id')
  if (event.livemode !== null && event.livemode !== (mode === 'live')) suspect.push('livemode')
  const details = meaning === null ? {} : shownDetails(event.data)
  return {
    authenticity,
    ...(meaning !== null && { meaning }),
    ...(event.livemode !== null && { livemode: event.livemode }),
    ...(Object.keys(details).length > 0 && { details }),
    ...(session === null && event.sessionId !== null && { sessionId: event.sessionId.slice(0, 255) }),
    ...(suspect.length > 0 && { suspect }),
  }
}

/** How an event contradicts its session, as was found when it came or as the session that it met shows. */
export function suspicions({ facts }: StoredEvent, session: RampSubject): Suspicion[] {
  // Events stored by earlier versions have a single string here.
  const found = new Set([facts.suspect ?? []].flat())
  if (facts.sessionId !== undefined && !isSameSession(facts.sessionId, session.sessionId))
    found.add('session_id')
  return [...found]
}

/** Whether two spellings name one session of the service, which writes both `ses_x` and `sess_x`. */
function isSameSession(a: string, b: string): boolean {
  return plainSessionId(a) === plainSessionId(b)
}

/** The service's id of a session in the one spelling that it is looked up by. */
export function plainSessionId(sessionId: string): string {
  return sessionId.replace(/^sess_/, 'ses_')
}

function shownDetails(data: Readonly<Record<string, unknown>>): Record<string, string> {
  const details: Record<string, string> = {}
  for (const field of SHOWN) {
    const value = Object.hasOwn(data, field) ? data[field] : undefined
    if (typeof value === 'string' || typeof value === 'number') details[field] = String(value).slice(0, 255)
  }
  return details
}

/** One spelling for both envelopes: `ramp.purchase.completed`, `ramp.payment.settled`. */
export function eventType(kind: string): `ramp.${string}` {
  const older = /^RAMP_WIDGET\.V\d+\.([\w.]{1,100})$/.exec(kind)?.[1]
  if (older) return `ramp.${older.toLowerCase()}`
  return /^ramp\.[\w.]{1,100}$/.test(kind) ? (kind as `ramp.${string}`) : 'ramp.other'
}

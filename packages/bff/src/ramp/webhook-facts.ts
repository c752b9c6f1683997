import type { WebhookEvent } from '@leyden/core/webhook'
import { rampMeaning } from '@leyden/core/webhook'
import type { Context } from '../context.js'
import type { EventFacts, StoredEvent } from '../store/store.js'
import type { RampSubject, Subject } from '../store/subject.js'

/** Fields of a purchase that its buyer may see, and of nothing else. */
const SHOWN = ['amount', 'currency', 'destination', 'reference_id'] as const

/** What a webhook says that outlives its body. */
export function webhookFacts(
  event: WebhookEvent,
  session: Subject | null,
  { mode }: Context,
  authenticity: 'capability' | 'signature',
): EventFacts {
  const meaning = rampMeaning(event)
  const suspect = suspicion(event, session, mode)
  const details = meaning === null ? {} : shownDetails(event.data)
  return {
    authenticity,
    ...(meaning !== null && { meaning }),
    ...(event.livemode !== null && { livemode: event.livemode }),
    ...(Object.keys(details).length > 0 && { details }),
    ...(session === null && event.sessionId !== null && { sessionId: event.sessionId.slice(0, 255) }),
    ...(suspect !== null && { suspect }),
  }
}

/** Whether an event cannot be what it says it is, as was found when it came or as the session that it met shows. */
export function contradicts({ facts }: StoredEvent, session: RampSubject): boolean {
  return facts.suspect !== undefined || (facts.sessionId ?? session.sessionId) !== session.sessionId
}

/** Why an event cannot be what it says it is; null where nothing speaks against it. */
function suspicion(event: WebhookEvent, session: Subject | null, mode: Context['mode']): string | null {
  if (event.livemode !== null && event.livemode !== (mode === 'live')) return 'livemode'
  if (session?.kind === 'ramp' && event.sessionId !== null && event.sessionId !== session.sessionId)
    return 'session_id'
  return null
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

import * as v from 'valibot'
import { Detection, described, Time } from '../http/schema.js'
import { eventId } from '../ramp/event-id.js'
import { suspicions } from '../ramp/webhook-facts.js'
import type { StoredEvent } from '../store/store.js'
import type { Subject } from '../store/subject.js'

/** An event without its body, which may contain e-mail addresses and tokens, and without a preimage. */
export const ReadEvent = v.strictObject({
  id: described(v.string(), 'The id of the event, as in `onEvent` and the log.'),
  type: v.string(),
  at: Time,
  evidence: v.optional(Detection),
  meaning: v.optional(v.string()),
  livemode: v.optional(v.boolean()),
  suspect: v.optional(v.array(v.string())),
  conflict: v.optional(v.literal(true)),
  unreadable: v.optional(v.string()),
  releases: v.optional(v.string()),
})

/** The fields of an event that an operator may see. */
export function readEvent(
  subjectId: string,
  subject: Subject | null,
  event: Omit<StoredEvent, 'body'>,
): v.InferOutput<typeof ReadEvent> {
  const { seq, type, at, conflict, facts } = event
  const { evidence, meaning, livemode, unreadable, releases } = facts
  const suspect = subject?.kind === 'ramp' ? suspicions(event, subject) : []
  return {
    id: eventId(subjectId, seq),
    type,
    at: at.toISOString(),
    evidence,
    meaning,
    livemode,
    suspect: suspect.length > 0 ? suspect : undefined,
    conflict: conflict || undefined,
    unreadable,
    releases: releases === undefined ? undefined : eventId(subjectId, releases),
  }
}

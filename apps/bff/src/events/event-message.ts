import type { BffEvent, SessionFacts } from '@leyden/bff'

/** An event as it goes to another server: amounts as decimal strings of millisatoshis, times in ISO 8601. */
export interface EventMessage {
  id: string
  type: string
  timestamp: string
  data: Record<string, unknown>
}

export function eventMessage(event: BffEvent): EventMessage {
  const { id, type, at } = event
  return {
    id,
    type,
    timestamp: at.toISOString(),
    data: dataOf(event),
  }
}

function dataOf(event: BffEvent): Record<string, unknown> {
  if ('charge' in event) return chargeData(event)
  return 'session' in event ? sessionData(event) : unusableData(event)
}

function chargeData(event: Extract<BffEvent, { charge: unknown }>): Record<string, unknown> {
  const { paymentHash, lnaddress, amountMsat, description, reference, intent, userId, network, mode } =
    event.charge
  return {
    payment_hash: paymentHash,
    lnaddress,
    amount: String(amountMsat),
    description,
    reference,
    intent,
    user_id: userId,
    network,
    mode,
    ...('evidence' in event && { evidence: event.evidence, preimage: event.preimage, late: event.late }),
  }
}

function sessionData(event: Extract<BffEvent, { session: unknown }>): Record<string, unknown> {
  const { kind, meaning, suspect, released, livemode, authenticity, conflict, data, userTokens } = event
  return {
    ...sessionFields(event.session),
    kind,
    meaning,
    suspect,
    released,
    livemode,
    authenticity,
    conflict,
    payload: data,
    user_tokens: userTokens,
  }
}

function unusableData(event: Extract<BffEvent, { knownSession: unknown }>): Record<string, unknown> {
  const { knownSession, reason, authenticity, body } = event
  return { ...(knownSession && sessionFields(knownSession)), reason, authenticity, body }
}

function sessionFields({ sessionId, referenceId, userId, guest, mode }: SessionFacts) {
  return { session_id: sessionId, reference_id: referenceId, user_id: userId, guest, mode }
}

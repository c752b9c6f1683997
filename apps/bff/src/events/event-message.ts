import type { BffEvent } from '@leyden/bff'

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
    data: 'charge' in event ? chargeData(event) : sessionData(event),
  }
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
  const { session, kind, meaning, livemode, authenticity, conflict, data, userTokens } = event
  return {
    session_id: session.sessionId,
    reference_id: session.referenceId,
    user_id: session.userId,
    guest: session.guest,
    mode: session.mode,
    kind,
    meaning,
    livemode,
    authenticity,
    conflict,
    payload: data,
    user_tokens: userTokens,
  }
}

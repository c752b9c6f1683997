import type { ChargeReply } from './charge-reply.js'

export interface ChargeState {
  kind: 'charge'
  status: 'open' | 'paid' | 'expired'
  evidence?: string
  preimage?: string
}

/** Requests the state of a charge from the BFF, without the page. */
export async function readChargeState(bffUrl: string, { data }: ChargeReply): Promise<ChargeState> {
  const response = await fetch(`${bffUrl}/${data.watch_url}`, { headers: { accept: 'application/json' } })
  const reply = (await response.json()) as { data?: ChargeState } & ChargeState
  return reply.data ?? reply
}

import type { ChargeReply } from './charge-reply.js'

export interface ChargeState {
  kind: 'charge'
  status: 'open' | 'paid' | 'expired'
  evidence?: string
  preimage?: string
}

/** The state of a charge at the BFF, requested without the page. */
export async function readWatch(bffUrl: string, { data }: ChargeReply): Promise<ChargeState> {
  const response = await fetch(`${bffUrl}/${data.watch_url}`, { headers: { accept: 'application/json' } })
  const reply = (await response.json()) as { data?: ChargeState } & ChargeState
  return reply.data ?? reply
}

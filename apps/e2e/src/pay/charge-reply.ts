import type { recordTraffic } from '../harness/traffic.js'

export interface ChargeReply {
  success: boolean
  data: {
    amount: string
    lnaddress: string
    invoice: { request: string; uri: string }
    watch_url: string
    watch_until: string
    detects: string[]
  }
}

/** The latest reply of the BFF with an invoice. */
export async function lastCharge(traffic: ReturnType<typeof recordTraffic>): Promise<ChargeReply> {
  await traffic.idle()
  const replies = traffic.exchanges.filter(
    ({ kind, url }) => kind === 'reply' && url.endsWith('/v0/ln-address/fetch-charge'),
  )
  const text = replies.at(-1)?.text ?? ''
  return JSON.parse(text.slice(text.indexOf('\n{"success"') + 1)) as ChargeReply
}

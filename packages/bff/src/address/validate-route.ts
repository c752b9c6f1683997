import { parseLightningAddress } from '@leyden/lightning/address'
import { checkAddressAllowed } from '../charge/charge-terms.js'
import type { Context, Exchange } from '../context.js'
import { success } from '../http/reply.js'

/** `GET /v0/ln-address/validate/:address`. "No" is an answer with status 200. */
export async function validateRoute(context: Context, exchange: Exchange): Promise<Response> {
  const { mode, network } = context
  const parsed = parseLightningAddress(exchange.parameter)
  if (!parsed.ok) return success(context, { valid: false, reason: 'malformed', mode, network })
  checkAddressAllowed(parsed, context.chargeLimits)
  if (exchange.ip) await context.spend('lookUpsPerMinute', exchange.ip)
  const answer = await context.lookUp(parsed.address)
  const { takesPayerData } = context.options.pay
  return answer.valid
    ? success(context, {
        valid: true,
        metadata: answer.metadata,
        mode,
        network,
        ...(takesPayerData && { takes_payer_data: true }),
      })
    : success(context, { valid: false, reason: answer.reason, mode, network })
}

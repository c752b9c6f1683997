import type * as wire from '@leyden/core'
import type { PayProvider } from '@leyden/core/provider'
import { parseLightningAddress } from '@leyden/lightning'
import { checkAddressAllowed } from '../charge/charge-terms.js'
import { pageRoute, type Route } from '../http/route.js'
import type { ChargeLimits, Consume } from '../limits/limits.js'
import { logRefusal } from './log-refusal.js'
import type { LookUp } from './look-up.js'

interface ValidateOptions {
  lookUp: LookUp
  consume: Consume
  chargeLimits: ChargeLimits
  pay: Pick<PayProvider, 'takesPayerData'>
  mode: wire.Mode
  network: wire.Network
}

/** `GET /v0/ln-address/validate/{address}`. */
export function validateRoute(options: ValidateOptions): Route {
  const { lookUp, consume, chargeLimits, pay, mode, network } = options
  return pageRoute('GET /v0/ln-address/validate/{address}', {
    name: 'validate',
    open: true,
    async handle({ parameter, ip, log }): Promise<wire.AddressValidation> {
      const parsed = parseLightningAddress(parameter)
      if (!parsed.ok) {
        const refusal = { valid: false, reason: 'malformed', mode, network } as const
        logRefusal(log, refusal, undefined)
        return refusal
      }
      checkAddressAllowed(parsed, chargeLimits)
      await consume.byClient('lookUpsPerMinute', ip)
      const { answer } = await lookUp(parsed.address, log, { trust: 'page', ip })
      if (!answer.valid) return { ...answer, mode, network }
      return { ...answer, mode, network, takes_payer_data: pay.takesPayerData || undefined }
    },
  })
}

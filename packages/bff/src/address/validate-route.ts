import type { Mode, Network } from '@leyden/core'
import { parseLightningAddress } from '@leyden/lightning/address'
import { checkAddressAllowed } from '../charge/charge-terms.js'
import { pageRoute, type Route } from '../http/route.js'
import type { ChargeLimits, Spend } from '../limits/limits.js'
import { AddressValidation } from './address-messages.js'
import type { LookUp } from './look-up.js'

interface ValidateOptions {
  lookUp: LookUp
  spend: Spend
  chargeLimits: ChargeLimits
  takesPayerData: boolean
  mode: Mode
  network: Network
}

const NOT_IN_SANDBOX =
  'The sandbox knows test addresses only, such as alice@wallet.example. Its option `domains` adds more domains.'

/** `GET /v0/ln-address/validate/{address}`. */
export function validateRoute(options: ValidateOptions): Route {
  const { lookUp, spend, chargeLimits, takesPayerData, mode, network } = options
  return pageRoute('GET /v0/ln-address/validate/{address}', {
    name: 'validate',
    parameter: 'The Lightning Address, `<user>@<domain>`, percent-encoded.',
    open: true,
    summary:
      'Whether an address can be paid, and its limits. An address that cannot be paid gets a reply with status 200 as well.',
    reply: AddressValidation,
    async handle({ parameter, ip, log }) {
      const parsed = parseLightningAddress(parameter)
      if (!parsed.ok) return { valid: false, reason: 'malformed', mode, network }
      checkAddressAllowed(parsed, chargeLimits)
      await spend.byClient('lookUpsPerMinute', ip)
      const answer = await lookUp(parsed.address, log, { trust: 'page', ip })
      if (!answer.valid && answer.reason === 'not_in_sandbox') log.warn({}, NOT_IN_SANDBOX)
      const takes_payer_data = (answer.valid && takesPayerData) || undefined
      return { ...answer, mode, network, takes_payer_data }
    },
  })
}

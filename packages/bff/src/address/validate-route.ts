import { parseLightningAddress } from '@leyden/lightning/address'
import { checkAddressAllowed } from '../charge/charge-terms.js'
import { pageRoute, type Route } from '../http/route.js'
import type { Services } from '../services.js'
import { AddressValidation } from './address-messages.js'

const NOT_IN_SANDBOX =
  'The sandbox knows test addresses only, such as alice@wallet.example. Its option `domains` adds more domains.'

/** `GET /v0/ln-address/validate/{address}`. */
export function validateRoute({ lookUp, spend, chargeLimits, pay, mode, network }: Services): Route {
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
      const takes_payer_data = (answer.valid && pay.takesPayerData) || undefined
      return { ...answer, mode, network, takes_payer_data }
    },
  })
}

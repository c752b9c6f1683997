import type * as wire from '@leyden/core'
import { ADDRESS_FAULTS, ADDRESS_REASONS } from '@leyden/core/internal'
import type { PayProvider } from '@leyden/core/provider'
import { parseLightningAddress } from '@leyden/lightning'
import * as v from 'valibot'
import { checkAddressAllowed } from '../charge/charge-terms.js'
import { pageRoute, type Route } from '../http/route.js'
import { described, type FieldsOf, Mode, Network, optional } from '../http/schema.js'
import type { ChargeLimits, Consume } from '../limits/limits.js'
import { logRefusal } from './log-refusal.js'
import type { LookUp } from './look-up.js'

export const PayMetadata = described(
  v.looseObject({
    minSendable: described(v.number(), 'The smallest amount, in millisatoshis.'),
    maxSendable: described(v.number(), 'The largest amount, in millisatoshis.'),
    commentAllowed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    tag: v.string(),
    metadata: described(v.string(), 'A JSON array of `[mime type, content]` pairs.'),
    callback: v.optional(v.string()),
    payerData: v.optional(v.record(v.string(), v.object({ mandatory: v.boolean() }))),
    disposable: v.optional(v.boolean()),
  } satisfies FieldsOf<wire.PayMetadata>),
  'The data that the address advertises (LUD-06). The BFF passes on other fields unchanged.',
)

/** Reply to `GET /v0/ln-address/validate/{address}`. */
export const AddressValidation = v.variant('valid', [
  v.looseObject({
    valid: v.literal(true),
    metadata: PayMetadata,
    mode: Mode,
    network: Network,
    takes_payer_data: optional(v.literal(true), 'True if the request for a charge may contain `payer_data`.'),
  } satisfies FieldsOf<Extract<wire.AddressValidation, { valid: true }>>),
  v.looseObject({
    valid: v.literal(false),
    reason: described(v.picklist(ADDRESS_REASONS), 'Why this address cannot be paid.'),
    detail: optional(
      v.picklist(ADDRESS_FAULTS),
      "What is wrong with the reply of the recipient's server, beside `not_usable`.",
    ),
    payer_data: optional(
      v.array(v.string()),
      'The kinds of payer data that the address demands (LUD-18), beside `payer_data_required`.',
    ),
    provider_message: optional(
      v.string(),
      "The recipient's own words (LUD-06), in one line of at most 200 characters. Show them as quoted text only.",
    ),
    provider_host: optional(v.string(), 'The host that sent the faulty reply, and said `provider_message`.'),
    mode: Mode,
    network: Network,
  } satisfies FieldsOf<wire.AddressRefusal>),
])

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
    parameter: 'The Lightning Address, `<user>@<domain>`, percent-encoded.',
    open: true,
    summary:
      'Whether an address can be paid, and its limits. An address that cannot be paid gets a reply with status 200 as well.',
    reply: AddressValidation,
    async handle({ parameter, ip, log }) {
      const parsed = parseLightningAddress(parameter)
      if (!parsed.ok) {
        const refusal = { valid: false, reason: 'malformed', mode, network } as const
        logRefusal(log, refusal, undefined)
        return refusal
      }
      checkAddressAllowed(parsed, chargeLimits)
      await consume.byClient('lookUpsPerMinute', ip)
      const { answer } = await lookUp(parsed.address, log, { trust: 'page', ip })
      const takes_payer_data = (answer.valid && pay.takesPayerData) || undefined
      return { ...answer, mode, network, takes_payer_data }
    },
  })
}

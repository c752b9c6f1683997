import type { AddressRefusal, Log } from '@leyden/core'
import { redactText } from '../upstream/failure-facts.js'

const NOT_IN_SANDBOX =
  'The sandbox knows test addresses only, such as alice@wallet.example. Its option `domains` adds more domains.'

/**
 * Logs why an address cannot be paid, once for each request that is refused for it. The address itself is not logged,
 * because it may be somebody's e-mail address.
 *
 * @param domain the domain of the address, for the host if no server of it has replied.
 */
export function logRefusal(log: Log, refusal: AddressRefusal, domain: string | undefined): void {
  const { reason, detail, payer_data, provider_host: host = domain, provider_message } = refusal
  const providerMessage = provider_message && redactText(provider_message)
  const facts = { host, reason, detail, payerData: payer_data, providerMessage }
  if (reason === 'not_in_sandbox') log.warn({ code: 'SANDBOX_ADDRESS_UNKNOWN', ...facts }, NOT_IN_SANDBOX)
  else if (reason === 'not_usable' || reason === 'payer_data_required')
    log.warn({ code: 'ADDRESS_NOT_PAYABLE', ...facts }, 'The server of an address lets nobody pay it here')
  // Most others are mistakes of a person who types.
  else log.info({ code: 'ADDRESS_NOT_PAYABLE', ...facts }, 'An address cannot be paid')
}

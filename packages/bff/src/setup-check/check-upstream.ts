import { isLeydenError, type RampSession } from '@leyden/core'
import { withDeadline } from '@leyden/core/internal'
import { termsOf } from '../charge/charge-terms.js'
import { checkReply } from '../charge/check-reply.js'
import type { PayProvider, ProviderOptions, RampProvider, RequestTrace } from '../provider/provider.js'
import { CHECK_ADDRESS } from './check-address.js'
import type { CheckOptions } from './check-setup.js'
import { failed, type Outcome, type Outcomes, ok, problem, skipped } from './finding.js'

/** Makes the three calls of the service, on input that costs nothing. */
export function createCheckUpstream(options: CheckOptions, capabilityUrl: () => string) {
  const { network, now, timeoutMs } = options
  const { ramp, rampOrigins = [] } = options.options
  const pay: PayProvider & Partial<RampProvider> = options.options.pay

  /** One upstream request, with what is known of it. */
  const ask = async <T>(trace: RequestTrace, work: (each: ProviderOptions) => Promise<T>) =>
    withDeadline(timeoutMs, undefined, (signal) => work({ signal, trace }))

  async function checkPay(lnaddress: string): Promise<Outcomes> {
    const trace: RequestTrace = {}
    let minMsat = 1_000n
    let isKnown = false
    try {
      const answer = await ask(trace, (each) => pay.validateLightningAddress(lnaddress, each))
      isKnown = answer.valid
      if (answer.valid) minMsat = BigInt(answer.metadata.minSendable)
      else if (lnaddress !== CHECK_ADDRESS)
        return {
          'look-up': problem(
            'recipient',
            `${lnaddress} is no Lightning Address.`,
            'Check how it is spelt, and its provider.',
          ),
        }
    } catch (error) {
      return { 'look-up': failed(error, trace) }
    }
    const lookUp = ok(
      `${trace.host ?? 'The provider'} answers look-ups${isKnown && pay.party !== 'recipient' ? ', and takes the key' : ''}.`,
    )
    const minSatsMsat = options.chargeLimits.minSats * 1_000n
    const amount = String(minMsat > minSatsMsat ? minMsat : minSatsMsat)
    try {
      const reply = await ask(trace, (each) => pay.createCharge({ lnaddress, amount }, each))
      checkReply(reply, { terms: termsOf({ lnaddress, amount }), network, now: now() })
      const charge = ok(`${trace.host ?? 'The provider'} makes invoices of ${network}.`)
      return { 'look-up': lookUp, charge }
    } catch (error) {
      return { 'look-up': lookUp, charge: chargeFinding(error, trace, lnaddress) }
    }
  }

  function chargeFinding(error: unknown, trace: RequestTrace, lnaddress: string): Outcome {
    const { code, status = 0, field, reason, actual } = isLeydenError(error) ? error : { code: '' }
    if (code === 'INVOICE_MISMATCH' && field === 'network')
      return problem(
        'configuration',
        `The invoice is of ${actual}, and this BFF is set to ${network}.`,
        `Set network: '${actual}' (LEYDEN_NETWORK=${actual}), or use the key of ${network}.`,
      )
    if (code === 'INVOICE_MISMATCH')
      return problem(
        pay.party ?? 'service',
        `The invoice is wrong: ${field} (${reason}).`,
        'Its maker has to repair that: the BFF refuses such invoices.',
      )
    const isRefusal = lnaddress === CHECK_ADDRESS && [400, 404, 422].includes(status) && code !== 'NOT_FOUND'
    if (isRefusal || code === 'NOT_LIGHTNING_ADDRESS')
      return ok(
        `${trace.host ?? 'The provider'} answers, and refuses ${lnaddress}. Give an address for a whole check.`,
      )
    return failed(error, trace)
  }

  async function checkRamp(email: string | undefined): Promise<Outcome> {
    // Without a ramp, a session is opened only on request: it tells the origin that rampOrigins has to name.
    const provider = ramp ?? (email === undefined ? undefined : pay)
    if (!provider?.createRampSession) return skipped('There is no ramp here.')
    const open = provider.createRampSession.bind(provider)
    const trace: RequestTrace = {}
    const { quoteCurrencies, baseCurrencies } = options.options.rampFields ?? {}
    let session: RampSession
    try {
      const order = {
        email: email ?? CHECK_ADDRESS,
        quote_currency: quoteCurrencies?.[0],
        base_currency: baseCurrencies?.[0],
        reference_id: 'leyden-check',
        webhook_url: capabilityUrl(),
      }
      session = await ask(trace, (each) => open(order, each))
    } catch (error) {
      return failed(error, trace)
    }
    const { origin } = new URL(session.widget_url)
    if (rampOrigins.includes(origin)) return ok(`Sessions open, and their page is of ${origin}.`)
    const listed = rampOrigins.length === 0 ? 'is not set' : `says ${rampOrigins.join(', ')}`
    return problem(
      'configuration',
      `The ramp's page is of ${origin}, and rampOrigins ${listed}.`,
      `If you trust that origin, set rampOrigins: ['${origin}'] (LEYDEN_RAMP_ORIGINS=${origin}).`,
    )
  }

  return { checkPay, checkRamp }
}

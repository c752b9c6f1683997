import type { RampSession } from '@leyden/core'
import { withDeadline } from '@leyden/core/internal'
import type { PayProvider, RampProvider, RequestTrace } from '../provider/provider.js'
import { CHECK_ADDRESS } from './check-address.js'
import { type CheckResult, misconfigured, ok, skipped } from './check-result.js'
import type { CheckRun } from './check-run.js'
import { upstreamFailure } from './upstream-failure.js'

/** Opens a session and leaves it. */
export async function checkRamp({
  ramp,
  email,
  rampOrigins = [],
  rampFields: { quoteCurrencies, baseCurrencies } = {},
  webhookUrl,
  timeoutMs,
  ...run
}: Pick<
  CheckRun,
  'pay' | 'ramp' | 'rampOrigins' | 'rampFields' | 'email' | 'webhookUrl' | 'timeoutMs'
>): Promise<CheckResult> {
  const pay: PayProvider & Partial<RampProvider> = run.pay
  // Without a ramp, open a session only on request, to show the origin that rampOrigins needs.
  const provider = ramp ?? (email === undefined ? undefined : pay)
  if (!provider?.createRampSession) return skipped('No ramp is configured.')
  const open = provider.createRampSession.bind(provider)
  const trace: RequestTrace = {}
  let session: RampSession
  try {
    const order = {
      email: email ?? CHECK_ADDRESS,
      quote_currency: quoteCurrencies?.[0],
      base_currency: baseCurrencies?.[0],
      reference_id: 'leyden-check',
      webhook_url: webhookUrl(),
    }
    session = await withDeadline(timeoutMs, undefined, (signal) => open(order, { signal, trace }))
  } catch (error) {
    return upstreamFailure(error, trace)
  }
  const { origin } = new URL(session.widget_url)
  if (rampOrigins.includes(origin)) return ok(`Sessions can be opened; their page is of ${origin}.`)
  const listed = rampOrigins.length === 0 ? 'is not set' : `is ${rampOrigins.join(', ')}`
  return misconfigured(
    `The ramp's page is of ${origin}, but rampOrigins ${listed}.`,
    `If you trust that origin, set rampOrigins: ['${origin}'] (LEYDEN_RAMP_ORIGINS=${origin}).`,
  )
}

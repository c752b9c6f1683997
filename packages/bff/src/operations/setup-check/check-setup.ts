import * as v from 'valibot'
import type { Kernel } from '../../kernel/extension.js'
import { described } from '../../kernel/http/schema.js'
import { CHECK_ADDRESS, CheckResult } from '../../kernel/readiness/check-result.js'
import { randomId } from '../../kernel/tokens/random-id.js'
import type { Checks } from './check.js'
import { lookUpRecipient, PROVIDER_CHECKS, requestCharge } from './provider-checks.js'
import { SERVER_CHECKS, sendWebhook } from './server-checks.js'

export const CHECKS: Checks = { ...PROVIDER_CHECKS, ...SERVER_CHECKS }

/** The reply of `POST /admin/check`. */
export const CheckReport = v.strictObject({
  /** Whether the checks found no problem. Warnings do not count. */
  ok: described(v.boolean(), 'Whether the checks found no problem. Warnings do not count.'),
  /** One finding per check, in a fixed order. */
  findings: v.array(
    v.strictObject({
      /** The name of the check, such as `look-up`. */
      subject: described(v.string(), 'The name of the check, such as `look-up`.'),
      ...CheckResult.entries,
    }),
  ),
})

/** The report of `check()`. */
export type CheckReport = v.InferOutput<typeof CheckReport>
/** The result of one check: what was found, where the fault is, and what to do. */
export type Finding = CheckReport['findings'][number]

/** The options of `check()`. */
export interface CheckRequest {
  /**
   * A Lightning Address to request an invoice for; nobody pays it. @default one of the shop's, else one that does not
   * exist
   */
  address?: string | undefined
  /** The e-mail address for the ramp session that the check opens and leaves. @default 'leyden-check@example.com' */
  email?: string | undefined
  /** Origins of pages to check against the allowed ones. @default none */
  origins?: readonly string[] | undefined
}

const CAPABILITY_LIFE_MS = 15 * 60_000

/** Tests the whole configuration without a payment, with the real API key and through the public URL. */
export function createCheckSetup(
  kernel: Pick<Kernel, 'options' | 'store' | 'tokens' | 'now' | 'latestLivemode' | 'checks' | 'actions'>,
): (request?: CheckRequest) => Promise<CheckReport> {
  const { options, store, tokens, now, latestLivemode } = kernel
  const receivesEvents = kernel.actions.deliveries.wanted
  const { publicUrl, settlement, limits } = options

  const webhookUrl = () => {
    const until = new Date(now().getTime() + CAPABILITY_LIFE_MS)
    return `${publicUrl}/webhooks/ramp/${tokens.issue('check', randomId(), until)}`
  }

  return async ({ address, email, origins = [] } = {}) => {
    const listed = [
      ...(Array.isArray(settlement.recipients) ? settlement.recipients : []),
      ...limits.charges.addresses,
    ]
    const lnaddress = address ?? listed.find((each: string) => /^[^@]/.test(each)) ?? CHECK_ADDRESS
    const asked = { lnaddress, email, origins, webhookUrl }
    const input = { ...options, store, now, latestLivemode, receivesEvents, ...asked }
    const own = listed.filter((each: string) => /^[^@]/.test(each))
    const lookUp = lookUpRecipient(input)
    const run = {
      ...input,
      recipients: [...new Set([...(lnaddress === CHECK_ADDRESS ? [] : [lnaddress]), ...own])],
      lookUp,
      charge: requestCharge(input, lookUp),
      webhook: sendWebhook(input),
    }
    const checks: Checks = { ...CHECKS, ...kernel.checks() }
    const findings = await Promise.all(
      Object.entries(checks).map(async ([subject, { check }]): Promise<Finding[]> => {
        const result = await check(run)
        return result ? [{ subject, ...result }] : []
      }),
    )
    return { ok: findings.flat().every(({ outcome }) => outcome !== 'problem'), findings: findings.flat() }
  }
}

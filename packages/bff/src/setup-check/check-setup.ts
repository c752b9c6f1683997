import { randomId } from '../tokens/random-id.js'
import type { Tokens } from '../tokens/tokens.js'
import { CHECK_ADDRESS } from './check-address.js'
import { lookUpRecipient } from './check-look-up.js'
import type { CheckReport, Finding } from './check-report.js'
import type { CheckedSetup } from './check-run.js'
import { sendWebhook } from './check-webhook.js'
import { CHECK_SUBJECTS, CHECKS } from './checks.js'

/** The options of `bff.check()`. */
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

export type CheckSetup = (request?: CheckRequest) => Promise<CheckReport>

const CAPABILITY_LIFE_MS = 15 * 60_000

/** Tests the whole configuration without a payment, with the real API key and through the public URL. */
export function createCheckSetup({ tokens, ...setup }: CheckedSetup & { tokens: Tokens }): CheckSetup {
  const { publicUrl, settles, chargeLimits, now } = setup

  const webhookUrl = () => {
    const until = new Date(now().getTime() + CAPABILITY_LIFE_MS)
    return `${publicUrl}/webhooks/ramp/${tokens.issue('check', randomId(), until)}`
  }

  return async ({ address, email, origins = [] } = {}) => {
    const own = [...(Array.isArray(settles) ? settles : []), ...chargeLimits.addresses]
    const lnaddress = address ?? own.find((each: string) => /^[^@]/.test(each)) ?? CHECK_ADDRESS
    const asked = { ...setup, lnaddress, email, origins, webhookUrl }
    const run = { ...asked, lookUp: lookUpRecipient(asked), webhook: sendWebhook(asked) }
    const findings = await Promise.all(
      CHECK_SUBJECTS.map(async (subject): Promise<Finding[]> => {
        const result = await CHECKS[subject].check(run)
        return result ? [{ subject, ...result }] : []
      }),
    )
    return { ok: findings.flat().every(({ outcome }) => outcome !== 'problem'), findings: findings.flat() }
  }
}

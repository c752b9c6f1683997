import { type CheckResult, misconfigured, ok, skipped } from './check-result.js'
import type { CheckRun } from './check-run.js'

export async function checkProxy({
  webhook,
  trustedProxies = [],
}: Pick<CheckRun, 'webhook' | 'trustedProxies'>): Promise<CheckResult> {
  const { probe } = await webhook
  if (!probe) return skipped('No webhook arrived, so proxies could not be checked.')
  const { client, peer, forwarded, trusted } = probe
  if (!client)
    return misconfigured(
      'The host passes no client address, so all clients share one rate limit.',
      'Pass the address: bff.fetch(request, { ip }).',
    )
  if (forwarded && !trusted)
    return misconfigured(
      `Requests come through a proxy at ${peer}, which is not trusted, so all visitors share its rate limit.`,
      `If it is yours, set trustedProxies: ['${peer}'] (LEYDEN_TRUSTED_PROXIES=${peer}).`,
    )
  if (!forwarded && trustedProxies.length > 0)
    return misconfigured(
      `trustedProxies is set, but this request came from ${peer} without X-Forwarded-For.`,
      'Let the proxy add X-Forwarded-For. Without a proxy, remove trustedProxies.',
    )
  return ok(`The BFF sees this machine as ${client}, which should be its public address.`)
}

import { type CheckResult, ok, problem, skipped } from './check-result.js'
import type { CheckRun } from './check-run.js'

export async function checkProxy({
  webhook,
  trustedProxies = [],
}: Pick<CheckRun, 'webhook' | 'trustedProxies'>): Promise<CheckResult> {
  const { probe } = await webhook
  if (!probe) return skipped('No webhook came through, so nothing is known of proxies.')
  const { client, peer, forwarded, trusted } = probe
  if (!client)
    return problem(
      'configuration',
      'The BFF does not learn the address of its clients, so all of them share one rate limit.',
      'Pass it on: bff.fetch(request, { ip }).',
    )
  if (forwarded && !trusted)
    return problem(
      'configuration',
      `Requests come through a proxy at ${peer}, which is not trusted: all visitors share its rate limit.`,
      `If it is yours, set trustedProxies: ['${peer}'] (LEYDEN_TRUSTED_PROXIES=${peer}).`,
    )
  if (!forwarded && trustedProxies.length > 0)
    return problem(
      'configuration',
      `Proxies are trusted, and this request came from ${peer} without X-Forwarded-For.`,
      'Let the proxy add X-Forwarded-For, or set no trustedProxies where there is none.',
    )
  return ok(`This machine is seen as ${client}: that should be its public address.`)
}

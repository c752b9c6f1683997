import { fieldsOf, parseJson, withDeadline } from '@leyden/core/internal'
import { failureFacts } from '../provider/failure-facts.js'
import { randomId } from '../tokens/random-id.js'
import { sha256Hex } from '../tokens/sha256-hex.js'
import type { CheckOptions } from './check-setup.js'
import { type Finding, type Outcome, type Outcomes, ok, problem, skipped } from './finding.js'
import type { WebhookProbe } from './webhook-probe.js'

/** Tries the way from outside: through the public URL, and the proxies on it. */
export function createCheckWebhook(options: CheckOptions, capabilityUrl: () => string) {
  const { publicUrl, timeoutMs } = options

  /** Sends a webhook to itself, as the service would. */
  async function checkWebhook(): Promise<Outcomes> {
    const body = JSON.stringify({ type: 'leyden.check', id: randomId() })
    const todo =
      'Check publicUrl (LEYDEN_PUBLIC_URL), that the program runs behind it, and that the proxy keeps path and body. A server that may not call its own public address has to be checked from outside.'
    const fail = (whose: Finding['whose'], what: string): Outcomes => ({
      webhook: problem(whose, `${new URL(publicUrl).origin} ${what}`, todo),
      proxy: skipped('No webhook came through, so nothing is known of proxies.'),
    })
    let probe: Partial<WebhookProbe>
    try {
      const reply = await withDeadline(timeoutMs, undefined, (signal) =>
        fetch(capabilityUrl(), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
          signal,
          redirect: 'manual',
        }),
      )
      if (reply.status !== 200)
        return fail(
          'configuration',
          `answers a webhook with ${reply.status}: another program, another LEYDEN_SECRET, or a proxy in between.`,
        )
      probe = fieldsOf(parseJson(await reply.text()))
    } catch (error) {
      const { errno, cause } = failureFacts(error, {})
      return fail('network', `cannot be reached from here (${errno ?? cause}).`)
    }
    if (probe.hash !== sha256Hex(body))
      return fail('configuration', 'changes the body of a webhook, or is another program.')
    const webhook = /^https:/.test(publicUrl)
      ? ok('A webhook came through the public URL unchanged.')
      : {
          ...ok('A webhook came through, without TLS.'),
          outcome: 'warning' as const,
          todo: 'The service refuses http: use https outside of development.',
        }
    return { webhook, proxy: proxyFinding(probe) }
  }

  function proxyFinding({ client, peer, forwarded, trusted }: Partial<WebhookProbe>): Outcome {
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
    if (!forwarded && (options.options.trustedProxies?.length ?? 0) > 0)
      return problem(
        'configuration',
        `Proxies are trusted, and this request came from ${peer} without X-Forwarded-For.`,
        'Let the proxy add X-Forwarded-For, or set no trustedProxies where there is none.',
      )
    return ok(`This machine is seen as ${client}: that should be its public address.`)
  }

  return checkWebhook
}

import { fieldsOf, parseJson, withDeadline } from '@leyden/core/internal'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { failureFacts } from '../provider/failure-facts.js'
import { randomId } from '../tokens/random-id.js'
import type { CheckOptions } from './check-setup.js'
import { type Finding, ok, problem, skipped } from './finding.js'
import type { WebhookProbe } from './webhook-probe.js'

/** Tries the way from outside: through the public URL, and the proxies on it. */
export function createCheckWebhook(options: CheckOptions, capabilityUrl: () => string) {
  const { publicUrl, timeoutMs } = options

  /** Sends a webhook to itself, as the service would. */
  async function checkWebhook(): Promise<Finding[]> {
    const body = JSON.stringify({ type: 'leyden.check', id: randomId() })
    const todo =
      'Check publicUrl (LEYDEN_PUBLIC_URL), that the program runs behind it, and that the proxy keeps path and body. A server that may not call its own public address has to be checked from outside.'
    const fail = (whose: Finding['whose'], what: string) => [
      problem('webhook', whose, `${new URL(publicUrl).origin} ${what}`, todo),
      skipped('proxy', 'No webhook came through, so nothing is known of proxies.'),
    ]
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
    if (probe.hash !== hashOf(body))
      return fail('configuration', 'changes the body of a webhook, or is another program.')
    const webhook = /^https:/.test(publicUrl)
      ? ok('webhook', 'A webhook came through the public URL unchanged.')
      : {
          ...ok('webhook', 'A webhook came through, without TLS.'),
          outcome: 'warning' as const,
          todo: 'The service refuses http: use https outside of development.',
        }
    return [webhook, proxyFinding(probe)]
  }

  function proxyFinding({ client, peer, forwarded, trusted }: Partial<WebhookProbe>): Finding {
    if (!client)
      return problem(
        'proxy',
        'configuration',
        'The BFF does not learn the address of its clients, so all of them share one rate limit.',
        'Pass it on: bff.fetch(request, { ip }).',
      )
    if (forwarded && !trusted)
      return problem(
        'proxy',
        'configuration',
        `Requests come through a proxy at ${peer}, which is not trusted: all visitors share its rate limit.`,
        `If it is yours, set trustedProxies: ['${peer}'] (LEYDEN_TRUSTED_PROXIES=${peer}).`,
      )
    if (!forwarded && (options.options.trustedProxies?.length ?? 0) > 0)
      return problem(
        'proxy',
        'configuration',
        `Proxies are trusted, and this request came from ${peer} without X-Forwarded-For.`,
        'Let the proxy add X-Forwarded-For, or set no trustedProxies where there is none.',
      )
    return ok('proxy', `This machine is seen as ${client}: that should be its public address.`)
  }

  return checkWebhook
}

const hashOf = (text: string) => bytesToHex(sha256(utf8ToBytes(text)))

import { fieldsOf, parseJson, withDeadline } from '@leyden/core/internal'
import { failureFacts } from '../provider/failure-facts.js'
import { randomId } from '../tokens/random-id.js'
import { sha256Hex } from '../tokens/sha256-hex.js'
import { type CheckResult, ok, problem } from './check-result.js'
import type { CheckRun, SentWebhook } from './check-run.js'
import type { WebhookProbe } from './webhook-probe.js'

const FIX =
  'Check publicUrl (LEYDEN_PUBLIC_URL), that the program runs behind it, and that the proxy keeps path and body. If this server cannot call its own public URL, check it from outside.'

/** Sends a webhook to itself, like the service. */
export async function sendWebhook({
  publicUrl,
  webhookUrl,
  timeoutMs,
}: Pick<CheckRun, 'publicUrl' | 'webhookUrl' | 'timeoutMs'>): Promise<SentWebhook> {
  const body = JSON.stringify({ type: 'leyden.check', id: randomId() })
  const failed = (party: CheckResult['party'], what: string): SentWebhook => ({
    result: problem(party, `${new URL(publicUrl).origin} ${what}`, FIX),
  })
  let probe: Partial<WebhookProbe>
  try {
    const reply = await withDeadline(timeoutMs, undefined, (signal) =>
      fetch(webhookUrl(), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal,
        redirect: 'manual',
      }),
    )
    if (reply.status !== 200)
      return failed(
        'configuration',
        `answers a webhook with ${reply.status}: another program, another LEYDEN_SECRET, or a proxy in between.`,
      )
    probe = fieldsOf(parseJson(await reply.text()))
  } catch (error) {
    const { errno, cause } = failureFacts(error, {})
    return failed('network', `cannot be reached from here (${errno ?? cause}).`)
  }
  if (probe.hash !== sha256Hex(body))
    return failed('configuration', 'changes the body of a webhook, or is another program.')
  const result: CheckResult = /^https:/.test(publicUrl)
    ? ok('A webhook through the public URL arrived unchanged.')
    : {
        outcome: 'warning',
        what: 'A webhook through the public URL arrived, but without TLS.',
        fix: 'The service refuses http. Use https outside of development.',
      }
  return { result, probe }
}

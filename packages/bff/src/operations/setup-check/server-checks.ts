import { fieldsOf, isLocalPage, parseJson, parseUrl, withDeadline } from '@leyden/core/internal'
import { reasonOf } from '../../kernel/foundation/log.js'
import type { WebhookProbe } from '../../kernel/ramp/webhook-probe.js'
import { type CheckResult, misconfigured, ok, problem, skipped } from '../../kernel/readiness/check-result.js'
import { writeAndErase } from '../../kernel/readiness/readiness.js'
import { randomId } from '../../kernel/tokens/random-id.js'
import { sha256Hex } from '../../kernel/tokens/sha256-hex.js'
import { failureFacts } from '../../kernel/upstream/failure-facts.js'
import type { CheckInput, Checks, SentWebhook } from './check.js'

const MAX_SKEW_MS = 60_000
const SAME_MODE =
  'Use an API key and settings of the same mode: network and mode (LEYDEN_NETWORK, LEYDEN_MODE).'
const REACHABLE =
  'Check publicUrl (LEYDEN_PUBLIC_URL), that the program runs behind it, and that the proxy keeps path and body. If this server cannot call its own public URL, check it from outside.'

/** The checks of this server: its options, its machine, and what is in front of it. */
export const SERVER_CHECKS = {
  webhook: {
    about: 'whether a webhook arrives unchanged through the public URL',
    check: async ({ webhook }) => (await webhook).result,
  },
  proxy: {
    about:
      "whether the BFF knows the client's IP address, from its host or from a proxy that it trusts (`LEYDEN_TRUSTED_PROXIES`)",
    async check({ webhook, trustedProxies }) {
      const { probe } = await webhook
      if (!probe) return skipped('No webhook arrived, so proxies could not be checked.')
      const { client, peer, forwarding } = probe
      if (!client)
        return misconfigured(
          'The host passes no client address, so all strangers share one limit per purpose, strangersPerMinute.',
          'Pass the address: bff.fetch(request, { ip }).',
        )
      if (forwarding === 'untrusted')
        return misconfigured(
          `Requests come through a proxy at ${peer}, which is not trusted, so all visitors share its rate limit.`,
          `If it is yours, set trustedProxies: ['${peer}'] (LEYDEN_TRUSTED_PROXIES=${peer}).`,
        )
      if (forwarding === 'unread')
        return misconfigured(
          `The proxy at ${peer} writes no client address that can be read, so all visitors share its rate limit.`,
          'Let it write the address of its client into X-Forwarded-For or Forwarded, and the same in both.',
        )
      if (forwarding === 'none' && trustedProxies.length > 0)
        return misconfigured(
          `trustedProxies is set, but this request came from ${peer} without X-Forwarded-For or Forwarded.`,
          'Let the proxy add X-Forwarded-For. Without a proxy, remove trustedProxies.',
        )
      return ok(`The BFF sees this machine as ${client}, which should be its public address.`)
    },
  },
  events: {
    about: 'whether your server receives events: `LEYDEN_EVENTS_URL`, or `onEvent`. The check sends none',
    async check({ receivesEvents }) {
      if (receivesEvents) return ok('Events are delivered to your server. This check sends none.')
      return {
        outcome: 'warning',
        party: 'configuration',
        what: 'No server of yours is told of payments and purchases.',
        fix: 'Set onEvent (LEYDEN_EVENTS_URL and LEYDEN_EVENTS_SECRET).',
      }
    },
  },
  mode: {
    about:
      'whether `LEYDEN_MODE` matches the network and the `livemode` of the latest webhook. The second needs `/admin/check`, because only the running program has received a webhook',
    async check({ mode, network, latestLivemode }) {
      const livemode = latestLivemode()
      if (livemode !== undefined && livemode !== (mode === 'live'))
        return misconfigured(
          `The last webhook has livemode: ${livemode}, but mode is ${mode}, so purchases are held for review.`,
          SAME_MODE,
        )
      if ((network === 'mainnet') !== (mode === 'live'))
        return misconfigured(`mode is ${mode}, but network is ${network}.`, SAME_MODE)
      const unseen = livemode === undefined ? '; no webhook with a livemode has arrived yet' : ''
      return ok(`mode is ${mode}, network ${network}${unseen}.`)
    },
  },
  clock: {
    about: "whether this machine's clock is within a minute of the service's",
    async check({ pay, now, limits }) {
      const read = async (signal: AbortSignal) => pay.time?.({ signal })
      const upstream = await withDeadline(limits.timeoutMs, undefined, read).catch(() => undefined)
      if (!upstream) return skipped('The payment service sends no time to compare the clock with.')
      const seconds = Math.round((now().getTime() - upstream.getTime()) / 1_000)
      if (Math.abs(seconds) * 1_000 <= MAX_SKEW_MS) return ok('The clock is correct.')
      return problem(
        'machine',
        `The clock of this machine is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the service's, so invoices and signatures may count as expired.`,
        'Synchronise the clock: timedatectl set-ntp true.',
      )
    },
  },
  store: {
    about: 'whether the store can be written, read and erased',
    async check({ store, now }) {
      try {
        await writeAndErase(store, now())
        return ok('The store can be written, read and erased.')
      } catch (error) {
        return problem(
          'machine',
          `The store cannot be written: ${reasonOf(error)}`,
          'Check that the disk has space and the file may be written (LEYDEN_DATA_DIR), or that the database runs (DATABASE_URL).',
        )
      }
    },
  },
  origins: {
    about: 'whether the pages of `--origin` are allowed, and all allowed pages use TLS',
    async check({ publicUrl, allowedOrigins, origins }) {
      const allowed = [new URL(publicUrl).origin, ...allowedOrigins]
      const missing = origins.filter((origin) => !allowed.includes(origin))
      if (missing.length > 0)
        return misconfigured(
          `Pages of ${missing.join(', ')} are refused.`,
          `Set allowedOrigins: ['${missing.join("', '")}'] (LEYDEN_ALLOWED_ORIGINS=${[...allowedOrigins, ...missing].join(',')}).`,
        )
      const plain = allowed.filter(isPlain)
      if (plain.length > 0)
        return misconfigured(
          `Pages of ${plain.join(', ')} come without TLS, so anybody in the network can change them.`,
          'Serve them over https, and list the https origin.',
        )
      return ok(`Pages of ${allowed.join(', ')} are allowed.`)
    },
  },
} satisfies Checks

/** Sends a webhook to itself, like the service. */
export async function sendWebhook({ publicUrl, webhookUrl, limits }: CheckInput): Promise<SentWebhook> {
  const body = JSON.stringify({ type: 'leyden.check', id: randomId() })
  const headers = { 'content-type': 'application/json' }
  const failed = (party: CheckResult['party'], what: string): SentWebhook => ({
    result: problem(party, `${new URL(publicUrl).origin} ${what}`, REACHABLE),
  })
  let probe: Partial<WebhookProbe>
  try {
    const reply = await withDeadline(limits.timeoutMs, undefined, (signal) =>
      fetch(webhookUrl(), { method: 'POST', headers, body, signal, redirect: 'manual' }),
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

function isPlain(origin: string): boolean {
  const url = parseUrl(origin)
  return url?.protocol === 'http:' && !isLocalPage(url.hostname)
}

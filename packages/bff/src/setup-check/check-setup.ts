import { isLeydenError, type Mode, type Network, type RampSession } from '@leyden/core'
import { fieldsOf, parseJson, withDeadline } from '@leyden/core/internal'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { BffOptions } from '../bff-options.js'
import { termsOf } from '../charge/charge-terms.js'
import { checkReply } from '../charge/check-reply.js'
import type { ChargeLimits } from '../limits/limits.js'
import { reasonOf } from '../log.js'
import { failureFacts } from '../provider/failure-facts.js'
import type { PayProvider, ProviderOptions, RampProvider, RequestTrace } from '../provider/provider.js'
import type { Store } from '../store/store.js'
import { randomId } from '../tokens/random-id.js'
import type { Tokens } from '../tokens/tokens.js'
import { type CheckReport, type Finding, failed, ok, problem, skipped } from './finding.js'
import type { WebhookProbe } from './webhook-probe.js'

/** What `bff.check()` may be told. */
export interface CheckRequest {
  /** A Lightning Address to ask an invoice for, which nobody pays. @default one of the shop's, else one that does not exist */
  address?: string | undefined
  /** For the ramp session that is opened and left. @default 'leyden-check@example.com' */
  email?: string | undefined
  /** Origins of pages that have to be allowed. @default none */
  origins?: readonly string[] | undefined
}

export interface CheckOptions {
  options: BffOptions
  publicUrl: string
  network: Network
  mode: Mode
  chargeLimits: ChargeLimits
  timeoutMs: number
  store: Store
  tokens: Tokens
  /** What webhooks have said of their mode. */
  seen: { livemode?: boolean | undefined }
  now: () => Date
}

export type CheckSetup = (request?: CheckRequest) => Promise<CheckReport>

/** Nobody is there: the domain is reserved for examples. */
export const CHECK_ADDRESS = 'leyden-check@example.com'
const MAX_SKEW_MS = 60_000
const CAPABILITY_LIFE_MS = 15 * 60_000

/** Tries out everything that a shop needs, without money: with the real key, and through the public URL. */
export function createCheckSetup(options: CheckOptions): CheckSetup {
  const { network, mode, publicUrl, store, tokens, now, timeoutMs } = options
  const { ramp, rampOrigins = [], allowedOrigins = [], settles } = options.options
  const pay: PayProvider & Partial<RampProvider> = options.options.pay

  /** One upstream request, with what is known of it. */
  const ask = async <T>(trace: RequestTrace, work: (each: ProviderOptions) => Promise<T>) =>
    withDeadline(timeoutMs, undefined, (signal) => work({ signal, trace }))

  const capabilityUrl = () => {
    const until = new Date(now().getTime() + CAPABILITY_LIFE_MS)
    return `${publicUrl}/webhooks/ramp/${tokens.issue('check', randomId(), until)}`
  }

  async function checkPay(lnaddress: string): Promise<Finding[]> {
    const trace: RequestTrace = {}
    let minMsat = 1_000n
    let isKnown = false
    try {
      const answer = await ask(trace, (each) => pay.validateLightningAddress(lnaddress, each))
      isKnown = answer.valid
      if (answer.valid) minMsat = BigInt(answer.metadata.minSendable)
      else if (lnaddress !== CHECK_ADDRESS)
        return [
          problem(
            'look-up',
            'recipient',
            `${lnaddress} is no Lightning Address.`,
            'Check how it is spelt, and its provider.',
          ),
        ]
    } catch (error) {
      return [failed('look-up', error, trace)]
    }
    const lookUp = ok(
      'look-up',
      `${trace.host ?? 'The provider'} answers look-ups${isKnown && pay.party !== 'recipient' ? ', and takes the key' : ''}.`,
    )
    const minSatsMsat = options.chargeLimits.minSats * 1_000n
    const amount = String(minMsat > minSatsMsat ? minMsat : minSatsMsat)
    try {
      const reply = await ask(trace, (each) => pay.createCharge({ lnaddress, amount }, each))
      checkReply(reply, { terms: termsOf({ lnaddress, amount }), network, now: now() })
      return [lookUp, ok('charge', `${trace.host ?? 'The provider'} makes invoices of ${network}.`)]
    } catch (error) {
      return [lookUp, chargeFinding(error, trace, lnaddress)]
    }
  }

  function chargeFinding(error: unknown, trace: RequestTrace, lnaddress: string): Finding {
    const { code, status = 0, field, reason, actual } = isLeydenError(error) ? error : { code: '' }
    if (code === 'INVOICE_MISMATCH' && field === 'network')
      return problem(
        'charge',
        'configuration',
        `The invoice is of ${actual}, and this BFF is set to ${network}.`,
        `Set network: '${actual}' (LEYDEN_NETWORK=${actual}), or use the key of ${network}.`,
      )
    if (code === 'INVOICE_MISMATCH')
      return problem(
        'charge',
        pay.party ?? 'service',
        `The invoice is wrong: ${field} (${reason}).`,
        'Its maker has to repair that: the BFF refuses such invoices.',
      )
    const isRefusal = lnaddress === CHECK_ADDRESS && [400, 404, 422].includes(status) && code !== 'NOT_FOUND'
    if (isRefusal || code === 'NOT_LIGHTNING_ADDRESS')
      return ok(
        'charge',
        `${trace.host ?? 'The provider'} answers, and refuses ${lnaddress}. Give an address for a whole check.`,
      )
    return failed('charge', error, trace)
  }

  async function checkRamp(email: string | undefined): Promise<Finding[]> {
    // Without a ramp, a session is opened only on request: it tells the origin that rampOrigins has to name.
    const provider = ramp ?? (email === undefined ? undefined : pay)
    if (!provider?.createRampSession) return [skipped('ramp', 'There is no ramp here.')]
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
      return [failed('ramp', error, trace)]
    }
    const { origin } = new URL(session.widget_url)
    if (rampOrigins.includes(origin)) return [ok('ramp', `Sessions open, and their page is of ${origin}.`)]
    const listed = rampOrigins.length === 0 ? 'is not set' : `says ${rampOrigins.join(', ')}`
    return [
      problem(
        'ramp',
        'configuration',
        `The ramp's page is of ${origin}, and rampOrigins ${listed}.`,
        `If you trust that origin, set rampOrigins: ['${origin}'] (LEYDEN_RAMP_ORIGINS=${origin}).`,
      ),
    ]
  }

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

  function checkMode(): Finding {
    const { livemode } = options.seen
    const todo = `Use the key and the settings of one mode: network and mode (LEYDEN_NETWORK, LEYDEN_MODE).`
    if (livemode !== undefined && livemode !== (mode === 'live'))
      return problem(
        'mode',
        'configuration',
        `The last webhook says livemode: ${livemode}, and mode is ${mode}: purchases are held for review.`,
        todo,
      )
    if ((network === 'mainnet') !== (mode === 'live'))
      return problem('mode', 'configuration', `mode is ${mode}, and network is ${network}.`, todo)
    return ok(
      'mode',
      `mode is ${mode}, network ${network}${livemode === undefined ? '; no webhook has said its livemode yet' : ''}.`,
    )
  }

  async function checkClock(): Promise<Finding> {
    const upstream = await withDeadline(timeoutMs, undefined, async (signal) => pay.time?.({ signal })).catch(
      () => undefined,
    )
    if (!upstream) return skipped('clock', 'No other clock to compare with.')
    const seconds = Math.round((now().getTime() - upstream.getTime()) / 1_000)
    if (Math.abs(seconds) * 1_000 <= MAX_SKEW_MS) return ok('clock', 'The clock is right.')
    return problem(
      'clock',
      'machine',
      `The clock of this machine is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the service's: invoices and signatures seem expired.`,
      'Synchronise it: timedatectl set-ntp true.',
    )
  }

  async function checkStore(): Promise<Finding> {
    try {
      await writeAndErase(store, now())
      return ok('store', 'The store writes, reads and erases.')
    } catch (error) {
      return problem(
        'store',
        'machine',
        `The store cannot be written: ${reasonOf(error)}`,
        'Check that the disk has space and the file may be written (LEYDEN_DATA_DIR), or that the database runs (DATABASE_URL).',
      )
    }
  }

  function checkOrigins(pages: readonly string[]): Finding {
    const own = new URL(publicUrl).origin
    const allowed = [own, ...allowedOrigins]
    const missing = pages.filter((page) => !allowed.includes(page))
    if (missing.length > 0)
      return problem(
        'origins',
        'configuration',
        `Pages of ${missing.join(', ')} are refused.`,
        `Set allowedOrigins: ['${missing.join("', '")}'] (LEYDEN_ALLOWED_ORIGINS=${[...allowedOrigins, ...missing].join(',')}).`,
      )
    const plain = allowed.filter((origin) => /^http:\/\/(?!localhost|127\.|\[::1\])/.test(origin))
    if (plain.length > 0)
      return problem(
        'origins',
        'configuration',
        `Pages of ${plain.join(', ')} come without TLS: anybody on the way can change them.`,
        'Serve them by https, and list that origin.',
      )
    return ok('origins', `Pages of ${allowed.join(', ')} are allowed.`)
  }

  return async ({ address, email, origins = [] } = {}) => {
    const own = [...(Array.isArray(settles) ? settles : []), ...options.chargeLimits.addresses]
    const lnaddress = address ?? own.find((each: string) => /^[^@]/.test(each)) ?? CHECK_ADDRESS
    const findings = await Promise.all([
      checkPay(lnaddress),
      checkRamp(email),
      checkWebhook(),
      checkMode(),
      checkClock(),
      checkStore(),
      checkOrigins(origins),
    ])
    const flat = findings.flat()
    return { ok: flat.every(({ outcome }) => outcome !== 'problem'), findings: flat }
  }
}

const hashOf = (text: string) => bytesToHex(sha256(utf8ToBytes(text)))

/** Writes an event of no subject durably, reads it, and erases it. @throws what the store throws. */
export async function writeAndErase(
  store: Pick<Store, 'append' | 'read' | 'erase'>,
  at: Date,
): Promise<void> {
  const id = `check-${randomId()}`
  await store.append(id, { key: 'check', hash: 'check', type: 'check', at, facts: {}, deliver: false })
  const [event] = await store.read(id, 0)
  await store.erase(id)
  if (event?.type !== 'check') throw new Error('What was written could not be read.')
}

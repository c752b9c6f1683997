import type { Mode, Network } from '@leyden/core'
import { withDeadline } from '@leyden/core/internal'
import type { BffOptions } from '../bff-options.js'
import type { ReadExchangeRate } from '../exchange-rates/exchange-rates.js'
import type { ChargeLimits } from '../limits/limits.js'
import { reasonOf } from '../log.js'
import type { Store } from '../store/store.js'
import { randomId } from '../tokens/random-id.js'
import type { Tokens } from '../tokens/tokens.js'
import { CHECK_ADDRESS } from './check-address.js'
import { createCheckUpstream } from './check-upstream.js'
import { createCheckWebhook } from './check-webhook.js'
import {
  type CheckReport,
  type Finding,
  type Outcome,
  type Outcomes,
  ok,
  problem,
  skipped,
} from './finding.js'
import { writeAndErase } from './write-and-erase.js'

/** The options of `bff.check()`. */
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
  readExchangeRate: ReadExchangeRate
  /** What webhooks have said of their mode. */
  seen: { livemode?: boolean | undefined }
  now: () => Date
}

export type CheckSetup = (request?: CheckRequest) => Promise<CheckReport>

const MAX_SKEW_MS = 60_000
const CAPABILITY_LIFE_MS = 15 * 60_000

/** Tries out everything that a shop needs, without money: with the real key, and through the public URL. */
export function createCheckSetup(options: CheckOptions): CheckSetup {
  const { network, mode, publicUrl, store, tokens, now, timeoutMs } = options
  const { pay, allowedOrigins = [], settles } = options.options

  const capabilityUrl = () => {
    const until = new Date(now().getTime() + CAPABILITY_LIFE_MS)
    return `${publicUrl}/webhooks/ramp/${tokens.issue('check', randomId(), until)}`
  }

  const { checkPay, checkRamp } = createCheckUpstream(options, capabilityUrl)
  const checkWebhook = createCheckWebhook(options, capabilityUrl)

  function checkMode(): Outcome {
    const { livemode } = options.seen
    const todo = `Use the key and the settings of one mode: network and mode (LEYDEN_NETWORK, LEYDEN_MODE).`
    if (livemode !== undefined && livemode !== (mode === 'live'))
      return problem(
        'configuration',
        `The last webhook says livemode: ${livemode}, and mode is ${mode}: purchases are held for review.`,
        todo,
      )
    if ((network === 'mainnet') !== (mode === 'live'))
      return problem('configuration', `mode is ${mode}, and network is ${network}.`, todo)
    return ok(
      `mode is ${mode}, network ${network}${livemode === undefined ? '; no webhook has said its livemode yet' : ''}.`,
    )
  }

  async function checkClock(): Promise<Outcome> {
    const upstream = await withDeadline(timeoutMs, undefined, async (signal) => pay.time?.({ signal })).catch(
      () => undefined,
    )
    if (!upstream) return skipped('No other clock to compare with.')
    const seconds = Math.round((now().getTime() - upstream.getTime()) / 1_000)
    if (Math.abs(seconds) * 1_000 <= MAX_SKEW_MS) return ok('The clock is right.')
    return problem(
      'machine',
      `The clock of this machine is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the service's: invoices and signatures seem expired.`,
      'Synchronise it: timedatectl set-ntp true.',
    )
  }

  async function checkStore(): Promise<Outcome> {
    try {
      await writeAndErase(store, now())
      return ok('The store writes, reads and erases.')
    } catch (error) {
      return problem(
        'machine',
        `The store cannot be written: ${reasonOf(error)}`,
        'Check that the disk has space and the file may be written (LEYDEN_DATA_DIR), or that the database runs (DATABASE_URL).',
      )
    }
  }

  function checkOrigins(pages: readonly string[]): Outcome {
    const own = new URL(publicUrl).origin
    const allowed = [own, ...allowedOrigins]
    const missing = pages.filter((page) => !allowed.includes(page))
    if (missing.length > 0)
      return problem(
        'configuration',
        `Pages of ${missing.join(', ')} are refused.`,
        `Set allowedOrigins: ['${missing.join("', '")}'] (LEYDEN_ALLOWED_ORIGINS=${[...allowedOrigins, ...missing].join(',')}).`,
      )
    const plain = allowed.filter((origin) => /^http:\/\/(?!localhost|127\.|\[::1\])/.test(origin))
    if (plain.length > 0)
      return problem(
        'configuration',
        `Pages of ${plain.join(', ')} come without TLS: anybody on the way can change them.`,
        'Serve them by https, and list that origin.',
      )
    return ok(`Pages of ${allowed.join(', ')} are allowed.`)
  }

  async function checkRates(): Promise<Outcome> {
    if (!options.options.exchangeRates) return skipped('No source of exchange rates is set.')
    try {
      const { rate, as_of } = await options.readExchangeRate('USD')
      return ok(`The source of exchange rates answers: ${rate} USD at ${as_of}.`)
    } catch (error) {
      return {
        outcome: 'warning',
        what: `The source of exchange rates does not answer (${reasonOf(error)}): pages show satoshis only.`,
        whose: 'network',
        todo: 'Check that this machine reaches it (LEYDEN_EXCHANGE_RATES), or leave exchangeRates out.',
      }
    }
  }

  return async ({ address, email, origins = [] } = {}) => {
    const own = [...(Array.isArray(settles) ? settles : []), ...options.chargeLimits.addresses]
    const lnaddress = address ?? own.find((each: string) => /^[^@]/.test(each)) ?? CHECK_ADDRESS
    const [payment, ramp, webhook, clock, writes, rates] = await Promise.all([
      checkPay(lnaddress),
      checkRamp(email),
      checkWebhook(),
      checkClock(),
      checkStore(),
      checkRates(),
    ])
    const [mode, allowed] = [checkMode(), checkOrigins(origins)]
    const found: Outcomes = {
      ...payment,
      ramp,
      ...webhook,
      mode,
      clock,
      store: writes,
      origins: allowed,
      rates,
    }
    const findings = Object.entries(found).map(([subject, outcome]) => ({ subject, ...outcome }) as Finding)
    return { ok: findings.every(({ outcome }) => outcome !== 'problem'), findings }
  }
}

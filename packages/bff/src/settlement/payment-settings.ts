import { tryOrUndefined } from '@leyden/core/internal'
import { parseLightningAddress } from '@leyden/lightning'
import type { SettlementSource } from '../kernel/settlement/settlement-source.js'
import { nwc } from './nwc/nwc.js'

const PROVIDERS = ['service', 'lnurl', 'verified-first'] as const

/** Who makes the invoices, and who reports their payments. */
export interface PaymentSettings {
  /**
   * `LEYDEN_PROVIDER`, which decides the option `pay` of `createBff`: `serviceProvider()`, `lnurlProvider()` or
   * `verifiedFirst()` of both.
   *
   * @default 'service'
   */
  provider: (typeof PROVIDERS)[number]
  /** The option `settlement` of `createBff`. */
  settlement: {
    /**
     * `LEYDEN_SETTLES`: `1` is true, `0` is false, and Lightning Addresses separated by commas are a list.
     *
     * @default false
     */
    recipients: boolean | string[]
    /** The wallet of `LEYDEN_NWC_URL`, which needs the packages `nostr-tools` and `ws`. */
    source: SettlementSource | undefined
  }
}

/**
 * Reads who makes invoices and who reports payments from environment variables: `LEYDEN_PROVIDER`, `LEYDEN_SETTLES`,
 * `LEYDEN_NWC_URL` and, because somebody has to report the payments of `LEYDEN_SETTLES`, `LEYDEN_ADMIN_TOKEN`. An empty
 * variable is like a missing one.
 *
 * ```ts
 * const { settlement } = readPaymentSettings(process.env)
 * const bff = createBff({ …, settlement })
 * ```
 *
 * @throws Error with all problems, one per line: the variable, what it must be, and its value, unless that is a secret.
 */
export function readPaymentSettings(env: Readonly<Record<string, string | undefined>>): PaymentSettings {
  const textOf = (name: string) => env[name]?.trim() ?? ''
  const provider = PROVIDERS.find((name) => name === (textOf('LEYDEN_PROVIDER') || 'service'))
  const recipients = recipientsOf(textOf('LEYDEN_SETTLES'))
  const url = textOf('LEYDEN_NWC_URL')
  const source = url === '' ? undefined : tryOrUndefined(() => nwc({ url }))
  const canBeReported = url !== '' || textOf('LEYDEN_ADMIN_TOKEN') !== ''
  const problems: Record<string, boolean> = {
    [`LEYDEN_PROVIDER must be one of ${PROVIDERS.join(', ')}, not "${textOf('LEYDEN_PROVIDER')}".`]:
      provider === undefined,
    [`LEYDEN_SETTLES must be 1 (all recipients), 0 (none), or Lightning Addresses, not "${textOf('LEYDEN_SETTLES')}".`]:
      recipients === undefined,
    'LEYDEN_NWC_URL must be a nostr+walletconnect:// URL with a relay and a secret.':
      url !== '' && source === undefined,
    // Otherwise a page expects a report of each payment, and shows a paid charge as expired.
    'LEYDEN_SETTLES needs LEYDEN_NWC_URL or LEYDEN_ADMIN_TOKEN: without one of them no payment can be reported.':
      Boolean(recipients) && !canBeReported,
    'LEYDEN_NWC_URL needs LEYDEN_SETTLES: the Lightning Addresses whose payments reach that wallet, or 1 for all.':
      url !== '' && recipients === false,
  }
  const found = Object.keys(problems).filter((problem) => problems[problem])
  if (provider === undefined || recipients === undefined || found.length > 0)
    throw new Error(found.join('\n'))
  return { provider, settlement: { recipients, source } }
}

/** Undefined if the text is invalid. */
function recipientsOf(text: string): boolean | string[] | undefined {
  if (text === '' || text === '0') return false
  if (text === '1') return true
  const addresses = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  const isValid = addresses.length > 0 && addresses.every((item) => parseLightningAddress(item).ok)
  return isValid ? addresses : undefined
}

import { readVariables, tryOrUndefined } from '@leyden/core/internal'
import { parseLightningAddress } from '@leyden/lightning'
import * as v from 'valibot'
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

const VARIABLES = {
  LEYDEN_PROVIDER: {
    schema: v.optional(v.picklist(PROVIDERS, `must be one of ${PROVIDERS.join(', ')}`), 'service'),
  },
  LEYDEN_SETTLES: {
    schema: v.optional(
      v.pipe(
        v.string(),
        v.check(
          (text) => recipientsOf(text) !== undefined,
          'must be 1 (all recipients), 0 (none), or Lightning Addresses',
        ),
        v.transform((text) => recipientsOf(text) ?? false),
      ),
      '0',
    ),
  },
  LEYDEN_NWC_URL: {
    schema: v.optional(
      v.pipe(
        v.string(),
        v.check(
          (url) => tryOrUndefined(() => nwc({ url })) !== undefined,
          'must be a nostr+walletconnect:// URL with a relay and a secret',
        ),
        v.transform((url) => nwc({ url })),
      ),
    ),
    // No message repeats it.
    secrets: (): string[] => [],
  },
  LEYDEN_ADMIN_TOKEN: { schema: v.optional(v.string()) },
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
  const values = readVariables(
    VARIABLES,
    env,
    ({ LEYDEN_SETTLES: recipients, LEYDEN_NWC_URL: source }, isSet) => ({
      // Otherwise a page expects a report of each payment, and shows a paid charge as expired.
      'LEYDEN_SETTLES needs LEYDEN_NWC_URL or LEYDEN_ADMIN_TOKEN: without one of them no payment can be reported.':
        recipients !== false && !isSet('LEYDEN_NWC_URL') && !isSet('LEYDEN_ADMIN_TOKEN'),
      'LEYDEN_NWC_URL needs LEYDEN_SETTLES: the Lightning Addresses whose payments reach that wallet, or 1 for all.':
        source !== undefined && recipients === false,
    }),
  )
  const { LEYDEN_PROVIDER: provider, LEYDEN_SETTLES: recipients, LEYDEN_NWC_URL: source } = values
  return { provider, settlement: { recipients, source } }
}

/** Undefined if the text is invalid. */
function recipientsOf(text: string): boolean | string[] | undefined {
  if (text === '1' || text === '0') return text === '1'
  const addresses = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  const isValid = addresses.length > 0 && addresses.every((item) => parseLightningAddress(item).ok)
  return isValid ? addresses : undefined
}

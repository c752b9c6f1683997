import type { Network } from '@leyden/core'
import { cleanLine } from '@leyden/core/internal'
import { parseLightningAddress } from '@leyden/lightning'
import type { Connect } from '../connect-tls.js'
import { createGuardedGet } from '../guarded-get.js'
import { localServer } from '../local-server.js'
import type { ResolveName } from '../resolve-name.js'
import { ADDRESS_CHECKS, type AddressReport, type Finding, ok, problem } from './address-report.js'
import { chargeFindings } from './charge-findings.js'
import type { CheckContext } from './check-context.js'
import { lookUpFindings } from './look-up-findings.js'
import { type PaymentRun, runPayment } from './run-payment.js'
import { transportFindings } from './transport-findings.js'
import { verifyFindings } from './verify-findings.js'

export type { Connect, ConnectTarget } from '../connect-tls.js'
export type { ResolveName } from '../resolve-name.js'
export {
  ADDRESS_CHECKS,
  type AddressCheck,
  type AddressCheckName,
  type AddressReport,
  type AddressRequest,
} from './address-report.js'

/** Options of {@link checkAddress}. */
export interface CheckAddressOptions {
  /** Whether to request no invoice, and so to check only the first reply. @default false */
  lookUpOnly?: boolean | undefined
  /** The network that the invoice has to belong to. @default 'mainnet' */
  network?: Network | undefined
  /**
   * An LNURL server on this machine, such as `http://127.0.0.1:5000`, to check before it is online. It is requested in
   * place of every host, as if a proxy with TLS were in front of it: `Host` has the name, `X-Forwarded-Proto` is `https`.
   *
   * @default none: only public addresses are requested, over TLS
   */
  localServer?: string | undefined
  /**
   * Whether strangers read the report, who must not explore networks with it. It then does not tell why a host could not
   * be reached. @default false
   */
  hideNetwork?: boolean | undefined
  /** Aborts the check. @default never: each request ends after 8 seconds */
  signal?: AbortSignal | undefined
  /** Resolves a name to its addresses, all of which have to be public. @default the machine's name servers */
  resolve?: ResolveName | undefined
  /** Connects to one checked address. @default TLS */
  connect?: Connect | undefined
  /** The clock. */
  now?: (() => Date) | undefined
}

/** Longer texts of a server are cut. */
const MAX_CHARACTERS = 500

/** Servers that send CORS headers may do so only to web pages, which name their origin. */
const PAGE = 'https://wallet.example'

/**
 * Checks the server of a Lightning Address for its operator: does what a payment does with the engine of
 * `lnurlProvider`, and tells line by line what works, what breaks which wallets, and what to change. Unless `lookUpOnly`
 * is set, the server makes an invoice over the smallest amount, which nobody pays.
 *
 * ```ts
 * const { ok, checks } = await checkAddress('alice@wallet.example')
 * for (const { status, message } of checks) console.log(status, message)
 * ```
 *
 * @throws Error if `localServer` is not on this machine.
 */
export async function checkAddress(
  address: string,
  options: CheckAddressOptions = {},
): Promise<AddressReport> {
  const { network = 'mainnet', now = () => new Date(), lookUpOnly = false, hideNetwork = false } = options
  const { resolve, connect, localServer: serverUrl, signal = new AbortController().signal } = options
  const isLocal = serverUrl !== undefined
  const wires = isLocal ? localServer(serverUrl, 'The URL of your server') : { resolve, connect }
  const headers = isLocal ? { origin: PAGE, 'x-forwarded-proto': 'https' } : { origin: PAGE }
  const get = createGuardedGet({ ...wires, headers, now: () => now().getTime() })

  const parsed = parseLightningAddress(address)
  if (!parsed.ok) {
    const { reason, suggestion } = parsed
    const fix = suggestion
      ? `If you mean ${suggestion}, use that.`
      : 'Write name@domain with a–z, 0–9 and the characters . _ - + in the name, and a public domain.'
    return reportOf(address, undefined, [
      problem('address', { message: `This is not a Lightning Address: ${reason}.`, fix }),
    ])
  }
  const run = await runPayment(parsed.address, { get, network, now, lookUpOnly, signal })
  const context: CheckContext = { page: PAGE, isLocal, hideNetwork, network, now: now() }
  return reportOf(
    parsed.address,
    run,
    [
      ok('address', `Wallets request ${parsed.url}`),
      ...transportFindings(run, context),
      ...lookUpFindings(run, parsed.domain),
      ...chargeFindings(run, context),
      ...verifyFindings(run),
    ],
    hideNetwork,
  )
}

function reportOf(
  address: string,
  run: PaymentRun | undefined,
  findings: readonly Finding[],
  hideNetwork = false,
): AddressReport {
  const names = Object.keys(ADDRESS_CHECKS)
  const checks = findings
    .map((finding) => ({
      ...finding,
      rule: ADDRESS_CHECKS[finding.name],
      // Some contain texts of the server.
      message: cleanLine(finding.message, MAX_CHARACTERS),
    }))
    .sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
  const steps = [
    ['look-up', run?.lookUp],
    ['charge', run?.charge],
    ['verify', run?.verify],
  ] as const
  return {
    address: cleanLine(address, MAX_CHARACTERS),
    ok: checks.every(({ status }) => status !== 'problem'),
    invoiceMsat: run?.charge?.details.callback?.ok ? String(run.charge.amountMsat) : undefined,
    requests: steps.flatMap(([step, each]) =>
      (each?.details.hops ?? []).map(({ tls: _, ms, location, contentType, ...hop }) => ({
        step,
        ...hop,
        location: location && cleanLine(location, MAX_CHARACTERS),
        contentType: contentType && cleanLine(contentType, MAX_CHARACTERS),
        ms: hideNetwork && hop.status === undefined ? undefined : ms,
      })),
    ),
    checks,
  }
}

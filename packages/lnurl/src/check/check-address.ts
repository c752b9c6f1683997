import type { Network } from '@leyden/core'
import { cleanLine } from '@leyden/core/internal'
import { parseLightningAddress } from '@leyden/lightning'
import type { Connect } from '../connect-tls.js'
import { createGuardedGet } from '../guarded-get.js'
import { localServer } from '../local-server.js'
import type { ResolveName } from '../resolve-name.js'
import type { RequestDetails } from '../trace.js'
import {
  type AddressCheck,
  type AddressCheckReason,
  type AddressReport,
  SENTENCES,
} from './address-report.js'
import { type PaymentRun, runPayment } from './run-payment.js'

export type { Connect, ConnectTarget } from '../connect-tls.js'
export type { ResolveName } from '../resolve-name.js'
export type { AddressCheck, AddressCheckReason, AddressReport, AddressRequest } from './address-report.js'

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

/**
 * Checks a Lightning Address: does what a payment does with the engine of `lnurlProvider`, up to the verification of an
 * invoice that nobody pays, and reports what the engine found. Unless `lookUpOnly` is set, the server makes an invoice
 * over the smallest amount.
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
  const { network = 'mainnet', now = () => new Date(), lookUpOnly = false } = options
  const { resolve, connect, localServer: serverUrl, signal = new AbortController().signal } = options
  const wires =
    serverUrl === undefined
      ? { resolve, connect }
      : { ...localServer(serverUrl, 'The URL of your server'), headers: { 'x-forwarded-proto': 'https' } }
  const get = createGuardedGet({ ...wires, now: () => now().getTime() })

  const parsed = parseLightningAddress(address)
  if (!parsed.ok) {
    const { reason, suggestion } = parsed
    const detail = suggestion === undefined ? reason : `${reason}; ${suggestion} may be meant`
    return reportOf(address, undefined, [found('address', 'problem', 'not_an_address', detail)])
  }
  const run = await runPayment(parsed.address, { get, network, now, lookUpOnly, signal })
  return reportOf(parsed.address, run, [
    fine('address', `Wallets request ${parsed.url}`),
    ...lookUpChecks(run),
    ...chargeChecks(run),
    ...verifyChecks(run),
  ])
}

type Step = AddressCheck['step']

const fine = (step: Step, message: string): AddressCheck => ({ step, status: 'ok', message })

function found(
  step: Step,
  status: 'warning' | 'problem',
  reason: AddressCheckReason,
  detail = '',
): AddressCheck {
  // Our own limits say nothing about the server.
  const isOurs = /^(?:busy|too_many_ports|aborted)$/.test(reason)
  const message = SENTENCES[reason] + (detail === '' ? '' : ` (${detail})`)
  return { step, status: isOurs ? 'unknown' : status, reason, message }
}

/** The line of a step that nothing is wrong with, or those that say what is. */
function orFine(step: Step, message: string, lines: readonly AddressCheck[]): AddressCheck[] {
  return lines.length === 0 ? [fine(step, message)] : [...lines]
}

/** Why there is no reply to a step. */
function failed(step: Step, { failure }: RequestDetails): AddressCheck[] {
  const reason = failure?.reason
  if (reason === undefined || !isReason(reason)) return []
  // Such as CERT_HAS_EXPIRED.
  const code = (failure?.cause as { code?: unknown } | undefined)?.code
  const isNamed = reason === 'unreachable' && typeof code === 'string'
  return [found(step, 'problem', reason, isNamed ? code : undefined)]
}

function isReason(reason: string): reason is AddressCheckReason {
  return Object.hasOwn(SENTENCES, reason)
}

function lookUpChecks({ lookUp }: PaymentRun): AddressCheck[] {
  const { payRequest } = lookUp.details
  if (!payRequest) return failed('look-up', lookUp.details)
  if (!payRequest.ok) {
    const { reason, message, field } = payRequest
    return [found('look-up', 'problem', reason, reason === 'upstream_error' ? message : field)]
  }
  // What the engine refuses, though the reply can be read.
  const fault = lookUp.result?.valid === false ? lookUp.result.detail : undefined
  if (fault !== undefined) return [found('look-up', 'problem', fault)]
  const { minSats, maxSats } = payRequest.value
  const deviations = [...payRequest.warnings, ...payRequest.tolerated]
  return orFine(
    'look-up',
    `The reply is a pay request: ${minSats} to ${maxSats} satoshis.`,
    deviations.map((each) => found('look-up', 'warning', each)),
  )
}

function chargeChecks({ charge }: PaymentRun): AddressCheck[] {
  if (!charge) return []
  const { callback } = charge.details
  if (!callback) return failed('charge', charge.details)
  if (!callback.ok) {
    const { reason, message, refusal } = callback
    const cause = refusal?.reason === 'bad_invoice' ? refusal.problem : refusal?.actual
    return [found('charge', 'problem', reason, reason === 'upstream_error' ? message : cause)]
  }
  const refused = charge.commentRefused
  // That of the verification stands with the other lines about it.
  const deviations = [...callback.warnings, ...callback.tolerated].filter((each) => each !== 'verify_dropped')
  return orFine('charge', `The invoice is over exactly ${charge.amountMsat} millisatoshis.`, [
    ...(refused === undefined ? [] : [found('charge', 'problem', 'comment_refused', refused)]),
    ...deviations.map((each) => found('charge', 'warning', each)),
  ])
}

function verifyChecks({ charge, verify }: PaymentRun): AddressCheck[] {
  const callback = charge?.details.callback
  if (!callback?.ok) return []
  if (!verify) {
    const isDropped = callback.verify !== null || callback.warnings.includes('verify_dropped')
    return isDropped
      ? [found('verify', 'warning', 'verify_dropped')]
      : [fine('verify', 'Not offered: nobody can ask whether an invoice is paid.')]
  }
  const { verification } = verify.details
  if (!verification) return failed('verify', verify.details)
  switch (verification.status) {
    case 'open':
      return orFine(
        'verify',
        'The server says that nobody has paid yet, which is right.',
        verification.tolerated.map((each) =>
          found('verify', each === 'early_preimage' ? 'problem' : 'warning', each),
        ),
      )
    case 'paid':
      return [found('verify', 'problem', 'paid_by_nobody')]
    case 'unknown': {
      const { reason } = verification
      // Some servers send an error until the payment has arrived.
      return [found('verify', reason === 'upstream_error' ? 'warning' : 'problem', reason)]
    }
    default:
      throw new Error(verification satisfies never)
  }
}

function reportOf(
  address: string,
  run: PaymentRun | undefined,
  checks: readonly AddressCheck[],
): AddressReport {
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
      (each?.details.hops ?? []).map(({ url, status, location }) => ({
        step,
        url,
        status,
        location: location && cleanLine(location, MAX_CHARACTERS),
      })),
    ),
    // Some contain texts of the server.
    checks: checks.map((check) => ({ ...check, message: cleanLine(check.message, MAX_CHARACTERS) })),
  }
}

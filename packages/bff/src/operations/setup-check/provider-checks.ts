import { type AddressRefusal, isLeydenError, type RampSession } from '@leyden/core'
import { withDeadline } from '@leyden/core/internal'
import type { PayProvider, RampProvider, RequestTrace } from '@leyden/core/provider'
import { termsOf } from '../../kernel/charge/charge-terms.js'
import { checkReply } from '../../kernel/charge/check-reply.js'
import {
  CHECK_ADDRESS,
  type CheckResult,
  misconfigured,
  ok,
  problem,
  skipped,
} from '../../kernel/readiness/check-result.js'
import { upstreamFailure } from '../../kernel/readiness/upstream-failure.js'
import { createDetectsPayments } from '../../kernel/settlement/detected-recipients.js'
import { HOW_TO_SEE, splitByReports } from '../../kernel/settlement/payments-seen.js'
import type { CheckInput, CheckRun, Checks, LookUp, RequestedCharge } from './check.js'

/** The checks of the providers: the service, or those of recipients. */
export const PROVIDER_CHECKS = {
  'look-up': {
    about:
      'whether the provider replies and accepts the API key. The check looks up the address that you pass. If you pass none, it looks up an address of `LEYDEN_SETTLES` or `LEYDEN_ADDRESSES`, or else an address that does not exist',
    check: async ({ lookUp }) => (await lookUp).result,
  },
  charge: {
    about:
      'whether the provider creates an invoice, and the invoice passes all checks: network (`LEYDEN_NETWORK`), amount, expiry, signature',
    check: async ({ charge }) => (await charge)?.result,
  },
  payments: {
    about:
      "whether payments by QR code will be seen: by this server (`LEYDEN_SETTLES`), or by the recipient's own server, which the check asks by an invoice. It looks at the address that you pass, and at those of `LEYDEN_SETTLES` and `LEYDEN_ADDRESSES`",
    async check(run) {
      const { pay, recipients, settlement } = run
      const { reported, others } = splitByReports(recipients, createDetectsPayments(settlement.recipients))
      if (others.length === 0 && (reported.length > 0 || settlement.recipients === true))
        return ok(`Payments${toAny(reported)} are seen once your wallet or server reports them to the BFF.`)
      if (others.length === 0 && pay.verify !== undefined)
        return skipped(
          'Payments are seen if the server of their recipient verifies them (LUD-21). Pass an address to find out.',
        )
      const unseen = pay.verify === undefined ? others : await unverified(run, others)
      if (unseen === undefined) return undefined
      if (others.length > 0 && unseen.length === 0)
        return ok(`Payments${toAny(recipients)} are seen: the server of the recipient verifies them.`)
      return {
        outcome: 'warning',
        party: 'configuration',
        what: `Payments by QR code${toAny(unseen)} cannot be seen: the page says “We cannot see this payment”.`,
        fix: HOW_TO_SEE,
      }
    },
  },
  ramp: {
    about:
      "whether a session opens, and the origin of the ramp's page is one of `LEYDEN_RAMP_ORIGINS`. With `--email you@shop.example` the check shows the origin before you set `LEYDEN_RAMP_ORIGINS`",
    /** Opens a session and leaves it. */
    async check({ pay, ramp, email, webhookUrl, limits: { timeoutMs } }) {
      // Without a ramp, open a session only on request, to show the origin that `ramp.origins` needs.
      const provider =
        ramp.provider ?? (email === undefined ? undefined : (pay as PayProvider & Partial<RampProvider>))
      if (!provider?.createRampSession) return skipped('No ramp is configured.')
      const open = provider.createRampSession.bind(provider)
      const trace: RequestTrace = {}
      let session: RampSession
      try {
        const request = {
          email: email ?? CHECK_ADDRESS,
          quote_currency: ramp.fields.quoteCurrencies[0],
          base_currency: ramp.fields.baseCurrencies[0],
          reference_id: 'leyden-check',
          webhook_url: webhookUrl(),
        }
        session = await withDeadline(timeoutMs, undefined, (signal) => open(request, { signal, trace }))
      } catch (error) {
        return upstreamFailure(error, trace)
      }
      const { origin } = new URL(session.widget_url)
      if (ramp.origins.includes(origin)) return ok(`Sessions can be opened; their page is of ${origin}.`)
      const listed = ramp.origins.length === 0 ? 'is not set' : `is ${ramp.origins.join(', ')}`
      return misconfigured(
        `The ramp's page is of ${origin}, but ramp.origins ${listed}.`,
        `If you trust that origin, set ramp.origins to ['${origin}'] (LEYDEN_RAMP_ORIGINS=${origin}).`,
      )
    },
  },
} satisfies Checks

/** The most recipients of the shop for which one check requests an invoice. */
const MAX_RECIPIENTS = 10

const toAny = (addresses: readonly string[]) => (addresses.length > 0 ? ` to ${addresses.join(', ')}` : '')

/** Of these recipients, those whose server does not verify payments; undefined if another finding says why. */
async function unverified(run: CheckRun, others: readonly string[]): Promise<string[] | undefined> {
  const charges = await Promise.all(
    others.slice(0, MAX_RECIPIENTS).map(async (lnaddress) => {
      const input = { ...run, lnaddress }
      const charge = lnaddress === run.lnaddress ? run.charge : requestCharge(input, lookUpRecipient(input))
      return { lnaddress, isVerified: (await charge)?.isVerified }
    }),
  )
  const known = charges.filter(({ isVerified }) => isVerified !== undefined)
  if (known.length === 0) return undefined
  return known.filter(({ isVerified }) => !isVerified).map(({ lnaddress }) => lnaddress)
}

/** Requests an invoice that nobody pays. */
export async function requestCharge(
  input: CheckInput,
  lookUp: Promise<LookUp>,
): Promise<RequestedCharge | undefined> {
  const { pay, lnaddress, limits, network, now } = input
  const { minMsat, trace } = await lookUp
  if (minMsat === undefined) return undefined
  const minSatsMsat = limits.charges.minSats * 1_000n
  const amount = String(minMsat > minSatsMsat ? minMsat : minSatsMsat)
  try {
    const reply = await withDeadline(limits.timeoutMs, undefined, (signal) =>
      pay.createCharge({ lnaddress, amount }, { signal, trace }),
    )
    checkReply(reply, { terms: termsOf({ lnaddress, amount }), network, now: now() })
    const result = ok(`${trace.host ?? 'The provider'} creates invoices of ${network}.`)
    return { result, isVerified: reply.verifyUrl !== undefined }
  } catch (error) {
    return { result: chargeFailure(error, trace, input) }
  }
}

export async function lookUpRecipient({ pay, lnaddress, limits }: CheckInput): Promise<LookUp> {
  const trace: RequestTrace = {}
  try {
    const answer = await withDeadline(limits.timeoutMs, undefined, (signal) =>
      pay.validateLightningAddress(lnaddress, { signal, trace }),
    )
    if (!answer.valid && lnaddress !== CHECK_ADDRESS) {
      return { result: problem('recipient', ...refusalTexts(lnaddress, answer)), trace }
    }
    const andKey = answer.valid && pay.party !== 'recipient' ? ', and accepts the API key' : ''
    return {
      result: ok(`${trace.host ?? 'The provider'} answers look-ups${andKey}.`),
      trace,
      minMsat: answer.valid ? BigInt(answer.metadata.minSendable) : 1_000n,
    }
  } catch (error) {
    return { result: upstreamFailure(error, trace), trace }
  }
}

function chargeFailure(
  error: unknown,
  trace: RequestTrace,
  { pay, lnaddress, network }: CheckInput,
): CheckResult {
  const { code, status = 0, field, reason, actual } = isLeydenError(error) ? error : { code: '' }
  if (code === 'INVOICE_MISMATCH' && field === 'network')
    return misconfigured(
      `The invoice is of ${actual}, and this BFF is set to ${network}.`,
      `Set network: '${actual}' (LEYDEN_NETWORK=${actual}), or use the key of ${network}.`,
    )
  if (code === 'INVOICE_MISMATCH')
    return problem(
      pay.party ?? 'service',
      `The invoice is wrong: ${field} (${reason}).`,
      'The server that created it has to fix that: the BFF refuses such invoices.',
    )
  const isRefusal = lnaddress === CHECK_ADDRESS && [400, 404, 422].includes(status) && code !== 'NOT_FOUND'
  if (isRefusal || code === 'NOT_LIGHTNING_ADDRESS')
    return ok(
      `${trace.host ?? 'The provider'} answers, but refuses ${lnaddress}. Pass an address for a complete check.`,
    )
  return upstreamFailure(error, trace)
}

/** Why an address cannot be paid, and what to do. */
function refusalTexts(
  lnaddress: string,
  { reason, detail, payer_data = [] }: AddressRefusal,
): [what: string, fix: string] {
  switch (reason) {
    case 'not_usable':
      return [
        `${lnaddress} cannot be paid: the reply of its server is at fault (${detail ?? 'unknown'}).`,
        'Report this to its provider, or use another address.',
      ]
    case 'payer_data_required':
      return [
        `${lnaddress} cannot be paid: it demands data that a page cannot give (${payer_data.join(', ')}).`,
        'Use another address.',
      ]
    case 'malformed':
    case 'no_such_user':
    case 'not_lightning_address':
    case 'not_in_sandbox':
      return [`${lnaddress} is not a Lightning Address.`, 'Check its spelling, and its provider.']
    default:
      return reason satisfies never
  }
}

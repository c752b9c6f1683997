import type { CallbackProblem, CallbackVerdict } from '@leyden/lightning'
import {
  type AddressCheckName,
  type Fault,
  type Finding,
  findingsOr,
  inSats,
  ok,
  problem,
  quoted,
  unknown,
  warning,
} from './address-report.js'
import type { CheckContext } from './check-context.js'
import type { PaymentRun } from './run-payment.js'

type Usable = Extract<CallbackVerdict, { ok: true }>
/** Without that of the verification, whose line stands with the others about it. */
type Deviation = Exclude<Usable['warnings'][number], 'verify_dropped'> | Usable['tolerated'][number]

/** The lines about the reply to the callback, and its invoice. */
export function chargeFindings({ lookUp, charge }: PaymentRun, { network, now }: CheckContext): Finding[] {
  if (!charge)
    return lookUp.result?.valid ? [unknown('invoice', 'No invoice was requested, so none is checked.')] : []
  const { amountMsat } = charge
  const { callback } = charge.details
  if (!callback && !charge.details.failure)
    return [problem('invoice', { message: charge.error?.message ?? 'No invoice could be requested.' })]
  if (!callback) return [unknown('invoice', 'There is no reply of the callback to check.')]
  if (!callback.ok) {
    const { reason, refusal, message } = callback
    const { expected = '', actual = '' } = refusal ?? {}
    const values = { expected, actual, network, said: quoted(message) }
    const cause = refusal?.reason === 'bad_invoice' ? refusal.problem : ''
    const { name = 'invoice', ...fault } = PROBLEMS[reason]({ ...values, cause, asked: inSats(amountMsat) })
    return [problem(name, { consequence: 'Nobody can pay this address.', ...fault })]
  }
  const { invoice, successAction, warnings, tolerated } = callback
  const deviations: Deviation[] = [...warnings.filter((each) => each !== 'verify_dropped'), ...tolerated]
  const lines = (name: AddressCheckName, fine: string): Finding[] =>
    findingsOr(
      ok(name, fine),
      deviations.map((each) => {
        const { name: ownName, ...fault } = DEVIATIONS[each]
        return ownName === name && warning(name, fault)
      }),
    )
  const seconds = invoice.expiresAt - Math.floor(now.getTime() / 1000)
  return [
    ...lines(
      'invoice',
      `An invoice of ${network} over exactly ${inSats(amountMsat)}, with a right signature.`,
    ),
    ...lines('expiry', `The invoice can be paid for ${spanOf(seconds)}.`),
    ...lines('description-hash', 'The invoice has the hash of metadata.'),
    ...lines(
      'success-action',
      successAction ? `After the payment: ${successAction.tag}.` : 'There is none, which is fine.',
    ),
  ]
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Such as `30 days`; the largest unit that there is one of, rounded down. */
function spanOf(seconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? (['second', 1] as const)
  const count = Math.floor(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

interface Values {
  asked: string
  expected: string
  actual: string
  network: string
  said: string
  /** Which rule of BOLT 11 a bad invoice breaks. */
  cause: string
}

const PR_FIX =
  'Answer with { "pr": "<invoice>", "routes": [] }, or with { "status": "ERROR", "reason": "…" }.'

const PROBLEMS: Record<CallbackProblem, (values: Values) => Fault & { name?: AddressCheckName | undefined }> =
  {
    body_too_large: () => ({ message: 'The reply has more than 256 KiB.', fix: PR_FIX }),
    bad_json: () => ({ message: 'The callback answers with something other than JSON.', fix: PR_FIX }),
    bad_shape: () => ({ message: 'The callback answers with JSON that is not an object.', fix: PR_FIX }),
    upstream_error: ({ asked, said }) => ({
      message: `The callback refuses ${asked}, the smallest amount: ${said}.`,
      fix: 'Accept what minSendable says, or raise it; check that the node is online and can receive.',
    }),
    missing_pr: () => ({ message: 'The reply has no invoice in "pr".', fix: PR_FIX }),
    unknown_success_action: () => ({
      name: 'success-action',
      message: 'The success action has a tag that LUD-09 does not know.',
      consequence:
        'Wallets must not pay then (LUD-09). Breez and Alby’s extension refuse it; Phoenix ignores it.',
      fix: 'Send message, url or aes, or leave successAction out.',
    }),
    bad_invoice: ({ cause }) => ({
      message: `The invoice breaks a rule of BOLT 11: ${cause}.`,
      fix: 'Send the invoice as the node writes it, in full.',
    }),
    wrong_network: ({ actual, expected }) => ({
      message: `The invoice is one of ${actual}, not of ${expected}.`,
      fix: 'Let the node run on the right network; to check a test network, name it.',
    }),
    amount_missing: ({ asked }) => ({
      message: `The invoice has no amount; it was to be ${asked}.`,
      fix: 'Make an invoice over exactly the amount of the request.',
    }),
    amount_mismatch: ({ asked, actual }) => ({
      message: `The invoice is over ${inSats(BigInt(actual || 0))}; it was to be ${asked}.`,
      consequence: 'Wallets must not pay it (LUD-06).',
      fix: 'Make an invoice over exactly the amount of the request, which is in millisatoshis.',
    }),
    expired: () => ({
      name: 'expiry',
      message: 'The invoice has expired already.',
      fix: 'Make a new invoice for each request, and check the clock of the node.',
    }),
  }

interface NamedFault extends Fault {
  name: AddressCheckName
}

const DEVIATIONS: Record<Deviation, NamedFault> = {
  pr_with_scheme: {
    name: 'invoice',
    message: 'The invoice in "pr" has a scheme or white space around it.',
    consequence: 'Strict wallets do not read it.',
    fix: 'Send only the invoice.',
  },
  pr_in_capitals: {
    name: 'invoice',
    message: 'The invoice is in capitals.',
    consequence: 'BOLT 11 allows that, but strict wallets look for a prefix in small letters.',
    fix: 'Send it in small letters; capitals are for QR codes.',
  },
  routes_not_empty: {
    name: 'invoice',
    message: '"routes" is not empty.',
    consequence: 'Wallets with LDK’s bitcoin-payment-instructions refuse it, and others ignore it.',
    fix: 'Send "routes": [], and route hints in the invoice.',
  },
  disposable_not_boolean: {
    name: 'invoice',
    message: '"disposable" is no boolean (LUD-11).',
    consequence: 'Wallets that read JSON into typed fields refuse the reply.',
    fix: 'Send true, false or null.',
  },
  expires_soon: {
    name: 'expiry',
    message: 'The invoice expires within 30 seconds.',
    consequence: 'Payers who take their time cannot pay it.',
    fix: 'Give it ten minutes or more.',
  },
  description_hash_mismatch: {
    name: 'description-hash',
    message: 'The description hash of the invoice is not that of metadata (and payer data).',
    consequence:
      'Wallets with LDK’s bitcoin-payment-instructions refuse it. Many others no longer compare it, as LUD-06 does not ask for it any more.',
    fix: 'Hash the bytes of metadata exactly as they are sent, followed by those of payerdata (LUD-18).',
  },
  plain_description: {
    name: 'description-hash',
    message: 'The invoice has a description in place of a hash.',
    consequence: 'Wallets with LDK’s bitcoin-payment-instructions refuse it, and most others accept it.',
    fix: 'Make the invoice with the description hash SHA-256(metadata).',
  },
  empty_success_action: {
    name: 'success-action',
    message: 'The success action is there, but empty.',
    consequence: 'Wallets that know no such action must not pay (LUD-09).',
    fix: 'Leave it out, or send null.',
  },
  success_action_dropped: {
    name: 'success-action',
    message:
      'The success action is not shown: a field is missing, longer than 144 characters, or no https URL.',
    consequence: 'Payers do not see it, and strict wallets refuse the reply.',
    fix: 'See LUD-09 for message and url, and LUD-10 for aes.',
  },
  success_url_other_host: {
    name: 'success-action',
    message: 'The URL of the success action is at another host than the callback.',
    consequence: 'LUD-09 requires the same host: strict wallets do not open it, and others warn.',
    fix: 'Use a URL of the callback’s host, which may redirect.',
  },
}

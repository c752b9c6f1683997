import type { VerifyProblem, VerifyVerdict } from '@leyden/lightning'
import { type Fault, type Finding, findingsOr, ok, problem, unknown, warning } from './address-report.js'
import type { PaymentRun } from './run-payment.js'

type Tolerance = Extract<VerifyVerdict, { status: 'open' }>['tolerated'][number]

/** The lines about the verification of the invoice, which nobody has paid. */
export function verifyFindings({ charge, verify }: PaymentRun): Finding[] {
  const callback = charge?.details.callback
  if (!callback?.ok) return []
  if (!verify && (callback.verify !== null || callback.warnings.includes('verify_dropped')))
    return [problem('verify', VERIFY_DROPPED)]
  if (!verify) return [ok('verify', 'Not offered, so no page or shop can ask whether an invoice is paid.')]
  const { verification } = verify.details
  if (!verification) return [unknown('verify', 'There is no reply of the verification to check.')]
  switch (verification.status) {
    case 'open':
      return findingsOr(
        ok('verify', 'The verification says that nobody has paid yet, which is right.'),
        verification.tolerated.map((each) => {
          const { isProblem, ...fault } = TOLERANCES[each]
          return isProblem ? problem('verify', fault) : warning('verify', fault)
        }),
      )
    case 'paid':
      return [problem('verify', FALSE_PAID)]
    case 'unknown': {
      const { isProblem, ...fault } = UNCLEAR[verification.reason]
      return [isProblem ? problem('verify', fault) : warning('verify', fault)]
    }
    default:
      throw new Error(verification satisfies never)
  }
}

const SHAPE_FIX =
  'Answer with { "status": "OK", "settled": false, "preimage": null, "pr": "<invoice>" } until it is paid.'

const VERIFY_DROPPED: Fault = {
  message: '"verify" is no https URL of a public domain.',
  consequence: 'Nobody can ask whether an invoice is paid.',
  fix: 'Write an absolute https URL, as for the callback.',
}

const FALSE_PAID: Fault = {
  message: 'The verification says that the invoice is paid, though nobody has paid it.',
  consequence: 'Shops deliver without a payment.',
  fix: SHAPE_FIX,
}

interface Weighed extends Fault {
  isProblem?: boolean | undefined
}

const TOLERANCES: Record<Tolerance, Weighed> = {
  early_preimage: {
    isProblem: true,
    message: 'The verification sends the preimage before the payment.',
    consequence: 'Whoever reads it can claim to have paid, and shops that check the preimage believe it.',
    fix: 'Send "preimage": null until the invoice is settled.',
  },
  settled_not_boolean: {
    message: '"settled" is no boolean.',
    consequence: 'Programs that read JSON into typed fields do not see the payment.',
    fix: SHAPE_FIX,
  },
  no_pr: {
    message: 'The verification does not name the invoice in "pr".',
    consequence: 'Strict programs cannot tell which invoice it is about.',
    fix: SHAPE_FIX,
  },
}

const UNREADABLE: Weighed = {
  isProblem: true,
  message: 'The reply of the verification cannot be read.',
  consequence: 'No page or shop sees the payment.',
  fix: SHAPE_FIX,
}

const UNCLEAR: Record<VerifyProblem, Weighed> = {
  body_too_large: UNREADABLE,
  bad_json: UNREADABLE,
  bad_shape: UNREADABLE,
  unreadable_settled: UNREADABLE,
  preimage_without_settled: { ...UNREADABLE, message: 'The verification has a preimage, but no "settled".' },
  wrong_preimage: {
    ...FALSE_PAID,
    isProblem: true,
    message: 'The verification says that the invoice is paid, with a preimage that is not its own.',
  },
  other_invoice: {
    ...FALSE_PAID,
    isProblem: true,
    message: 'The verification says that another invoice is paid.',
  },
  upstream_error: {
    message: 'The verification of an open invoice is an error.',
    consequence: 'Programs cannot tell an open invoice from one that does not exist.',
    fix: SHAPE_FIX,
  },
}

import type { AddressFault } from '@leyden/core'
import type {
  CallbackProblem,
  CallbackVerdict,
  PayRequestProblem,
  PayRequestResult,
  VerifyProblem,
  VerifyVerdict,
} from '@leyden/lightning'
import type { GetProblem } from '../guarded-get.js'
import type { Hop } from '../trace.js'

type Usable<Verdict> = Extract<Verdict, { ok: true }>
/** What the readers of the engine accept, though others may not. */
type Deviation =
  | Usable<PayRequestResult>['warnings' | 'tolerated'][number]
  | Usable<CallbackVerdict>['warnings' | 'tolerated'][number]
  | Extract<VerifyVerdict, { status: 'open' }>['tolerated'][number]

/** What a line of a report is about: a reason of the engine, or one of the three that only a check finds. */
export type AddressCheckReason =
  | GetProblem
  | PayRequestProblem
  | AddressFault
  | CallbackProblem
  | VerifyProblem
  | Deviation
  | 'not_an_address'
  | 'comment_refused'
  | 'paid_by_nobody'

/** One line of a report: what the engine made of one step of a payment. */
export interface AddressCheck {
  /** The step of the payment. */
  step: 'address' | 'look-up' | 'charge' | 'verify'
  /**
   * `problem`: this payment fails, or an unpaid invoice counts as paid. `warning`: the engine accepts it, and a stricter
   * wallet may refuse it. `unknown`: it could not be checked.
   */
  status: 'ok' | 'warning' | 'problem' | 'unknown'
  /** What the engine has found, such as `amount_as_text`; absent if all is well. */
  reason?: AddressCheckReason | undefined
  /** The reason as a sentence. */
  message: string
}

/** One request of a check. A redirect is a request of its own. */
export interface AddressRequest extends Hop {
  /** What the request was for. */
  step: 'look-up' | 'charge' | 'verify'
}

/** The report about an address. */
export interface AddressReport {
  /** The address, in folded form if it is one. */
  address: string
  /** Whether there is no problem. Warnings do not count. */
  ok: boolean
  /** The amount of the unpaid invoice that the check has requested, in millisatoshis; absent if it got none. */
  invoiceMsat?: string | undefined
  /** What was requested, in order. */
  requests: AddressRequest[]
  /** The lines of the report, in the order of the payment. */
  checks: AddressCheck[]
}

const NO_ADDRESS = 'The name of the host has no address, or not only public ones.'
const TOO_MANY = 'This program has sent too many requests to this host: check again in an hour.'
const UNREACHED = 'The host does not answer over TLS in time.'
const BAD_URL = 'The URL is not an https URL of a public domain.'

/** A sentence for each reason, in the words of the specifications. */
export const SENTENCES: Readonly<Record<AddressCheckReason, string>> = {
  // The address, and the way to its server.
  not_an_address: 'This is not a Lightning Address (LUD-16).',
  bad_url: BAD_URL,
  insecure_url: BAD_URL,
  private_url: BAD_URL,
  port_url: BAD_URL,
  onion_unsupported: 'The host is in the Tor network, which this program does not use.',
  bad_redirect: 'The request is redirected, but the Location is missing or no URL.',
  insecure_redirect: 'The request is redirected to a URL without TLS.',
  private_redirect: 'The request is redirected into a private network.',
  port_redirect: 'The request is redirected to a port of another protocol.',
  too_many_redirects: 'The request is redirected more than five times.',
  busy: TOO_MANY,
  too_many_ports: TOO_MANY,
  name_not_found: NO_ADDRESS,
  private_address: NO_ADDRESS,
  own_address: NO_ADDRESS,
  unreachable: UNREACHED,
  timeout: UNREACHED,
  aborted: 'The check was ended before there was a reply.',
  bad_encoding: 'The reply has a compression that cannot be read.',
  // Any reply.
  body_too_large: 'The reply has more than 256 KiB.',
  bad_json: 'The reply is not JSON.',
  bad_shape: 'The reply is JSON, but not an object.',
  upstream_error: 'The reply is an error of LNURL.',
  // The look-up.
  wrong_tag: 'The reply has no tag "payRequest" (LUD-06).',
  bad_callback: 'The callback is no absolute URL.',
  insecure_callback: 'The callback has no TLS.',
  private_callback: 'The callback is an IP address, or a name of a private network.',
  port_callback: 'The callback has a port of another protocol.',
  onion_callback: 'The callback is an onion name, so only wallets with Tor can pay.',
  unsupported_payer_data: 'The address demands payer data that only a wallet’s own key can give (LUD-18).',
  bad_amount_range: 'minSendable and maxSendable are no range of millisatoshis.',
  no_whole_sat_amount: 'There is no whole satoshi between minSendable and maxSendable.',
  bad_metadata: 'metadata is no text with a JSON list in it.',
  no_text_plain: 'metadata has no text/plain entry with a text.',
  callback_with_spaces: 'There is white space around the callback.',
  callback_with_fragment: 'The callback has a fragment (#).',
  amount_as_text: 'minSendable or maxSendable is a text and not a number.',
  amount_not_integer: 'minSendable or maxSendable has a fraction.',
  min_raised: 'minSendable is less than 1.',
  max_clamped: 'maxSendable is greater than 9,007,199,254,740,991.',
  bad_metadata_entry: 'An entry of metadata is no list.',
  duplicate_text_plain: 'metadata has several text/plain entries.',
  no_identifier: 'metadata has neither text/identifier nor text/email (LUD-16).',
  identifier_mismatch: 'metadata names another address than the requested one.',
  image_dropped: 'An image in metadata is too large, no base64, or not of the type that it names.',
  multiple_images: 'metadata has several images.',
  comment_as_text: 'commentAllowed is a text and not a number (LUD-12).',
  comment_unreadable: 'commentAllowed is no number (LUD-12).',
  comment_clamped: 'commentAllowed is greater than 2,000 (LUD-12).',
  payer_data_not_object: 'payerData is no object (LUD-18).',
  mandatory_not_boolean: 'A "mandatory" in payerData is no boolean (LUD-18).',
  // The invoice.
  comment_refused: 'A comment that is no longer than commentAllowed is refused (LUD-12).',
  missing_pr: 'The reply has no invoice in "pr".',
  unknown_success_action: 'The success action has a tag that LUD-09 does not know, so nobody may pay.',
  bad_invoice: 'The invoice breaks a rule of BOLT 11.',
  wrong_network: 'The invoice is of another network.',
  amount_missing: 'The invoice has no amount.',
  amount_mismatch: 'The invoice is over another amount than the requested one.',
  expired: 'The invoice has expired already.',
  expires_soon: 'The invoice expires within 30 seconds.',
  pr_with_scheme: 'The invoice in "pr" has a scheme or white space around it.',
  pr_in_capitals: 'The invoice is in capitals.',
  routes_not_empty: '"routes" is not empty.',
  disposable_not_boolean: '"disposable" is no boolean (LUD-11).',
  description_hash_mismatch: 'The description hash of the invoice is not that of metadata.',
  plain_description: 'The invoice has a description in place of a hash.',
  empty_success_action: 'The success action is there, but empty (LUD-09).',
  success_action_dropped: 'The success action lacks a field, is too long, or has no https URL (LUD-09).',
  success_url_other_host: 'The URL of the success action is at another host than the callback (LUD-09).',
  verify_dropped:
    '"verify" is no https URL of a public domain, so nobody can ask whether it is paid (LUD-21).',
  // Its verification, though nobody has paid.
  settled_not_boolean: '"settled" is no boolean (LUD-21).',
  no_pr: 'The verification does not name the invoice in "pr" (LUD-21).',
  early_preimage:
    'The verification sends the preimage before the payment, so anybody can claim to have paid.',
  unreadable_settled: 'The verification has no "settled" that can be read (LUD-21).',
  preimage_without_settled: 'The verification has a preimage, but no "settled" (LUD-21).',
  wrong_preimage: 'The verification says that the invoice is paid, with a preimage that is not its own.',
  other_invoice: 'The verification is about another invoice.',
  paid_by_nobody: 'The verification says that the invoice is paid, though nobody has paid it.',
}

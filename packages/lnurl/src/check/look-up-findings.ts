import type { AddressFault } from '@leyden/core'
import type { PayRequest, PayRequestProblem, PayRequestResult } from '@leyden/lightning'
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
import type { PaymentRun } from './run-payment.js'

type Usable = Extract<PayRequestResult, { ok: true }>
type Deviation = Usable['warnings'][number] | Usable['tolerated'][number]

/** The lines about the reply to the look-up. */
export function lookUpFindings({ lookUp, charge }: PaymentRun, domain: string): Finding[] {
  const { details, result } = lookUp
  const { payRequest } = details
  if (!payRequest) return [unknown('reply', 'There is no reply to check.')]
  if (!payRequest.ok) {
    const { name, ...fault } = PROBLEMS[payRequest.reason]
    const isError = payRequest.reason === 'upstream_error'
    const detail = isError ? quoted(payRequest.message) : (payRequest.field ?? '')
    const message = fault.message.replace('%', detail)
    return [
      problem(name, { consequence: NOBODY, ...fault, message }),
      ...(name === 'reply' ? [] : [unknown('reply', 'The rest is checked once this is repaired.')]),
    ]
  }
  const { value } = payRequest
  const deviations = [...payRequest.warnings, ...payRequest.tolerated]
  const lines = (name: AddressCheckName, fine: string, more?: Finding): Finding[] =>
    findingsOr(ok(name, fine), [
      more,
      ...deviations.map((each) => {
        const { name: ownName, ...fault } = DEVIATIONS[each]
        return ownName === name && warning(name, fault)
      }),
    ])
  const refused = charge?.commentRefused
  // What the engine refuses, though the reply can be read.
  const fault = result?.valid === false && result.detail !== undefined ? PROBLEMS[result.detail] : undefined
  const callback = new URL(value.callback)
  return [
    ok('reply', 'The reply is a pay request.'),
    ...(fault
      ? [problem(fault.name, { consequence: NOBODY, ...fault })]
      : lines('callback', callbackText(callback, domain))),
    ...lines('amounts', `From ${inSats(value.minMsat)} to ${inSats(value.maxMsat)}.`),
    ...lines('metadata', `The description is ${quoted(value.description)}.`),
    ...lines('identifier', `The reply names ${value.identifier}, the address.`),
    ...lines('image', value.imageDataUrl ? 'There is one image.' : 'There is no image, which is fine.'),
    ok(
      'long-description',
      value.longDescription
        ? `There is a long description of ${value.longDescription.length} characters.`
        : 'There is no long description, which is fine.',
    ),
    ...lines('comment', commentText(value), refused === undefined ? undefined : commentRefused(refused)),
    ...lines('payer-data', payerDataText(value)),
  ]
}

const NOBODY = 'Nobody can pay this address.'

function callbackText({ host, port }: URL, domain: string): string {
  const where = host === domain ? 'at the domain of the address' : `at ${host}`
  return `The callback is ${where}, over https${port === '' ? '' : ', on a port of its own'}.`
}

function commentText({ commentAllowed }: PayRequest): string {
  if (commentAllowed === 0) return 'No comment is accepted, which is fine.'
  return `A comment may have ${commentAllowed} characters.`
}

function commentRefused(reason: string): Finding {
  return problem('comment', {
    message: `A comment that is shorter than commentAllowed is refused: ${quoted(reason)}.`,
    consequence: 'Payers who write a message cannot pay.',
    fix: 'Accept what commentAllowed says, counted in characters and not in bytes, or lower it.',
  })
}

function payerDataText({ payerData }: PayRequest): string {
  const kinds = Object.entries(payerData).map(([kind, { mandatory }]) =>
    mandatory ? `${kind} (demanded)` : kind,
  )
  return kinds.length === 0 ? 'No payer data is asked for.' : `Payer data: ${kinds.join(', ')}.`
}

interface NamedFault extends Fault {
  name: AddressCheckName
}

const CALLBACK_FIX =
  'Write an absolute https URL of a public domain. Behind a proxy, tell the program its public URL (X-Forwarded-Proto, X-Forwarded-Host, or a setting).'
const METADATA_FIX =
  'Send metadata as a text that holds JSON: "[[\\"text/plain\\",\\"…\\"],[\\"text/identifier\\",\\"name@domain\\"]]".'
const NUMBERS_FIX = 'Send the amounts as JSON numbers: whole millisatoshis, 1,000 of which are a sat.'

/** `%` stands for the words of the server, or the field. */
const PROBLEMS: Record<PayRequestProblem | AddressFault, NamedFault> = {
  body_too_large: {
    name: 'reply',
    message: 'The reply has more than 256 KiB.',
    fix: 'Make the image smaller: LUD-06 allows 136,536 characters.',
  },
  bad_json: {
    name: 'reply',
    message: 'The reply is not JSON.',
    fix: 'Let /.well-known/lnurlp/<name> reach the LNURL server, past web pages, log-ins and error pages of proxies.',
  },
  bad_shape: { name: 'reply', message: 'The reply is JSON, but not an object.', fix: 'Send one object.' },
  upstream_error: {
    name: 'reply',
    message: 'The server answers with an error: %.',
    fix: 'Check that the name exists, and that its wallet can receive.',
  },
  wrong_tag: {
    name: 'reply',
    message: 'The reply has no tag "payRequest" at its top.',
    fix: 'Send "tag": "payRequest" in this spelling, beside callback, minSendable, maxSendable and metadata.',
  },
  bad_callback: { name: 'callback', message: 'The callback is no absolute URL.', fix: CALLBACK_FIX },
  insecure_callback: {
    name: 'callback',
    message: 'The callback has no TLS.',
    consequence: `${NOBODY} Phoenix, for one, refuses such a callback.`,
    fix: CALLBACK_FIX,
  },
  private_callback: {
    name: 'callback',
    message: 'The callback is an IP address, or a name that only exists in a private network.',
    fix: CALLBACK_FIX,
  },
  port_callback: {
    name: 'callback',
    message: 'The callback has a port that belongs to another protocol.',
    consequence: 'Browsers and careful servers do not request it.',
    fix: 'Use port 443, or one from 1024 on.',
  },
  onion_callback: {
    name: 'callback',
    message: 'The callback is an onion name.',
    consequence: 'Only wallets with Tor can pay.',
    fix: 'Use a public domain for the callback.',
  },
  unsupported_payer_data: {
    name: 'payer-data',
    message: 'The address demands payer data that only a wallet’s own key can give: %.',
    consequence: 'Payers in web pages and most wallets cannot pay.',
    fix: 'Ask for it without "mandatory": true.',
  },
  bad_amount_range: {
    name: 'amounts',
    message: 'minSendable and maxSendable are no range of amounts.',
    fix: `${NUMBERS_FIX} minSendable is at least 1 and at most maxSendable.`,
  },
  no_whole_sat_amount: {
    name: 'amounts',
    message: 'There is no whole sat between minSendable and maxSendable.',
    consequence: 'Wallets send whole sats. Stacker News, for one, refuses such an address.',
    fix: `${NUMBERS_FIX} Perhaps the amounts are sats now.`,
  },
  bad_metadata: {
    name: 'metadata',
    message: 'metadata is no text with a JSON list in it.',
    fix: METADATA_FIX,
  },
  no_text_plain: {
    name: 'metadata',
    message: 'metadata has no text/plain entry with a text.',
    fix: METADATA_FIX,
  },
}

const TYPED = 'Wallets that read JSON into typed fields refuse the reply.'

const DEVIATIONS: Record<Deviation, NamedFault> = {
  callback_with_spaces: {
    name: 'callback',
    message: 'There is white space around the callback.',
    consequence: 'Strict wallets do not read it as a URL.',
    fix: 'Trim the setting that it comes from.',
  },
  callback_with_fragment: {
    name: 'callback',
    message: 'The callback has a fragment (#).',
    consequence:
      'Wallets that append ?amount= as text write it into the fragment, so the amount never arrives.',
    fix: 'Remove the fragment.',
  },
  amount_as_text: {
    name: 'amounts',
    message: 'minSendable or maxSendable is a text.',
    consequence: TYPED,
    fix: NUMBERS_FIX,
  },
  amount_not_integer: {
    name: 'amounts',
    message: 'minSendable or maxSendable has a fraction.',
    consequence: TYPED,
    fix: NUMBERS_FIX,
  },
  min_raised: {
    name: 'amounts',
    message: 'minSendable is 0.',
    consequence: 'LUD-06 has 1 as the smallest value, so strict wallets refuse the reply.',
    fix: 'Send 1000 (1 sat), or what the node can receive.',
  },
  max_clamped: {
    name: 'amounts',
    message: 'maxSendable is greater than 9,007,199,254,740,991.',
    consequence: 'Readers in JavaScript round such a number.',
    fix: 'Send what one payment can carry.',
  },
  bad_metadata_entry: {
    name: 'metadata',
    message: 'An entry of metadata is no list.',
    consequence: 'LNbits’ library refuses all of metadata then; Phoenix skips the entry.',
    fix: METADATA_FIX,
  },
  duplicate_text_plain: {
    name: 'metadata',
    message: 'metadata has several text/plain entries.',
    consequence: 'LNbits’ library refuses that, and others show the first or the last one.',
    fix: 'Send one.',
  },
  no_identifier: {
    name: 'identifier',
    message: 'metadata has neither text/identifier nor text/email.',
    consequence: 'LUD-16 requires one of them, and some wallets refuse a reply without.',
    fix: 'Add ["text/identifier", "name@domain"] to metadata.',
  },
  identifier_mismatch: {
    name: 'identifier',
    message: 'metadata names another address than the requested one.',
    consequence: 'Payers see another recipient than they typed.',
    fix: 'Write the address that is requested, or none of an internal name.',
  },
  image_dropped: {
    name: 'image',
    message:
      'An image is not shown: it is larger than 136,536 characters, no base64, or not of the type that it names.',
    consequence: 'Strict wallets refuse the reply, others show no picture.',
    fix: 'Send a small PNG or JPEG in base64, without "data:".',
  },
  multiple_images: {
    name: 'image',
    message: 'metadata has several images.',
    consequence: 'LUD-06 allows one, so wallets show different ones.',
    fix: 'Send one.',
  },
  comment_as_text: {
    name: 'comment',
    message: 'commentAllowed is a text.',
    consequence: TYPED,
    fix: 'Send it as a JSON number.',
  },
  comment_unreadable: {
    name: 'comment',
    message: 'commentAllowed is no number.',
    consequence: 'Wallets send no comment, or refuse the reply.',
    fix: 'Send how many characters a comment may have, as a JSON number.',
  },
  comment_clamped: {
    name: 'comment',
    message: 'commentAllowed is greater than 2,000.',
    consequence: 'A comment of that length does not fit into a URL that every server accepts (LUD-12).',
    fix: 'Send at most 2000.',
  },
  payer_data_not_object: {
    name: 'payer-data',
    message: 'payerData is no object. PHP, for one, writes an empty array as [].',
    consequence: TYPED,
    fix: 'Leave it out, or send an object.',
  },
  mandatory_not_boolean: {
    name: 'payer-data',
    message: 'A "mandatory" in payerData is no boolean.',
    consequence: 'Wallets differ in whether the payer has to give it.',
    fix: 'Send true or false.',
  },
}

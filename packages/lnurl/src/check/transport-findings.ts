import type { GetProblem } from '../guarded-get.js'
import type { Hop, RequestDetails } from '../trace.js'
import {
  type AddressCheckName,
  type Finding,
  findingsOr,
  ok,
  problem,
  unknown,
  warning,
} from './address-report.js'
import type { CheckContext } from './check-context.js'
import type { PaymentRun } from './run-payment.js'

const DAY_MS = 86_400_000
const CERTIFICATE_ENDS_SOON_MS = 14 * DAY_MS
/** `bitcoin-payment-instructions` of rust-bitcoin reads no larger reply. */
const LDK_MAX_BYTES = 131_072
const KIB = 1024

const STEP_NAMES = { lookUp: 'look-up', charge: 'request for an invoice', verify: 'verification' } as const

type StepName = (typeof STEP_NAMES)[keyof typeof STEP_NAMES]

interface NamedHop extends Hop {
  step: StepName
}

/** The lines about connections, redirects, HTTP and CORS, over all requests. */
export function transportFindings(run: PaymentRun, context: CheckContext): Finding[] {
  const steps = (['lookUp', 'charge', 'verify'] as const).flatMap((name) => {
    const details = run[name]?.details
    return details ? [{ step: STEP_NAMES[name], details }] : []
  })
  const hops = steps.flatMap(({ step, details }) => details.hops.map((hop) => ({ step, ...hop })))
  const failures = steps.flatMap(({ step, details }) => failureOf(step, details, context))
  const failed = (name: AddressCheckName) => failures.filter((each) => each.name === name)
  const answered = hops.filter(({ status }) => status !== undefined)
  return [
    ...failed('connection'),
    ...failed('redirects'),
    ...failed('http'),
    ...(failed('connection').length > 0 ? [] : connectionFindings(answered, context)),
    ...(failed('redirects').length > 0 ? [] : redirectFindings(answered)),
    ...(failed('http').length > 0 ? [] : httpFindings(answered)),
    ...corsFindings(answered, context),
  ]
}

function connectionFindings(hops: readonly NamedHop[], { isLocal, now }: CheckContext): Finding[] {
  if (hops.length === 0) return []
  if (isLocal) return [unknown('connection', 'A server on this machine is checked, without TLS.')]
  const hosts = new Map(hops.map((hop) => [new URL(hop.url).host, hop.tls]))
  const summaries = [...hosts].map(([host, tls]) => (tls ? `${host} (${tls.protocol})` : host))
  return findingsOr(
    ok('connection', `Connected to ${list(summaries)}.`),
    [...hosts].map(([host, tls]) => {
      if (!tls || tls.validTo.getTime() - now.getTime() > CERTIFICATE_ENDS_SOON_MS) return undefined
      return warning('connection', {
        message: `The certificate of ${host} ends on ${tls.validTo.toISOString().slice(0, 10)}.`,
        consequence: 'After that day no wallet connects.',
        fix: 'Renew the certificate, and see why that did not happen by itself.',
      })
    }),
  )
}

function redirectFindings(hops: readonly NamedHop[]): Finding[] {
  if (hops.length === 0) return []
  return findingsOr(
    ok('redirects', 'No request is redirected.'),
    hops.map(
      ({ step, url, status, location }) =>
        location !== undefined &&
        warning('redirects', {
          message: `The ${step} is redirected with ${status}, from ${withoutQuery(url)} to ${withoutQuery(location)}`,
          consequence: 'No LUD speaks of redirects, so strict wallets do not follow them.',
          fix: 'Answer where the wallet asks, or write the final URL into the reply.',
        }),
    ),
  )
}

function httpFindings(hops: readonly NamedHop[]): Finding[] {
  const final = hops.filter(({ location }) => location === undefined)
  if (final.length === 0) return []
  const times = final.map(({ step, ms = 0, bytes = 0 }) => `${step} ${bytes} bytes in ${ms} ms`)
  return findingsOr(
    ok('http', `Status 200 and JSON: ${list(times)}.`),
    final.flatMap(({ step, status = 0, contentType, contentEncoding = '', bytes = 0 }) => [
      status !== 200 &&
        warning('http', {
          message: `The ${step} is answered with status ${status}.`,
          consequence:
            'LUD-01 says that the status does not count, but Alby’s library, BlueWallet and Blixt need a 2xx status.',
          fix: 'Answer with status 200, errors of LNURL too.',
        }),
      !/^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType ?? '') &&
        warning('http', {
          message: `The ${step} is answered with ${contentType ? `the content type ${contentType}` : 'no content type'}.`,
          consequence: 'Strict wallets read only application/json.',
          fix: 'Send Content-Type: application/json.',
        }),
      !/^(?:identity)?$/i.test(contentEncoding.trim()) &&
        warning('http', {
          message: `The ${step} is answered with the encoding ${contentEncoding}, though the request accepts none.`,
          consequence: 'Wallets that ask for no compression cannot read it.',
          fix: 'Compress only if Accept-Encoding asks for it.',
        }),
      bytes > LDK_MAX_BYTES &&
        warning('http', {
          message: `The reply to the ${step} has ${Math.ceil(bytes / KIB)} KiB.`,
          consequence: 'Wallets with LDK’s bitcoin-payment-instructions read at most 128 KiB.',
          fix: 'Make the image smaller.',
        }),
    ]),
  )
}

/** The browser of a web wallet needs the header on each reply, redirects included. */
function corsFindings(hops: readonly NamedHop[], { page }: CheckContext): Finding[] {
  if (hops.length === 0) return []
  const refused = hops.filter(({ allowOrigin }) => allowOrigin !== '*' && allowOrigin !== page)
  const steps = [...new Set(refused.map(({ step }) => step))]
  return findingsOr(ok('cors', 'Web pages of every origin may read the replies.'), [
    steps.length > 0 &&
      problem('cors', {
        message: `Access-Control-Allow-Origin does not allow every page: ${list(steps)}.`,
        consequence:
          'Wallets that run in a web page cannot pay, because the browser keeps the reply from them.',
        fix: 'Send Access-Control-Allow-Origin: * with each reply, errors and redirects too.',
      }),
  ])
}

/** The line about a request without a usable reply. */
function failureOf(
  step: StepName,
  { failure, hops }: RequestDetails,
  { hideNetwork }: CheckContext,
): Finding[] {
  const reason = failure?.reason
  if (reason === undefined || !isGetProblem(reason)) return []
  const url = hops.at(-1)?.url
  const at = url === undefined ? `The ${step}` : `The ${step} at ${new URL(url).host}`
  const { name, says, ...fault } = GET_PROBLEMS[reason]
  // Our own limits say nothing about the server.
  if (/^(?:busy|too_many_ports|aborted)$/.test(reason)) return [unknown(name, `${at} ${says}.`)]
  const cause = errorCodeOf(failure?.cause)
  const mayTellTls = !hideNetwork || (url !== undefined && new URL(url).port === '')
  const tls = reason === 'unreachable' && mayTellTls ? TLS_ERRORS[cause] : undefined
  const because = reason === 'unreachable' && !hideNetwork && cause !== '' && !tls ? ` (${cause})` : ''
  return [
    problem(name, {
      message: `${at} ${tls?.says ?? says}${because}.`,
      consequence:
        step === STEP_NAMES.verify
          ? 'Nobody can ask whether an invoice is paid.'
          : 'No wallet that follows the specification can pay.',
      fix: tls?.fix ?? fault.fix,
    }),
  ]
}

function isGetProblem(reason: string): reason is GetProblem {
  return Object.hasOwn(GET_PROBLEMS, reason)
}

function errorCodeOf(cause: unknown): string {
  const code = (cause as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : ''
}

interface Said {
  says: string
  fix: string
}

const NO_ADDRESS: Said & { name: AddressCheckName } = {
  name: 'connection',
  // One sentence for all of them, so that the report does not tell strangers which private names exist.
  says: 'fails: its name has no address, or not only public ones that other machines reach',
  fix: 'Look the name up from outside (dig A and AAAA): each address has to be public.',
}
const UNREACHED: Said & { name: AddressCheckName } = {
  name: 'connection',
  says: 'fails: nothing answers over TLS in time',
  fix: 'Check that the server runs, that its port is open to everybody, and that TLS 1.2 or later works there.',
}
const BAD_URL: Said & { name: AddressCheckName } = {
  name: 'connection',
  says: 'has a URL that no wallet requests',
  fix: 'Use https and a public domain.',
}
const LOST: Said & { name: AddressCheckName } = {
  name: 'redirects',
  says: 'is redirected to a place that no wallet may follow',
  fix: 'Redirect to an https URL of a public domain, on port 443 or one from 1024 on.',
}
const LATER: Said & { name: AddressCheckName } = {
  name: 'connection',
  says: 'was not sent, because this program has sent too many requests there',
  fix: 'Check again in an hour.',
}

const GET_PROBLEMS: Record<GetProblem, Said & { name: AddressCheckName }> = {
  bad_url: BAD_URL,
  insecure_url: BAD_URL,
  private_url: BAD_URL,
  port_url: BAD_URL,
  onion_unsupported: {
    name: 'connection',
    says: 'leads into the Tor network, which this program does not use',
    fix: 'Only wallets with Tor can pay it; offer a clearnet address too.',
  },
  bad_redirect: { ...LOST, says: 'is redirected, but the Location is missing or no URL' },
  insecure_redirect: { ...LOST, says: 'is redirected to a URL without TLS' },
  private_redirect: { ...LOST, says: 'is redirected into a private network' },
  port_redirect: { ...LOST, says: 'is redirected to a port that no wallet may request' },
  too_many_redirects: {
    name: 'redirects',
    says: 'is redirected more than five times',
    fix: 'Look for a loop, such as between http and https or with and without www.',
  },
  busy: LATER,
  too_many_ports: LATER,
  name_not_found: NO_ADDRESS,
  private_address: NO_ADDRESS,
  own_address: NO_ADDRESS,
  unreachable: UNREACHED,
  timeout: UNREACHED,
  aborted: { name: 'connection', says: 'was ended before there was a reply', fix: 'Check again.' },
  body_too_large: {
    name: 'http',
    says: 'is answered with more than 256 KiB',
    fix: 'Make the image smaller: LUD-06 allows 136,536 characters.',
  },
  bad_encoding: {
    name: 'http',
    says: 'is answered with a compression that nobody asked for',
    fix: 'Compress only if Accept-Encoding asks for it.',
  },
}

/** Errors of a certificate, by their code in Node. */
const TLS_ERRORS: Partial<Record<string, Said>> = {
  CERT_HAS_EXPIRED: { says: 'fails: its certificate has expired', fix: 'Renew the certificate.' },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    says: 'fails: its certificate is for other names',
    fix: 'Get a certificate for this name, and check which site the server answers with for it (SNI).',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    says: 'fails: its certificate is self-signed',
    fix: 'Get a certificate from a public authority, such as Let’s Encrypt.',
  },
  SELF_SIGNED_CERT_IN_CHAIN: {
    says: 'fails: its certificate is of a private authority',
    fix: 'Get a certificate from a public authority, such as Let’s Encrypt.',
  },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    says: 'fails: it does not send the intermediate certificate',
    fix: 'Serve the whole chain (fullchain.pem), not only the certificate of the name.',
  },
}

/** The queries have values of this check, and the requests of the report have them in full. */
const withoutQuery = (url: string) => url.replace(/[?#].*$/s, '')

/** Such as `a, b and c`. */
function list(texts: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(texts)
}

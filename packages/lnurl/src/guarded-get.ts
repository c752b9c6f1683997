import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { addAbortSignal, PassThrough, pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isLeydenError, LeydenError } from '@leyden/core'
import { createSemaphore, readAtMost, retryAfterMs, withDeadline } from '@leyden/core/internal'
import { MAX_REPLY_BYTES } from '@leyden/lightning'
import { type Connect, createConnectTls } from './connect-tls.js'
import { createOwnAddresses } from './own-addresses.js'
import { createPortLimit } from './port-limit.js'
import { isPublicAddress } from './public-address.js'
import { createResolveName, type ResolveName } from './resolve-name.js'
import type { Hop, LnurlTrace } from './trace.js'
import { type UrlProblem, type VettedUrl, vetUrl } from './vet-url.js'

/** Why there is no reply. The reasons before `name_not_found` need no network access. */
export type GetProblem =
  | `${Exclude<UrlProblem, 'onion'>}_${'url' | 'redirect'}`
  | 'onion_unsupported'
  | 'too_many_redirects'
  | 'busy'
  | 'name_not_found'
  | 'private_address'
  | 'own_address'
  | 'too_many_ports'
  | 'unreachable'
  | 'timeout'
  | 'aborted'
  | 'body_too_large'
  | 'bad_encoding'

interface GetOptions {
  signal?: AbortSignal | undefined
  /** Gets the host of each request, and its details if somebody wants them. */
  trace?: LnurlTrace | undefined
  /** Query parameters that a redirect to another site loses. */
  ownSiteParameters?: readonly string[] | undefined
  /** Called with each host before it is requested; it may throw to prevent that. */
  onRequest?: ((hostname: string) => void) | undefined
}

export interface GetReply {
  status: number
  text: string
  /** The URL that replied, after all redirects. */
  url: URL
  /** The time that the server asks to wait (`Retry-After`), in milliseconds. */
  retryAfterMs?: number | undefined
}

/**
 * Fetches an untrusted URL. The reply may have any status.
 *
 * @throws LeydenError whose `reason` is a {@link GetProblem}.
 */
export type GuardedGet = (url: string, options?: GetOptions) => Promise<GetReply>

/** The same for look-up, callback and verification: each may have a redirect, or an image in its reply. */
interface Limits {
  /** The largest body, after decompression. */
  maxBytes: number
  maxRedirects: number
}

/** Milliseconds; the total covers all redirects. */
interface Budgets {
  dnsMs: number
  connectMs: number
  firstByteMs: number
  totalMs: number
}

export interface GuardedGetOptions {
  resolve?: ResolveName | undefined
  connect?: Connect | undefined
  budgets?: Partial<Budgets> | undefined
  limits?: Partial<Limits> | undefined
  /** The clock, in milliseconds. */
  now?: (() => number) | undefined
  /** @default 4 */
  portsPerHour?: number | undefined
  /** Headers that each request has in addition. */
  headers?: Readonly<Record<string, string>> | undefined
  /** The host of this server's public URL, whose addresses count as this machine's. */
  publicHost?: string | undefined
  /** The maximum numbers of concurrent requests. */
  concurrent?: { perHost: number; total: number } | undefined
  /** The two checks, injectable so that a test can show what happens without them. */
  vet?: ((text: string, base?: URL) => VettedUrl) | undefined
  isAllowedAddress?: ((address: string) => boolean) | undefined
  /** Whether an address is this machine's or that of its public URL: it is called on the standard port only. */
  isOwnAddress?: ((address: string) => Promise<boolean>) | undefined
}

/** An image may have 136,536 characters (LUD-06). */
const LIMITS: Limits = { maxBytes: MAX_REPLY_BYTES, maxRedirects: 5 }
const BUDGETS: Budgets = { dnsMs: 2000, connectMs: 2000, firstByteMs: 4000, totalMs: 8000 }
/** Upstream limits clients; this bounds the sockets. */
const CONCURRENT = { perHost: 12, total: 600 }
const HTTPS_PORT = 443
/** Real names have fewer addresses; further ones are ignored. */
const MAX_ADDRESSES = 16
const BUSY_RETRY_MS = 1000
const HEADERS = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  'user-agent': 'Leyden (LNURL-pay)',
} as const
/** We do not request compression, but some servers compress anyway. */
const DECODERS: Record<string, () => Transform> = {
  identity: () => new PassThrough(),
  '': () => new PassThrough(),
  // Not an encoding, but some servers name their character set or "none" in this header.
  'utf-8': () => new PassThrough(),
  utf8: () => new PassThrough(),
  none: () => new PassThrough(),
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * A fetcher for untrusted URLs, safe against server-side request forgery (SSRF): it checks the URL, resolves its name
 * once, requires all addresses to be public, connects to one of exactly these, and checks the remote address of the
 * socket again. Each redirect passes the same checks, and its URL is requested as it is: nothing is added to it. A
 * connection serves one request, without cookies, API key or proxy.
 *
 * A port other than the standard one must not become a way to scan hosts: it is requested on no address of this machine,
 * on at most four ports of an address in an hour, and a page cannot tell a closed port from one that does not respond.
 */
export function createGuardedGet(options: GuardedGetOptions = {}): GuardedGet {
  const { resolve = createResolveName(), connect = createConnectTls() } = options
  const { concurrent = CONCURRENT, vet = vetUrl, isAllowedAddress = isPublicAddress } = options
  const budgets = { ...BUDGETS, ...options.budgets }
  const { maxBytes, maxRedirects } = { ...LIMITS, ...options.limits }
  const { isOwnAddress = createOwnAddresses(resolve, options.publicHost) } = options
  const portLimit = createPortLimit(options.now, options.portsPerHour)
  const semaphore = createSemaphore()

  function vetted(text: string, kind: 'url' | 'redirect', base?: URL): URL {
    const result = vet(text, base)
    if (result.ok) return result.url
    throw getError(result.problem === 'onion' ? 'onion_unsupported' : `${result.problem}_${kind}`)
  }

  async function addressesOf({ hostname, port }: URL, signal: AbortSignal): Promise<string[]> {
    const found = await withDeadline(budgets.dnsMs, signal, () => resolve(hostname))
    if (found.length === 0) throw getError('name_not_found')
    // An attacker may mix public and internal addresses, so that one passes a check and the other is then used.
    if (!found.every(isAllowedAddress)) throw getError('private_address')
    const addresses = found.slice(0, MAX_ADDRESSES)
    if (port === '') return addresses
    const areOwn = await withDeadline(budgets.dnsMs, signal, () => Promise.all(addresses.map(isOwnAddress)))
    if (areOwn.includes(true)) throw getError('own_address')
    const waitMs = portLimit.take(addresses, port)
    if (waitMs > 0) throw getError('too_many_ports', undefined, waitMs)
    return addresses
  }

  async function getOnce(url: URL, signal: AbortSignal, hop: Hop) {
    const addresses = await addressesOf(url, signal)
    const port = Number(url.port || HTTPS_PORT)
    const socket = connect({ addresses, port, servername: url.hostname })
    addAbortSignal(signal, socket)
    // The step that waits for the socket reports its errors.
    socket.on('error', () => {})
    try {
      await withDeadline(budgets.connectMs, signal, (inner) => once(socket, 'connect', { signal: inner }))
      const peer = socket.remoteAddress
      if (peer === undefined || !isAllowedAddress(peer))
        throw getError(peer === undefined ? 'unreachable' : 'private_address')
      // Over exactly this socket, without an agent, so that no other connection is opened and no redirect followed.
      const sent = request({
        createConnection: () => socket,
        path: url.pathname + url.search,
        headers: { ...HEADERS, ...options.headers, host: url.host, connection: 'close' },
      })
      sent.on('error', () => {})
      sent.end()
      const [reply] = await withDeadline(budgets.firstByteMs, signal, (inner) =>
        once(sent, 'response', { signal: inner }),
      )
      const { statusCode: status = 0, headers } = reply as IncomingMessage
      hop.status = status
      hop.location = headers.location
      if (isRedirect(status)) return { redirect: headers.location }
      return {
        status,
        text: await readText(reply, maxBytes),
        url,
        retryAfterMs: retryAfterMs(undefined, headers['retry-after'] ?? null),
      }
    } finally {
      socket.destroy()
    }
  }

  async function follow(
    start: URL,
    { trace, ownSiteParameters = [], onRequest }: GetOptions,
    signal: AbortSignal,
  ): Promise<GetReply> {
    let url = start
    for (let redirects = 0; ; redirects++) {
      if (trace) trace.host = url.hostname
      onRequest?.(url.hostname)
      const release = semaphore.acquire([url.hostname, concurrent.perHost], ['', concurrent.total])
      if (!release) throw getError('busy')
      const hop: Hop = { url: url.href }
      trace?.details?.hops.push(hop)
      const answer = await getOnce(url, signal, hop).finally(release)
      if (!('redirect' in answer)) return answer
      if (redirects === maxRedirects) throw getError('too_many_redirects')
      if (answer.redirect === undefined) throw getError('bad_redirect')
      url = vetted(answer.redirect, 'redirect', url)
      if (!isSameSite(start.hostname, url.hostname))
        for (const name of ownSiteParameters) if (url.searchParams.has(name)) url.searchParams.delete(name)
    }
  }

  async function get(text: string, getOptions: GetOptions): Promise<GetReply> {
    const start = vetted(text, 'url')
    try {
      return await withDeadline(budgets.totalMs, getOptions.signal, (signal) =>
        follow(start, getOptions, signal),
      )
    } catch (error) {
      if (!isLeydenError(error)) throw getError('unreachable', error)
      if (error.reason !== undefined) throw error
      // A deadline's own error.
      throw getError(error.code === 'TIMEOUT' ? 'timeout' : 'aborted', error)
    }
  }

  return async (text, getOptions = {}) => {
    const { details } = getOptions.trace ?? {}
    try {
      return await get(text, getOptions)
    } catch (error) {
      if (details && isLeydenError(error)) details.failure = error
      throw error
    }
  }
}

/** Whether two hosts are one site, as far as their names show: the same, or one below the other, like `www`. */
function isSameSite(a: string, b: string): boolean {
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

/** Because of decompression bombs, the limit counts bytes after decompression; reading stops there. */
async function readText(reply: IncomingMessage, maxBytes: number): Promise<string> {
  const encoding = (reply.headers['content-encoding'] ?? '').trim().toLowerCase()
  const createDecoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined
  if (!createDecoder) throw getError('bad_encoding')
  // An error of the reply ends the decoder's stream too.
  const decoded = Readable.toWeb(pipeline(reply, createDecoder(), () => {})) as ReadableStream<Uint8Array>
  const bytes = await readAtMost(decoded.getReader(), maxBytes)
  if (!bytes) throw getError('body_too_large')
  // Removes a byte order mark, as JSON from some servers starts with one.
  return new TextDecoder().decode(bytes)
}

type ErrorText = readonly [code: string, message: string]

const UNREADABLE: ErrorText = ['BAD_RESPONSE', "The reply of the recipient's provider cannot be read."]
const NO_SERVER: ErrorText = [
  'NOT_LIGHTNING_ADDRESS',
  'There is no Lightning Address server at this address.',
]
/** One for both, so that a page cannot tell a closed port from one that does not respond. */
const UNREACHABLE: ErrorText = ['NETWORK', "The recipient's provider could not be reached."]
const BUSY: ErrorText = [
  'RATE_LIMITED',
  'This server has too many requests to this provider at the moment. Try again later.',
]
const ERRORS: Partial<Record<GetProblem, ErrorText>> = {
  timeout: UNREACHABLE,
  aborted: ['ABORTED', 'The request was aborted.'],
  unreachable: UNREACHABLE,
  busy: BUSY,
  too_many_ports: BUSY,
  body_too_large: UNREADABLE,
  bad_encoding: UNREADABLE,
}

/**
 * The error for a failed request. An internal or invalid address gives the same error as a name that does not exist, so
 * that nobody can scan the internal network through this server.
 */
export function getError(reason: GetProblem, cause?: unknown, waitMs = BUSY_RETRY_MS): LeydenError {
  const [code, message] = ERRORS[reason] ?? NO_SERVER
  const retryAfterMs = code === 'RATE_LIMITED' ? waitMs : undefined
  return new LeydenError(code, message, { reason, cause, retryAfterMs })
}

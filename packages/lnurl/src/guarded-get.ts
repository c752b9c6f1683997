import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { addAbortSignal, PassThrough, pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isLeydenError, LeydenError } from '@leyden/core'
import { createSemaphore, readAtMost, withDeadline } from '@leyden/core/internal'
import type { RequestTrace } from '@leyden/core/provider'
import { type Connect, createConnectTls } from './connect-tls.js'
import { isPublicAddress } from './public-address.js'
import { createResolveName, type ResolveName } from './resolve-name.js'
import { type UrlProblem, type VettedUrl, vetUrl } from './vet-url.js'

/** Why there is no reply. The reasons before `name_not_found` need no network access. */
type GetProblem =
  | `${Exclude<UrlProblem, 'onion'>}_${'url' | 'redirect'}`
  | 'onion_unsupported'
  | 'too_many_redirects'
  | 'busy'
  | 'name_not_found'
  | 'private_address'
  | 'unreachable'
  | 'timeout'
  | 'aborted'
  | 'body_too_large'
  | 'bad_encoding'

interface GetOptions {
  /** The largest body, after decompression. */
  maxBytes: number
  /** 0 refuses every redirect. */
  maxRedirects: number
  signal?: AbortSignal | undefined
  /** Logs the host of each request. */
  trace?: RequestTrace | undefined
}

/**
 * Fetches an untrusted URL. The reply may have any status.
 *
 * @throws LeydenError whose `reason` is a {@link GetProblem}.
 */
export type GuardedGet = (url: string, options: GetOptions) => Promise<{ status: number; text: string }>

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
  /** The maximum numbers of concurrent requests. */
  concurrent?: { perHost: number; total: number } | undefined
  /** The two checks, injectable so that a test can show what happens without them. */
  vet?: ((text: string, base?: URL) => VettedUrl) | undefined
  isAllowedAddress?: ((address: string) => boolean) | undefined
}

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
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * A fetcher for untrusted URLs, safe against server-side request forgery (SSRF): it checks the URL, resolves its name
 * once, requires all addresses to be public, connects to one of exactly these, and checks the remote address of the
 * socket again. Each redirect passes the same checks. A connection serves one request, without cookies, API key or
 * proxy.
 */
export function createGuardedGet(options: GuardedGetOptions = {}): GuardedGet {
  const { resolve = createResolveName(), connect = createConnectTls() } = options
  const { concurrent = CONCURRENT, vet = vetUrl, isAllowedAddress = isPublicAddress } = options
  const budgets = { ...BUDGETS, ...options.budgets }
  const semaphore = createSemaphore()

  function vetted(text: string, kind: 'url' | 'redirect', base?: URL): URL {
    const result = vet(text, base)
    if (result.ok) return result.url
    throw getError(result.problem === 'onion' ? 'onion_unsupported' : `${result.problem}_${kind}`)
  }

  async function addressesOf(hostname: string, signal: AbortSignal): Promise<string[]> {
    const found = await withDeadline(budgets.dnsMs, signal, () => resolve(hostname))
    if (found.length === 0) throw getError('name_not_found')
    // An attacker may mix public and internal addresses, so that one passes a check and the other is then used.
    if (!found.every(isAllowedAddress)) throw getError('private_address')
    return found.slice(0, MAX_ADDRESSES)
  }

  async function getOnce(url: URL, maxBytes: number, signal: AbortSignal) {
    const addresses = await addressesOf(url.hostname, signal)
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
        headers: { ...HEADERS, host: url.host, connection: 'close' },
      })
      sent.on('error', () => {})
      sent.end()
      const [reply] = await withDeadline(budgets.firstByteMs, signal, (inner) =>
        once(sent, 'response', { signal: inner }),
      )
      const { statusCode: status = 0, headers } = reply as IncomingMessage
      if (isRedirect(status)) return { redirect: headers.location }
      return { status, text: await readText(reply, maxBytes) }
    } finally {
      socket.destroy()
    }
  }

  async function follow(start: URL, { maxBytes, maxRedirects, trace }: GetOptions, signal: AbortSignal) {
    let url = start
    for (let redirects = 0; ; redirects++) {
      if (trace) trace.host = url.hostname
      const release = semaphore.acquire([url.hostname, concurrent.perHost], ['', concurrent.total])
      if (!release) throw getError('busy')
      const answer = await getOnce(url, maxBytes, signal).finally(release)
      if (!('redirect' in answer)) return answer
      if (redirects === maxRedirects) throw getError('too_many_redirects')
      if (answer.redirect === undefined) throw getError('bad_redirect')
      url = vetted(answer.redirect, 'redirect', url)
    }
  }

  return async (text, getOptions) => {
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
const ERRORS: Partial<Record<GetProblem, ErrorText>> = {
  timeout: ['TIMEOUT', "The recipient's provider did not answer in time."],
  aborted: ['ABORTED', 'The request was aborted.'],
  unreachable: ['NETWORK', "The recipient's provider could not be reached."],
  busy: [
    'RATE_LIMITED',
    'This server has too many requests to this provider at the moment. Try again in a few seconds.',
  ],
  body_too_large: UNREADABLE,
  bad_encoding: UNREADABLE,
}

/**
 * The error for a failed request. An internal or invalid address gives the same error as a name that does not exist, so
 * that nobody can scan the internal network through this server.
 */
function getError(reason: GetProblem, cause?: unknown): LeydenError {
  const [code, message] = ERRORS[reason] ?? NO_SERVER
  const retryAfterMs = reason === 'busy' ? BUSY_RETRY_MS : undefined
  return new LeydenError(code, message, { reason, cause, retryAfterMs })
}

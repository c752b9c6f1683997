import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { isLeydenError } from '@leyden/core'
import { withDeadline } from '@leyden/core/internal'
import { createSemaphore } from '../limits/semaphore.js'
import type { RequestTrace } from '../provider/provider.js'
import { connectAny } from './connect-any.js'
import { type Connect, createConnectTls } from './connect-tls.js'
import { isPublicAddress } from './public-address.js'
import { readText } from './read-text.js'
import { createResolveName, type ResolveName } from './resolve-name.js'
import { type UrlProblem, type VettedUrl, vetUrl } from './vet-url.js'

/** Why there is no reply. The reasons before `name_not_found` need no network access. */
export type GetProblem =
  | `${Exclude<UrlProblem, 'onion'>}_${'url' | 'redirect'}`
  | 'onion_unsupported'
  | 'too_many_redirects'
  | 'busy'
  | 'name_not_found'
  | 'name_unknown'
  | 'private_address'
  | 'unreachable'
  | 'timeout'
  | 'aborted'
  | 'body_too_large'
  | 'bad_encoding'

type GetResult = { ok: true; status: number; text: string; url: URL } | { ok: false; reason: GetProblem }

interface GetOptions {
  /** The largest body, after decompression. */
  maxBytes: number
  /** 0 refuses every redirect. */
  maxRedirects: number
  signal?: AbortSignal | undefined
  /** Logs the host of each request, and the network error behind a reason. */
  trace?: RequestTrace | undefined
}

/** Fetches an untrusted URL. Never throws; a failure is only a reason. */
export type GuardedGet = (url: string, options: GetOptions) => Promise<GetResult>

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

type Refusal = { ok: false; reason: GetProblem }
type Answer = { ok: true; status: number; text: string } | { redirect: string | undefined }

const BUDGETS: Budgets = { dnsMs: 2000, connectMs: 2000, firstByteMs: 4000, totalMs: 8000 }
/** Upstream limits clients; this bounds the sockets. */
const CONCURRENT = { perHost: 12, total: 600 }
const HTTPS_PORT = 443
/** Real names have fewer addresses; further ones are ignored. */
const MAX_ADDRESSES = 16
const HEADERS = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  'user-agent': 'Leyden (LNURL-pay)',
} as const

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

  async function addressesOf(
    hostname: string,
    signal: AbortSignal,
    trace: RequestTrace,
  ): Promise<string[] | Refusal> {
    const found = await withDeadline(budgets.dnsMs, signal, (inner) => resolve(hostname, inner)).catch(
      rethrowEnd(trace),
    )
    if (!found) return refuse('name_unknown')
    if (found.length === 0) return refuse('name_not_found')
    // An attacker may mix public and internal addresses, so that one passes a check and the other is then used.
    return found.every(isAllowedAddress) ? found.slice(0, MAX_ADDRESSES) : refuse('private_address')
  }

  async function getOnce(
    url: URL,
    { maxBytes, trace = {} }: GetOptions,
    signal: AbortSignal,
  ): Promise<Answer | Refusal> {
    trace.host = url.hostname
    const addresses = await addressesOf(url.hostname, signal, trace)
    if (!Array.isArray(addresses)) return addresses
    const port = Number(url.port || HTTPS_PORT)
    const targets = addresses.map((address) => ({ address, port, servername: url.hostname }))
    const socket = await withDeadline(budgets.connectMs, signal, (inner) =>
      connectAny(connect, targets, inner),
    ).catch(rethrowEnd(trace))
    if (!socket) return refuse('unreachable')
    const peer = socket.remoteAddress
    if (peer === undefined || !isAllowedAddress(peer)) {
      socket.destroy()
      return refuse(peer === undefined ? 'unreachable' : 'private_address')
    }

    try {
      const reply = await withDeadline(budgets.firstByteMs, signal, (inner) => askOver(socket, url, inner))
      const { statusCode = 0, headers } = reply
      if (isRedirect(statusCode)) return { redirect: headers.location }
      const encoding = headers['content-encoding']
      const body = await withDeadline(budgets.totalMs, signal, () => readText(reply, { encoding, maxBytes }))
      return body.ok ? { ok: true, status: statusCode, text: body.text } : refuse(body.reason)
    } finally {
      socket.destroy()
    }
  }

  async function follow(start: URL, getOptions: GetOptions, signal: AbortSignal) {
    let url = start
    for (let redirects = 0; ; redirects++) {
      const release = semaphore.acquire([url.hostname, concurrent.perHost], ['', concurrent.total])
      if (!release) return refuse('busy')
      const answer = await getOnce(url, getOptions, signal).finally(release)
      if (!('redirect' in answer)) return answer.ok ? { ...answer, url } : answer
      if (redirects === getOptions.maxRedirects) return refuse('too_many_redirects')
      const next = answer.redirect === undefined ? null : vet(answer.redirect, url)
      if (!next) return refuse('bad_redirect')
      if (!next.ok) return refuseUrl(next.problem, 'redirect')
      url = next.url
    }
  }

  return async (text, getOptions) => {
    const start = vet(text)
    if (!start.ok) return refuseUrl(start.problem, 'url')
    const signal = getOptions.signal ?? new AbortController().signal
    try {
      return await withDeadline(budgets.totalMs, signal, (inner) => follow(start.url, getOptions, inner))
    } catch (error) {
      if (getOptions.trace) getOptions.trace.cause = error
      if (signal.aborted) return refuse('aborted')
      return refuse(isLeydenError(error) && error.code === 'TIMEOUT' ? 'timeout' : 'unreachable')
    }
  }
}

function refuse(reason: GetProblem): Refusal {
  return { ok: false, reason }
}

function refuseUrl(problem: UrlProblem, kind: 'url' | 'redirect'): Refusal {
  return refuse(problem === 'onion' ? 'onion_unsupported' : `${problem}_${kind}`)
}

/** Maps the failure of one step to a reason; a timeout or the caller's abort ends the whole fetch. */
function rethrowEnd(trace: RequestTrace) {
  return (error: unknown): null => {
    if (isLeydenError(error)) throw error
    trace.cause = error
    return null
  }
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

/**
 * Sends one request over exactly this socket, without an agent, so that no other connection is opened and no redirect
 * followed.
 */
async function askOver(socket: Socket, url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const sent = request({
    createConnection: () => socket,
    path: url.pathname + url.search,
    headers: { ...HEADERS, host: url.host, connection: 'close' },
    signal,
  })
  // Errors may also come after the reply has begun; then the body's reader reports them.
  sent.on('error', () => {})
  sent.end()
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  return reply
}

import { fieldsOf, parseJson } from '../foundation/json.js'
import { withDeadline } from './deadline.js'
import { isLeydenError, LeydenError } from './error.js'
import { errorOf, type Reply } from './reply.js'
import type { ServerClock } from './server-clock.js'
import type { SignedInUser } from './signed-in-user.js'

/** A function of the type of `fetch` that replaces it, for tests, servers, and pages without a network. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>

/** The settings that all requests of one client share. */
export interface Connection {
  apiKey?: string | undefined
  getToken?: (() => Promise<string | null>) | undefined
  credentials?: RequestCredentials | undefined
  transport: Transport
  timeoutMs: number
  clock: ServerClock
  user: SignedInUser
  question: UserQuestion
}

/**
 * The question who is signed in. Requests for a state ask it until a reply has answered, and again after each time that
 * somebody else may have signed in. The BFF does not ask the shop for each of the polls of a page.
 */
interface UserQuestion {
  /** How often it came up: first when the client was created, then each time that somebody else may have signed in. */
  raised: number
  /** The newest of these that is answered. A request that was sent before the next one came up does not answer that. */
  answered: number
  /** What `getToken` returned last. */
  token?: string | null | undefined
}

export const isDue = ({ raised, answered }: UserQuestion): boolean => raised > answered

export interface Send {
  url: string
  /** Makes it a POST. */
  body?: unknown | undefined
  /** Whether it is sent without a bearer token. */
  anonymous?: boolean | undefined
  /** Whether it asks who is signed in, if that is due. Only for the state of a charge or session. */
  asksUser?: boolean | undefined
  headers?: Record<string, string> | undefined
}

/** A request whose headers have arrived. */
interface Sent {
  response: Response
  /** Whether it asked who is signed in. */
  asks: boolean
  /** How often the question had come up when it was sent. */
  raised: number
}

/**
 * Sends one request and waits for its headers.
 *
 * @param sentAtMs the time before the call, in milliseconds of this machine's clock.
 */
export async function open(
  connection: Connection,
  send: Send,
  sentAtMs: number,
  signal: AbortSignal,
): Promise<Sent> {
  const { apiKey, credentials, transport } = connection
  const { body, anonymous } = send
  const isPost = body !== undefined
  const headers: Record<string, string> = { accept: 'application/json' }
  if (isPost) headers['content-type'] = 'application/json'
  if (apiKey !== undefined) headers.apikey = apiKey
  // A custom header, so that the POST of a foreign page needs a preflight.
  else if (isPost) headers['x-leyden'] = '1'
  const { getToken, question } = connection
  if (getToken && !anonymous) {
    const token = await getToken()
    if (token !== question.token) question.raised++
    question.token = token
    if (token) headers.authorization = `Bearer ${token}`
    else connection.user.takeSignOut(sentAtMs)
  }
  // Until a reply has answered it, each request asks: nobody knows which reply arrives first, or at all.
  const asks = send.asksUser === true && isDue(question)
  const { raised } = question
  const init: RequestInit = {
    method: isPost ? 'POST' : 'GET',
    headers: { ...headers, ...send.headers },
    body: JSON.stringify(body),
    signal,
    // Following a redirect would send the key to another host.
    redirect: 'manual',
    cache: 'no-store',
  }
  if (credentials) init.credentials = credentials
  const response = await transport(asks ? `${send.url}?subject=1` : send.url, init)
  return { response, asks, raised }
}

/**
 * Reads the rest of a reply to a request that was started at `sentAtMs`, and takes from it the server's time and who is
 * signed in.
 */
export async function replyOf(
  { clock, user, question, apiKey }: Connection,
  { response, asks, raised }: Sent,
  sentAtMs: number,
): Promise<Reply> {
  const { ok, status, headers } = response
  const json = fieldsOf(parseJson(await response.text()))
  clock.takeReply(json.server_time, sentAtMs, Date.now())
  if (json.success === true && (asks || json.subject !== undefined)) {
    question.answered = Math.max(question.answered, raised)
    user.takeReply(json.subject, sentAtMs)
  }
  return { ok, status, headers, json, trusted: apiKey === undefined }
}

const MAX_ATTEMPTS = 3

/**
 * Sends one request and reads its reply within the timeout. A GET is safe, so it is tried up to three times; a POST
 * is never retried.
 */
export function exchange(connection: Connection, send: Send, outer?: AbortSignal): Promise<Reply> {
  return withDeadline(connection.timeoutMs, outer, async (signal) => {
    for (let attempt = 1; ; attempt++) {
      try {
        const sentAtMs = Date.now()
        const sent = await open(connection, send, sentAtMs, signal)
        const reply = await replyOf(connection, sent, sentAtMs)
        if (reply.status !== 429 && reply.status < 500) return reply
        throw errorOf(reply)
      } catch (cause) {
        const error = asLeydenError(cause)
        const waitMs = Math.max(error.retryAfterMs ?? 0, backOffMs(attempt))
        // A retry would get the same unusable reply, such as a redirect.
        const isFinal = send.body !== undefined || error.code === 'BAD_RESPONSE'
        const isLast = isFinal || attempt === MAX_ATTEMPTS || waitMs > 1_000
        if (isLast || signal.aborted) throw error
        await pause(waitMs, signal)
      }
    }
  }).catch((cause) => {
    throw asLeydenError(cause)
  })
}

const MAX_BACK_OFF_MS = 4_000

/** The delay after an attempt: exponential back-off with jitter. */
export function backOffMs(attempt: number): number {
  return Math.min(75 * 2 ** attempt, MAX_BACK_OFF_MS) * (0.5 + Math.random())
}

/** Every error of a transport means that the server could not be reached. */
export function asLeydenError(cause: unknown): LeydenError {
  return isLeydenError(cause)
    ? cause
    : new LeydenError('NETWORK', 'The server could not be reached.', { cause })
}

/** Waits, or ends early when aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const nothing = () => new Promise<never>(() => {})
  await withDeadline(ms, signal, nothing).catch(() => {})
}

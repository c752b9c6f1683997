import { LeydenError } from './error.js'

/** Shaped like `fetch`; what a test, a page without a network or a server puts in its place. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>

/** Everything about sending that the operations of one client share. */
export interface Connection {
  apiKey: string | undefined
  getToken: (() => Promise<string | null>) | undefined
  credentials: RequestCredentials | undefined
  transport: Transport
  timeoutMs: number
}

export interface Send {
  method: 'GET' | 'POST'
  url: string
  body?: unknown
  /** Whether to say who is asking. */
  identified?: boolean
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

/** A reply that arrived, whatever it says. */
export interface Reply {
  status: number
  headers: Headers
  /** Undefined when the body was not JSON. */
  json: unknown
}

/** Sends one request and waits for its headers. Every failure is a {@link LeydenError}. */
export async function open(connection: Connection, send: Send, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', ...send.headers }
  if (send.body !== undefined) headers['content-type'] = 'application/json'
  if (connection.apiKey !== undefined) headers.apikey = connection.apiKey
  // A header of our own, so that a foreign page's POST needs a preflight.
  else if (send.method === 'POST') headers['x-leyden'] = '1'
  const token = send.identified ? await connection.getToken?.() : null
  if (token) headers.authorization = `Bearer ${token}`
  return connection.transport(send.url, {
    method: send.method,
    headers,
    signal,
    // A followed redirect would carry the key to another host.
    redirect: 'manual',
    cache: 'no-store',
    ...(send.body === undefined ? null : { body: JSON.stringify(send.body) }),
    ...(connection.credentials === undefined ? null : { credentials: connection.credentials }),
  })
}

/** Sends one request and reads its reply within the connection's time-out. */
export async function exchange(connection: Connection, send: Send): Promise<Reply> {
  return withDeadline(connection.timeoutMs, send.signal, async (signal) => {
    const response = await open(connection, send, signal)
    return replyOf(response, await response.text())
  })
}

export function replyOf({ status, headers }: Response, text: string): Reply {
  return { status, headers, json: parseJson(text) }
}

/** Undefined for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Runs work under one deadline and turns every way it can break into a {@link LeydenError}. */
export async function withDeadline<T>(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  let stop = (_: LeydenError) => {}
  const stopped = new Promise<never>((_, reject) => {
    stop = (error) => {
      reject(error)
      controller.abort()
    }
  })
  const onAbort = () => stop(new LeydenError('ABORTED', 'The request was aborted by its caller.'))
  const onTimeout = () => stop(new LeydenError('TIMEOUT', `No answer within ${timeoutMs} ms.`))
  const timer = setTimeout(onTimeout, timeoutMs)
  outer?.addEventListener('abort', onAbort)
  if (outer?.aborted) onAbort()
  try {
    // A race, because a transport may ignore its signal.
    return await Promise.race([stopped, work(controller.signal)])
  } catch (cause) {
    throw asLeydenError(cause)
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', onAbort)
  }
}

/** What a transport threw says nothing that can be told apart: the server was not reached. */
export function asLeydenError(cause: unknown): LeydenError {
  return cause instanceof LeydenError
    ? cause
    : new LeydenError('NETWORK', 'The server could not be reached.', { cause })
}

/** Waits, or ends early when aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end)
  })
}

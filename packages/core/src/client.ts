import { checkBaseUrl, resolveWatchUrl } from './base-url.js'
import { LeydenError } from './error.js'
import { badResponse, dataOf, errorOf, isRefusal } from './reply.js'
import { type Connection, exchange, pause, type Reply, type Send, type Transport } from './request.js'
import { createWatcher, type WatchHandle, type WatchOptions } from './watch.js'
import type {
  AddressValidation,
  Charge,
  ChargeRequest,
  PayMetadata,
  RampSession,
  RampSessionRequest,
  WatchState,
} from './wire.js'

export interface ClientOptions {
  /**
   * Where requests go: the BFF (`/api/leyden`, `https://shop.example/leyden`) or, on a server that holds the
   * key, the service. `https:`, `http:` for loopback hosts only, or a path of the page's own origin.
   */
  baseUrl: string
  /** The service's second host, for `createCharge`; falls back to `baseUrl`. */
  chargeBaseUrl?: string
  /** The service's key. Only on a server: refused wherever a `document` exists. */
  apiKey?: string
  /** Who is asking: sent as a bearer token with every POST and watch; asked again once after `SIGN_IN_REQUIRED`. */
  getToken?: () => Promise<string | null>
  /** For a host that signs people in by its own same-site cookie. */
  credentials?: RequestCredentials
  /** In place of `fetch`. */
  transport?: Transport
  /** For one operation with its retries, in milliseconds; 10,000 unless told. */
  timeoutMs?: number
}

export interface RequestOptions {
  signal?: AbortSignal
  /** The same key makes a repeated POST one. */
  idempotencyKey?: string
}

export interface Client {
  /** The checked base URL, without a trailing slash: what identifies a BFF on a page. */
  readonly baseUrl: string
  /**
   * Asks whether an address can be paid (section 4.2 of the service's interface). "No" is an answer, not an error.
   *
   * @param address folded `<user>@<domain>`, as `parseLightningAddress` gives it.
   * @throws LeydenError `UNAUTHORIZED`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`, `TIMEOUT`, `NETWORK`,
   * `BAD_RESPONSE`, `NOT_CONFIGURED`, `ABORTED`.
   */
  validateLightningAddress(address: string, options?: RequestOptions): Promise<AddressValidation>
  /**
   * Asks for an invoice (section 4.1). The reply's `lnaddress`, `amount` and `uri` are what was asked for, or
   * it throws; the invoice itself is still to be checked by `checkCharge`. Never sent twice.
   *
   * @throws LeydenError also `INVOICE_MISMATCH`, with `field`, `expected` and `actual`.
   */
  createCharge(request: ChargeRequest, options?: RequestOptions): Promise<Charge>
  /** Opens a ramp session (section 4.3). Never sent twice. */
  createRampSession(request: RampSessionRequest, options?: RequestOptions): Promise<RampSession>
  /** Follows one charge or session of the BFF until aborted or final. Never throws. */
  watch(watchUrl: string, options: WatchOptions): WatchHandle
  /** Hands the preimage of a paid charge to the BFF, which checks it against the payment hash. */
  proveCharge(watchUrl: string, preimage: string, options?: RequestOptions): Promise<WatchState>
}

/**
 * A client of the three operations, for pages (against a BFF) and for servers (against the service, with the key).
 *
 * ```ts
 * const client = createClient({ baseUrl: '/api/leyden' })
 * const charge = await client.createCharge({ lnaddress: 'alice@wallet.example', amount: '2100000' })
 * ```
 *
 * @throws LeydenError `BAD_REQUEST` for a base URL or a key that may not be used.
 */
export function createClient(options: ClientOptions): Client {
  const { apiKey } = options
  if (apiKey !== undefined && 'document' in globalThis)
    throw new LeydenError(
      'BAD_REQUEST',
      'An API key must not be used in a page, where anybody can read it. Point baseUrl at a BFF.',
      { field: 'apiKey' },
    )
  const baseUrl = checkBaseUrl(options.baseUrl, 'baseUrl')
  const chargeBaseUrl =
    options.chargeBaseUrl === undefined ? baseUrl : checkBaseUrl(options.chargeBaseUrl, 'chargeBaseUrl')
  const trusted = apiKey === undefined
  const connection: Connection = {
    apiKey,
    getToken: options.getToken,
    credentials: options.credentials,
    transport: options.transport ?? ((url, init) => fetch(url, init)),
    timeoutMs: options.timeoutMs ?? 10_000,
  }

  const post = async (url: string, body: unknown, { signal, idempotencyKey }: RequestOptions = {}) => {
    const send: Send = { method: 'POST', url, body, identified: true, signal }
    if (idempotencyKey !== undefined) send.headers = { 'idempotency-key': idempotencyKey }
    let reply = await exchange(connection, send)
    // Nothing was done, so this is no second order: the token may just have run out.
    if (connection.getToken && errorOf(reply, trusted).code === 'SIGN_IN_REQUIRED')
      reply = await exchange(connection, send)
    return dataOf(reply, trusted)
  }

  return {
    baseUrl,

    async validateLightningAddress(address, { signal } = {}) {
      if (!/^[^@/\\?#%\s]+@[^@/\\?#%\s]+$/.test(address))
        throw new LeydenError('BAD_REQUEST', 'address must be <user>@<domain>.', { field: 'address' })
      const url = `${baseUrl}/v0/ln-address/validate/${encodeURIComponent(address)}`
      return validationOf(await getWithRetry(connection, { method: 'GET', url, signal }), trusted)
    },

    async createCharge(request, requestOptions) {
      const data = await post(`${chargeBaseUrl}/v0/ln-address/fetch-charge`, request, requestOptions)
      return chargeOf(data, request)
    },

    async createRampSession(request, requestOptions) {
      const data = await post(`${baseUrl}/api/v1/ramp-widget`, request, requestOptions)
      for (const field of ['session_token', 'widget_url', 'session_id', 'expires_at']) needText(data, field)
      if (Number.isNaN(Date.parse(data.expires_at as string))) throw badResponse('expires_at')
      return data as unknown as RampSession
    },

    watch: createWatcher(connection, baseUrl),

    async proveCharge(watchUrl, preimage, requestOptions) {
      const data = await post(`${resolveWatchUrl(baseUrl, watchUrl)}/proof`, { preimage }, requestOptions)
      return data as unknown as WatchState
    },
  }
}

/** A GET changes nothing, so it is tried up to three times within its deadline; a POST never is. */
async function getWithRetry(connection: Connection, send: Send): Promise<Reply> {
  const deadline = Date.now() + connection.timeoutMs
  for (let round = 0; ; round++) {
    const timeoutMs = deadline - Date.now()
    let reply: Reply | undefined
    let failure: unknown
    try {
      reply = await exchange({ ...connection, timeoutMs }, send)
      if (reply.status !== 429 && reply.status < 500) return reply
    } catch (error) {
      failure = error
      if (!(error instanceof LeydenError) || error.code !== 'NETWORK') throw error
    }
    const advised = reply && errorOf(reply, true).retryAfterMs
    // Half of it random, so that many pages do not come back at the same moment.
    const waitMs = Math.max(advised ?? 0, 150 * 2 ** round * (0.5 + Math.random()))
    if (round === 2 || waitMs > 1_000 || Date.now() + waitMs >= deadline) {
      if (reply) return reply
      throw failure
    }
    await pause(waitMs, send.signal)
  }
}

/** Codes that a 400, 404 or 422 may carry without saying anything of the address. */
const NOT_ABOUT_THE_ADDRESS = new Set([
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'NOT_CONFIGURED',
  'SIGN_IN_REQUIRED',
  'SERVICE_UNAVAILABLE',
  'TIMEOUT',
])

/**
 * The service answers for something that is no Lightning Address with `valid: false` or with a 400, 404 or
 * 422; whatever else goes wrong says nothing of the address.
 */
function validationOf(reply: Reply, trusted: boolean): AddressValidation {
  const refused = [400, 404, 422].includes(reply.status) && isRefusal(reply)
  if (refused && !NOT_ABOUT_THE_ADDRESS.has(errorOf(reply, trusted).code))
    return { valid: false, reason: 'not_lightning_address' }
  const data = dataOf(reply, trusted)
  if (data.valid === false) {
    const { reason } = data
    const isKnown = reason === 'malformed' || reason === 'no_such_user'
    return { ...data, valid: false, reason: isKnown ? reason : 'not_lightning_address' }
  }
  if (data.valid !== true) throw badResponse('valid')
  const metadata = data.metadata as PayMetadata | undefined
  if (!metadata) throw badResponse('metadata')
  for (const field of ['minSendable', 'maxSendable'])
    if (typeof metadata[field] !== 'number') throw badResponse(`metadata.${field}`)
  for (const field of ['tag', 'metadata']) needText(metadata, field, 'metadata.')
  return { ...data, valid: true, metadata }
}

function chargeOf(data: Record<string, unknown>, request: ChargeRequest): Charge {
  const charge = data as unknown as Charge
  needText(data, 'lnaddress')
  needText(data, 'amount', '', /^\d{1,20}$/)
  needText(charge.invoice, 'request', 'invoice.')
  needText(charge.invoice, 'uri', 'invoice.')
  const { lnaddress, amount, invoice } = charge
  // With an intent the server fixed both; the page asked for nothing of its own.
  if (request.intent === undefined) {
    refuseUnlessEqual('recipient', request.lnaddress.toLowerCase(), lnaddress.toLowerCase())
    refuseUnlessEqual('amount', BigInt(request.amount).toString(), BigInt(amount).toString())
  }
  refuseUnlessEqual('uri', `lightning:${invoice.request}`.toLowerCase(), invoice.uri.toLowerCase())
  return charge
}

function needText(data: object | null | undefined, field: string, path = '', pattern = /./): void {
  const value = (data as Record<string, unknown> | null | undefined)?.[field]
  if (typeof value !== 'string' || !pattern.test(value)) throw badResponse(path + field)
}

function refuseUnlessEqual(field: 'recipient' | 'amount' | 'uri', expected: string, actual: string): void {
  if (expected === actual) return
  // An invoice that was not checked is not repeated, not even in an error.
  const told = field === 'uri' ? null : { expected, actual }
  throw new LeydenError('INVOICE_MISMATCH', `The charge came back with another ${field}; it was dropped.`, {
    field,
    ...told,
  })
}

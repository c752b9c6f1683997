import { fieldsOf, isEmpty, type Json } from '../foundation/json.js'
import { isAddressCode } from './address-codes.js'
import { readRefusal } from './address-refusal.js'
import { checkBaseUrl } from './base-url.js'
import { LeydenError } from './error.js'
import { orderSessionsOf } from './order-sessions.js'
import { badResponse, dataOf, errorOf, type Reply } from './reply.js'
import { type Connection, exchange, type Send, type Transport } from './request.js'
import { createServerClock, type ServerClock } from './server-clock.js'
import { createSignedInUser, type SignedInUser } from './signed-in-user.js'
import {
  createWatcher,
  isWatchState,
  resolveWatchUrl,
  stateOfReply,
  type WatchHandle,
  type WatchOptions,
} from './watch.js'
import type {
  AddressValidation,
  Charge,
  ChargeCheck,
  ChargeRequest,
  ExchangeRate,
  IntentReading,
  RampSession,
  RampSessionRequest,
  WatchState,
} from './wire.js'

/**
 * The maximum age of an exchange rate in milliseconds, 15 minutes: the BFF rejects an older one, and pages do not show
 * it.
 */
export const MAX_RATE_AGE_MS = 900_000

/** Options of {@link createClient}. */
export interface ClientOptions {
  /**
   * The server that gets the requests: the BFF (`/api/leyden`, `https://shop.example/leyden`) or, on a server that
   * holds the key, the service. `https:`, `http:` for loopback hosts only, or a path of the page's own origin.
   */
  baseUrl: string
  /** The service's second host, for `createCharge`; falls back to `baseUrl`. */
  chargeBaseUrl?: string | undefined
  /** The service's API key, for servers only: `createClient` throws if a `document` exists. */
  apiKey?: string | undefined
  /**
   * Allows `apiKey` where a `document` exists: for tests in jsdom or happy-dom, with the sandbox's key. Never in a
   * page.
   */
  allowApiKeyHere?: 'test' | undefined
  /** Further error codes of the service that mean "this is not a Lightning Address", beside `ADDRESS_CODES`. */
  addressCodes?: readonly string[] | undefined
  /** Returns a bearer token, sent with every POST and watch; called again once after `SIGN_IN_REQUIRED`. */
  getToken?: (() => Promise<string | null>) | undefined
  /** For a host that authenticates users by its own same-site cookie. */
  credentials?: RequestCredentials | undefined
  /** Replaces `fetch`. */
  transport?: Transport | undefined
  /** Timeout of one operation with its retries, in milliseconds. @default 10_000 */
  timeoutMs?: number | undefined
}

/** Options of one request. */
export interface RequestOptions {
  /** Aborts the request, which then throws `ABORTED`. */
  signal?: AbortSignal | undefined
  /** A request of a ramp session with the same key runs once. Other requests ignore it. */
  idempotencyKey?: string | undefined
}

/** What {@link createClient} returns: the operations of the service and of a BFF. */
export interface Client {
  /** The checked base URL, without a trailing slash: what identifies a BFF on a page. */
  readonly baseUrl: string
  /**
   * Checks whether an address can be paid (section 4.2 of the service's interface). "No" is a result (`valid: false`),
   * not an error.
   *
   * @param address folded `<user>@<domain>`, as `parseLightningAddress` returns it.
   * @throws LeydenError `UNAUTHORIZED`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`, `TIMEOUT`, `NETWORK`,
   * `BAD_RESPONSE`, `NOT_CONFIGURED`, `ABORTED`.
   */
  validateLightningAddress(address: string, options?: RequestOptions): Promise<AddressValidation>
  /**
   * Requests an invoice (section 4.1). Throws if the reply's `lnaddress`, `amount` or `uri` differ from the request; with
   * an intent, compare them with what the person saw by `checkCharge`. Check the invoice itself by `checkCharge` too.
   * Never retried.
   *
   * @throws LeydenError also `INVOICE_MISMATCH`, with `field`, `expected` and `actual`; with an intent
   * `INTENT_EXPIRED`, `INTENT_SUPERSEDED`, `ALREADY_PAID`.
   */
  createCharge(request: ChargeRequest, options?: RequestOptions): Promise<Charge>
  /**
   * Requests the terms of a signed intent from the BFF, the charge of its reference and terms if there is one, and the
   * payments of its reference with other terms.
   *
   * @throws LeydenError `BAD_REQUEST`, field `intent`, if the shop did not sign it; `INTENT_EXPIRED` if it can no
   * longer be read; `NOT_FOUND` with the reason `unknown_here` if the BFF has lost it.
   */
  readIntent(intent: string, options?: RequestOptions): Promise<IntentReading>
  /**
   * Requests the price of one bitcoin from the BFF. It may be as old as {@link MAX_RATE_AGE_MS}; `as_of` is its time.
   *
   * @param currency ISO 4217, such as `USD`.
   * @throws LeydenError `NOT_FOUND` if the BFF has no source of prices, `BAD_REQUEST` if the source does not have the
   * currency, `SERVICE_UNAVAILABLE` while there is no recent price.
   */
  readExchangeRate(currency: string, options?: RequestOptions): Promise<ExchangeRate>
  /**
   * Opens a ramp session (section 4.3). Never retried.
   *
   * @throws LeydenError with an order also `ORDER_EXPIRED`, `ALREADY_PAID`, and `NO_FURTHER_SESSION` with its `reason`,
   * each with the `sessions` of the order; `INVALID_EMAIL`, whose `field` names the source of the rejected e-mail
   * address: `email`, `account` or `order`.
   */
  createRampSession(request: RampSessionRequest, options?: RequestOptions): Promise<RampSession>
  /** The server's clock, derived from its replies; use it for expiry and countdowns. */
  readonly clock: ServerClock
  /** Who is signed in, as the BFF and `getToken` say; use it to store data per user. */
  readonly user: SignedInUser
  /** Follows one charge or session of the BFF until aborted or final. Never throws. */
  watch(watchUrl: string, options: WatchOptions): WatchHandle
  /**
   * Requests the state of one charge or session once.
   *
   * @throws LeydenError `NOT_FOUND` if the watch URL is invalid or has expired; with the reason `unknown_here` if the BFF
   * has lost the charge or session.
   */
  readState(watchUrl: string, options?: RequestOptions): Promise<WatchState>
  /** Sends the preimage of a paid charge to the BFF, which checks it against the payment hash. */
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
export function createClient({
  transport = (url, init) => fetch(url, init),
  timeoutMs = 10_000,
  ...options
}: ClientOptions): Client {
  if (options.apiKey !== undefined && options.allowApiKeyHere !== 'test' && 'document' in globalThis)
    throw new LeydenError(
      'BAD_REQUEST',
      "An apiKey in a page is public. Point baseUrl at a BFF. In a test with jsdom, set allowApiKeyHere: 'test'.",
      { field: 'apiKey' },
    )
  const baseUrl = checkBaseUrl(options.baseUrl, 'baseUrl')
  const chargeBaseUrl = checkBaseUrl(options.chargeBaseUrl ?? options.baseUrl, 'chargeBaseUrl')
  const clock = createServerClock()
  const user = createSignedInUser()
  const question = { raised: 1, answered: 0 }
  const connection: Connection = { ...options, transport, timeoutMs, clock, user, question }

  const get = (path: string, { signal }: RequestOptions = {}) =>
    exchange(connection, { url: `${baseUrl}${path}`, anonymous: true }, signal)
  const post = async (url: string, body: unknown, { signal, idempotencyKey }: RequestOptions = {}) => {
    const send: Send = {
      url,
      body,
      headers: idempotencyKey ? { 'idempotency-key': idempotencyKey } : {},
    }
    let reply = await exchange(connection, send, signal)
    // Safe to retry, since the request was refused: the token may just have expired.
    if (options.getToken && errorOf(reply).code === 'SIGN_IN_REQUIRED')
      reply = await exchange(connection, send, signal)
    return dataOf(reply)
  }

  return {
    baseUrl,

    async validateLightningAddress(address, requestOptions) {
      if (!/^[^@/\\?#%\s]+@[^@/\\?#%\s]+$/.test(address))
        throw new LeydenError('BAD_REQUEST', 'address must be user@domain.', { field: 'address' })
      const reply = await get(`/v0/ln-address/validate/${encodeURIComponent(address)}`, requestOptions)
      return validationOf(reply, options.addressCodes)
    },

    async createCharge(request, requestOptions) {
      const data = await post(`${chargeBaseUrl}/v0/ln-address/fetch-charge`, request, requestOptions)
      return chargeOf(data, request)
    },

    async readIntent(intent, requestOptions) {
      const data = await post(`${chargeBaseUrl}/v0/intent`, { intent }, requestOptions)
      const reading = need<IntentReading>(data, ['lnaddress', 'amount', 'reference', 'expires_at'])
      if (!/^[1-9]\d{0,18}$/.test(reading.amount)) throw badResponse('amount')
      if (Number.isNaN(Date.parse(reading.expires_at))) throw badResponse('expires_at')
      if (reading.arrived !== undefined && !isArrived(reading.arrived)) throw badResponse('arrived')
      if (reading.charge === undefined) return reading
      const charge = { ...reading.charge, ...checkChargeFields(fieldsOf(data.charge)) }
      if (!isWatchState(charge.state) || charge.state.kind !== 'charge') throw badResponse('charge.state')
      return { ...reading, charge }
    },

    async readExchangeRate(currency, requestOptions) {
      if (!/^[A-Z]{3}$/.test(currency))
        throw new LeydenError('BAD_REQUEST', 'currency must be a code such as USD.', { field: 'currency' })
      const data = dataOf(await get(`/v0/rates/${currency}`, requestOptions))
      const rate = need<ExchangeRate>(data, ['currency', 'rate', 'as_of'])
      if (rate.currency !== currency) throw badResponse('currency')
      if (!/^\d{1,18}(\.\d{1,18})?$/.test(rate.rate) || !/[1-9]/.test(rate.rate)) throw badResponse('rate')
      if (Number.isNaN(Date.parse(rate.as_of))) throw badResponse('as_of')
      return rate
    },

    async createRampSession(request, requestOptions) {
      return rampSessionOf(await post(`${baseUrl}/api/v1/ramp-widget`, request, requestOptions))
    },

    clock,
    user,

    watch: createWatcher(connection, baseUrl),

    async readState(watchUrl, { signal } = {}) {
      const state = stateOfReply(
        await exchange(connection, { url: resolveWatchUrl(baseUrl, watchUrl), asksUser: true }, signal),
      )
      if (!isWatchState(state)) throw badResponse('status')
      return state
    },

    async proveCharge(watchUrl, preimage, requestOptions) {
      const data = await post(`${resolveWatchUrl(baseUrl, watchUrl)}/proof`, { preimage }, requestOptions)
      if (!isWatchState(data)) throw badResponse('status')
      return data
    },
  }
}

/**
 * The service reports an invalid Lightning Address by `valid: false`, or by a 400, 404 or 422, or a 200 with `success:
 * false`, without an error code or with one of `ADDRESS_CODES`. Any other code may be about the shop's account, so it is
 * an error. The request of a page, which has no API key, may also reach a server without this route. So in a page only
 * an error in the service's envelope counts, and not the BFF's `NOT_FOUND`.
 */
function validationOf(reply: Reply, addressCodes?: readonly string[]): AddressValidation {
  const { code, reason, detail, actual } = errorOf(reply)
  const given = fieldsOf(reply.json.error).code
  const isOther = typeof given === 'string' && given !== '' && !isAddressCode(given, addressCodes)
  // Either error shape of the service. Any other reply may come from a gateway that does not have this route.
  const { error, message } = reply.json
  const isOfService = !reply.trusted || (reply.json.success === false && fieldsOf(error).code !== 'NOT_FOUND')
  // The service may report a failure with status 200.
  const isRefused = [400, 404, 422].includes(reply.status) || (reply.ok && reply.json.success === false)
  const isRefusal = isOfService && isRefused && (error ?? message) !== undefined
  if (isRefusal && code === 'PAYER_DATA_REQUIRED')
    return readRefusal({ reason: 'payer_data_required', payer_data: [actual] })
  const data: Json = isRefusal && !isOther ? { valid: false, reason, detail } : dataOf(reply)
  if (data.valid === false) return readRefusal(data)
  need(data, ['valid'], 'boolean')
  need(data, ['metadata.minSendable', 'metadata.maxSendable'], 'number')
  return need(data, ['metadata.tag', 'metadata.metadata'])
}

function chargeOf(data: Json, asked: ChargeRequest): Charge {
  const charge = checkChargeFields(data)
  // With an intent the server fixed both, so the request has nothing to compare with.
  if (asked.intent === undefined) {
    refuseUnlessEqual('recipient', asked.lnaddress.toLowerCase(), charge.lnaddress.toLowerCase())
    refuseUnlessEqual('amount', `${BigInt(asked.amount)}`, `${BigInt(charge.amount)}`)
  }
  return charge
}

/**
 * A ramp session from the `data` of a reply.
 *
 * @throws LeydenError `BAD_RESPONSE` naming the field that is missing.
 */
export function rampSessionOf(data: Json): RampSession {
  const session = need<RampSession>(data, ['session_token', 'widget_url', 'session_id', 'expires_at'])
  if (!Date.parse(session.expires_at)) throw badResponse('expires_at')
  if (data.sessions === undefined) return session
  return { ...session, sessions: orderSessionsOf(data.sessions) }
}

function checkChargeFields(data: Json): Charge {
  const charge = need<Charge>(data, ['lnaddress', 'amount', 'invoice.request', 'invoice.uri'])
  if (!/^\d{1,20}$/.test(charge.amount)) throw badResponse('amount')
  const { request, uri } = charge.invoice
  refuseUnlessEqual('uri', `lightning:${request}`.toLowerCase(), uri.toLowerCase())
  return { ...charge, checked: checksIn(data.checked) }
}

const CHARGE_CHECKS = ['amount', 'description', 'source'] as const satisfies readonly ChargeCheck[]

/** The known checks in a reply. Another value claims nothing, because the service may add a field of this name. */
function checksIn(checked: unknown): ChargeCheck[] | undefined {
  return Array.isArray(checked) ? CHARGE_CHECKS.filter((check) => checked.includes(check)) : undefined
}

function isArrived(arrived: unknown): boolean {
  return (
    Array.isArray(arrived) &&
    arrived.map(fieldsOf).every(({ id, amount, at }) => {
      const isHash = typeof id === 'string' && /^[0-9a-f]{64}$/.test(id)
      const isAmount = typeof amount === 'string' && /^[1-9]\d{0,18}$/.test(amount)
      return isHash && isAmount && typeof at === 'string' && !Number.isNaN(Date.parse(at))
    })
  )
}

/** Returns the reply with its type if the fields at these paths exist. */
function need<T>(data: Json, paths: readonly string[], type: 'string' | 'number' | 'boolean' = 'string'): T {
  for (const path of paths) {
    const value = path.split('.').reduce<unknown>((at, name) => fieldsOf(at)[name], data)
    if (typeof value !== type || isEmpty(value)) throw badResponse(path)
  }
  return data as T
}

function refuseUnlessEqual(field: 'recipient' | 'amount' | 'uri', expected: string, actual: string): void {
  if (expected === actual) return
  throw new LeydenError('INVOICE_MISMATCH', `The charge has another ${field}.`, {
    field,
    // An unchecked invoice must not appear anywhere, not even in an error.
    expected: field === 'uri' ? undefined : expected,
    actual: field === 'uri' ? undefined : actual,
  })
}

import type { Network } from '@leyden/core'
import { createInvoiceBook } from './invoice/invoice-book.js'
import { createLnurlServer } from './lnurl/lnurl-server.js'
import { createRampSession } from './ramp/create-ramp-session.js'
import { answerRampPage } from './ramp/ramp-desk.js'
import { createEventWriter, type EventSelection } from './ramp/ramp-events.js'
import { serveRampPage } from './ramp/serve-ramp-page.js'
import { createSessionBook } from './ramp/session-book.js'
import { createRandomness } from './randomness.js'
import { failureCode, failureMessage } from './reply.js'
import { fetchCharge } from './service/fetch-charge.js'
import { validate } from './service/validate.js'
import { createWaiting } from './waiting.js'
import { serveWalletPage } from './wallet/serve-wallet-page.js'
import { createWallet, type Pay, type Payment } from './wallet/wallet.js'
import { answerPay } from './wallet/wallet-api.js'
import { createCourier, type DeliveryReport } from './webhook/courier.js'

export interface SandboxOptions {
  /** What the `apikey` header has to be; `sandbox-key` by default. */
  apiKey?: string | undefined
  /** Of the invoices; `regtest` by default. */
  network?: Network | undefined
  /** Makes keys, preimages and ids repeatable. Without one they are fresh on each start. */
  seed?: string | undefined
  /** Unix milliseconds; `Date.now` by default. */
  now?: (() => number) | undefined
  /** Origin that {@link Sandbox.rampFetch} is served from; `http://127.0.0.1:4011` by default. */
  rampOrigin?: string | undefined
  /** Sends webhooks, and the look whether their URL answers; `fetch` by default. Give a handler to stay off the network. */
  deliver?: ((request: Request) => Promise<Response>) | undefined
  /** `completed` (the default) sends the documented event alone, `all` the older ones along the way too. */
  events?: EventSelection | undefined
  /** Between attempts to deliver a webhook; 21 attempts over about a quarter of an hour by default. */
  retryDelaysMs?: readonly number[] | undefined
  /** How late the webhook of a `late@…` session comes; 6000 by default. */
  lateMs?: number | undefined
  /** Hears how each attempt to deliver a webhook ended. */
  onDelivery?: ((report: DeliveryReport) => void) | undefined
  /** Hears of each payment that the wallet makes, as the node of the recipient would. */
  onPaid?: ((payment: Payment) => unknown) | undefined
}

export interface Sandbox {
  /** The hosted service, and the wallet under `/sandbox/`. */
  fetch(request: Request): Promise<Response>
  /** The ramp page: to be served from an origin of its own. */
  rampFetch(request: Request): Promise<Response>
  /** The provider of Lightning Addresses at every domain, for whoever looks them up without the service. */
  lnurlFetch(request: Request): Promise<Response>
  /** The wallet, without HTTP. */
  pay: Pay
  /** Adds a listener like the option `onPaid`. @returns a function that unsubscribes. */
  onPaid(listener: (payment: Payment) => unknown): () => void
  /** Gives up everything that waits, webhooks included. */
  close(): void
}

const VALIDATE_PATH = '/v0/ln-address/validate/'

/**
 * The hosted service, offline and money-free, as a web-standard handler: it runs on Node behind
 * `@leyden/sandbox/node`, in tests, and inside a page as a client's transport.
 *
 * ```ts
 * const sandbox = createSandbox({ seed: 'story' })
 * const reply = await sandbox.fetch(
 *   new Request('https://sandbox.example/v0/ln-address/validate/alice%40wallet.example', {
 *     headers: { apikey: 'sandbox-key' },
 *   }),
 * )
 * ```
 *
 * Like the real service it tells nobody that an invoice was paid, until `onPaid` or `connectSandbox()` is used.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { apiKey = 'sandbox-key', network = 'regtest', now = Date.now, events = 'completed' } = options
  const { rampOrigin = 'http://127.0.0.1:4011', lateMs = 6000 } = options
  const randomness = createRandomness(options.seed)
  const waiting = createWaiting()
  const book = createInvoiceBook({ network, now, randomness })
  const paidListeners = new Set(options.onPaid && [options.onPaid])
  const pay = createWallet({
    book,
    now,
    randomness,
    onPaid: (payment) => {
      for (const listener of paidListeners) void tell(listener, payment)
    },
  })
  const sessions = createSessionBook({ now, randomness })
  const courier = createCourier({ ...options, waiting })
  const writer = createEventWriter({ now, randomness })
  const answerLnurl = createLnurlServer({ book, network, randomness, waiting })

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const route = `${request.method} ${pathname}`
    const hasKey = request.headers.get('apikey') === apiKey
    if (pathname === '/sandbox/pay') return answerPay(request, pay)
    const walletPage = request.method === 'GET' ? serveWalletPage(pathname) : null
    if (walletPage) return walletPage

    if (route === 'POST /api/v1/ramp-widget') {
      return hasKey
        ? createRampSession(request, { sessions, courier, rampOrigin })
        : failureCode(401, 'UNAUTHORIZED', 'The API key is invalid.')
    }
    const isValidate = route.startsWith(`GET ${VALIDATE_PATH}`)
    const isCharge = route === 'POST /v0/ln-address/fetch-charge'
    if (!isValidate && !isCharge) return failureMessage(404, 'There is no such operation.')
    if (!hasKey) return failureMessage(401, 'The API key is missing or wrong.')
    return isCharge
      ? fetchCharge(request, { book, network, waiting })
      : validate(request, pathname.slice(VALIDATE_PATH.length), waiting)
  }

  async function answerRamp(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const reply =
      request.method === 'GET'
        ? serveRampPage(url, { sessions, now })
        : await answerRampPage(url.pathname, request, { sessions, courier, writer, events, lateMs })
    return reply ?? failureMessage(404, 'There is no such page.')
  }

  return {
    fetch: answer,
    rampFetch: answerRamp,
    lnurlFetch: answerLnurl,
    pay,
    onPaid(listener) {
      paidListeners.add(listener)
      return () => paidListeners.delete(listener)
    },
    close: () => waiting.close(),
  }
}

/** A listener that fails must not fail the payment, which has happened. */
async function tell(listener: (payment: Payment) => unknown, payment: Payment): Promise<void> {
  try {
    await listener(payment)
  } catch (error) {
    console.error('A listener of the sandbox failed on a payment.', error)
  }
}

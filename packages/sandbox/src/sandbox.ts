import type { Network } from '@leyden/core'
import { createListeners } from '@leyden/core/internal'
import { Hono, type HonoRequest } from 'hono'
import { createInvoiceStore } from './invoice/invoice-store.js'
import { createLnurlServer } from './lnurl/lnurl-server.js'
import { createRampSession } from './ramp/create-ramp-session.js'
import { createRampEvents, type EventSelection } from './ramp/ramp-events.js'
import { createRampServer } from './ramp/ramp-server.js'
import { createSessionStore } from './ramp/session-store.js'
import { createRandomness } from './randomness.js'
import { failureCode, failureMessage } from './reply.js'
import { createPayService } from './service/pay-service.js'
import { createWallet, type Pay, type Payment } from './wallet/wallet.js'
import { createWalletServer } from './wallet/wallet-server.js'
import { createWebhookSender, type DeliveryReport } from './webhook/webhook-sender.js'

/** Options of {@link createSandbox}. */
export interface SandboxOptions {
  /** The API key that requests need in the `apikey` header. @default 'sandbox-key' */
  apiKey?: string | undefined
  /** The network of the invoices. @default 'regtest' */
  network?: Network | undefined
  /**
   * Domains whose addresses can be paid in addition to `.example`, `.test` and `.localhost`, such as `pay.shop.com`.
   * Addresses at other domains cannot be paid, so that no visitor of a demo believes that a real address was tested.
   *
   * @default none
   */
  domains?: readonly string[] | undefined
  /** Makes keys, preimages and ids repeatable. @default none: they are new on each start */
  seed?: string | undefined
  /** The clock, in unix milliseconds. @default Date.now */
  now?: (() => number) | undefined
  /** Origin that {@link Sandbox.rampFetch} is served from. @default 'http://127.0.0.1:4011' */
  rampOrigin?: string | undefined
  /** Sends webhooks, and the probe of their URL. Pass a handler to avoid the network. @default fetch */
  deliver?: ((request: Request) => Promise<Response>) | undefined
  /**
   * `completed` sends the documented event only, `all` also the older ones during the purchase. @default 'completed'
   */
  events?: EventSelection | undefined
  /** Delays between attempts to deliver a webhook. @default 22 attempts over about a quarter of an hour */
  retryDelaysMs?: readonly number[] | undefined
  /** Delay of the webhook of a `late@…` session, in milliseconds. @default 6_000 */
  lateMs?: number | undefined
  /** Called with the result of each attempt to deliver a webhook. */
  onDelivery?: ((report: DeliveryReport) => void) | undefined
  /** Called for each payment by the wallet, like the recipient's node. */
  onPaid?: ((payment: Payment) => unknown) | undefined
}

/** What {@link createSandbox} returns. */
export interface Sandbox {
  /** The hosted service, and the wallet under `/sandbox/`. */
  fetch(request: Request): Promise<Response>
  /** Handles the ramp page, which needs a separate origin. */
  rampFetch(request: Request): Promise<Response>
  /**
   * The provider of the sandbox's Lightning Addresses at all their domains, for clients that pay without the service.
   */
  lnurlFetch(request: Request): Promise<Response>
  /** The wallet, without HTTP. */
  pay: Pay
  /** Adds a listener like the option `onPaid`. @returns a function that unsubscribes. */
  onPaid(listener: (payment: Payment) => unknown): () => void
  /** Ends all timers and pending webhooks. */
  close(): void
}

/**
 * The hosted service, offline and without real money, as a web-standard handler: it runs on Node behind
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
 * Like the real service it does not report payments; use `onPaid` or `connectSandbox()` for that.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { apiKey = 'sandbox-key', network = 'regtest', now = Date.now, events = 'completed' } = options
  const { rampOrigin = 'http://127.0.0.1:4011', lateMs = 6000 } = options
  const domains = options.domains?.map((domain) => domain.toLowerCase()) ?? []
  const randomness = createRandomness(options.seed)
  const closing = new AbortController()
  const closed = closing.signal
  const invoices = createInvoiceStore({ network, now, randomness })
  const paid = createListeners<[Payment]>()
  const onPaid: Sandbox['onPaid'] = (listener) => paid.subscribe((payment) => void report(listener, payment))
  if (options.onPaid) onPaid(options.onPaid)
  const pay = createWallet({ invoices, now, randomness, onPaid: paid.notify })
  const sessions = createSessionStore({ now, randomness })
  const webhooks = createWebhookSender({ ...options, closed })
  const rampEvents = createRampEvents({ events, lateMs, now, randomness, webhooks })
  const hasKey = (request: HonoRequest) => request.header('apikey') === apiKey

  const service = new Hono()
    .route('/sandbox', createWalletServer(pay))
    .get('/', ({ redirect }) => redirect('/sandbox/wallet'))
    .use('/v0/ln-address/:operation{.+}', async ({ req }, next) =>
      hasKey(req) ? next() : failureMessage(401, 'The API key is missing or wrong.'),
    )
    .route('/v0/ln-address', createPayService({ domains, invoices, network, closed }))
    .post('/api/v1/ramp-widget', ({ req }) =>
      hasKey(req)
        ? createRampSession(req.raw, { sessions, webhooks, rampOrigin })
        : failureCode(401, 'UNAUTHORIZED', 'The API key is invalid.'),
    )
    .notFound(() => failureMessage(404, 'There is no such operation.'))

  return {
    fetch: handlerOf(service),
    rampFetch: handlerOf(createRampServer({ sessions, events: rampEvents, now })),
    lnurlFetch: handlerOf(createLnurlServer({ domains, invoices, network, randomness, closed })),
    pay,
    onPaid,
    close: () => closing.abort(new DOMException('The sandbox was closed.', 'AbortError')),
  }
}

/** Rejects a request that its caller or `close()` ends: it gets no reply. */
function handlerOf(app: Hono): (request: Request) => Promise<Response> {
  app.onError((error) => {
    throw error
  })
  return async (request) => app.fetch(request)
}

/** A failing listener must not fail the payment, which has already happened. */
async function report(listener: (payment: Payment) => unknown, payment: Payment): Promise<void> {
  try {
    await listener(payment)
  } catch (error) {
    console.error('A listener of the sandbox failed on a payment.', error)
  }
}

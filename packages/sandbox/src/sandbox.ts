import type { Network } from '@leyden/core'
import { createInvoiceBook } from './invoice/invoice-book.js'
import { createRandomness } from './randomness.js'
import { failureMessage } from './reply.js'
import { fetchCharge } from './service/fetch-charge.js'
import { validate } from './service/validate.js'
import { createWaiting } from './waiting.js'
import { createWallet, type Pay } from './wallet/wallet.js'
import { answerPay } from './wallet/wallet-api.js'

export interface SandboxOptions {
  /** What the `apikey` header has to be; `sandbox-key` by default. */
  apiKey?: string
  /** Of the invoices; `regtest` by default. */
  network?: Network
  /** Makes keys, preimages and ids repeatable. Without one they are fresh on each start. */
  seed?: string
  /** Unix milliseconds; `Date.now` by default. */
  now?: () => number
}

export interface Sandbox {
  /** The hosted service, and the wallet under `/sandbox/`. */
  fetch(request: Request): Promise<Response>
  /** The wallet, without HTTP. */
  pay: Pay
  /** Gives up everything that waits. */
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
 * Like the real service it tells nobody that an invoice was paid.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { apiKey = 'sandbox-key', network = 'regtest', now = Date.now } = options
  const randomness = createRandomness(options.seed)
  const waiting = createWaiting()
  const book = createInvoiceBook({ network, now, randomness })
  const pay = createWallet({ book, now, randomness })

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const route = `${request.method} ${pathname}`
    if (pathname === '/sandbox/pay') return answerPay(request, pay)

    const isValidate = route.startsWith(`GET ${VALIDATE_PATH}`)
    const isCharge = route === 'POST /v0/ln-address/fetch-charge'
    if (!isValidate && !isCharge) return failureMessage(404, 'There is no such operation.')
    if (request.headers.get('apikey') !== apiKey)
      return failureMessage(401, 'The API key is missing or wrong.')
    return isCharge
      ? fetchCharge(request, { book, network, waiting })
      : validate(request, pathname.slice(VALIDATE_PATH.length), waiting)
  }

  return { fetch: answer, pay, close: () => waiting.close() }
}

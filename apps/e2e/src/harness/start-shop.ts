import { type BffOptions, createBff, type IntentOrder, serviceProvider } from '@leyden/bff'
import { memoryStore } from '@leyden/bff/memory'
import { toNodeHandler } from '@leyden/bff/node'
import { type RunningSandbox, type StartSandboxOptions, startSandbox } from '@leyden/sandbox/node'
import { listen } from './listen.js'

/** The API key that the sandbox and the BFF share. */
export const API_KEY = 'key-of-the-journeys'
const ADMIN_TOKEN = 'an admin token of the journeys, long enough'

interface Options extends Partial<BffOptions> {
  /** Origins whose pages may use it. */
  allowedOrigins: string[]
  sandbox?: StartSandboxOptions | undefined
  /** A sandbox with `API_KEY` that runs already, for several BFFs; who started it closes it. */
  running?: RunningSandbox | undefined
  /** A server of somebody else's to be mounted in, by its public URL; else it listens itself. */
  mountedAt?: string | undefined
}

/**
 * A sandbox, and a BFF in front of it: on an origin of its own, with everybody as a guest and a store in memory, if
 * nothing else is asked for.
 */
export async function startBff({
  allowedOrigins,
  sandbox: service,
  running,
  mountedAt,
  ...options
}: Options) {
  const sandbox = running ?? (await startSandbox({ apiKey: API_KEY, port: 0, rampPort: 0, ...service }))
  const provider = serviceProvider({ apiKey: API_KEY, baseUrl: sandbox.url })
  const own = mountedAt === undefined ? await listen() : undefined
  const bffUrl = mountedAt ?? own?.url ?? ''
  const bff = createBff({
    pay: provider,
    ramp: provider,
    store: memoryStore(),
    publicUrl: bffUrl,
    secrets: ['a secret of the journeys, which is long enough'],
    adminToken: ADMIN_TOKEN,
    network: 'regtest',
    identify: async () => ({ guest: true }),
    rampOrigins: [sandbox.rampUrl],
    allowedOrigins,
    // All visitors of a test run come from one address.
    rates: {
      chargesPerMinute: 10_000,
      lookUpsPerMinute: 10_000,
      sessionsPerHour: 10_000,
      guestSessionsPerHour: 10_000,
    },
    log: { info() {}, warn() {}, error() {} },
    ...options,
  })
  bff.start()
  const handle = toNodeHandler(bff)
  own?.server.on('request', handle)
  /** A wallet pays, without a report to the BFF. */
  const payUnseen = sandbox.sandbox.pay
  return {
    sandbox,
    provider,
    bff,
    bffUrl,
    handle,
    payUnseen,
    /** A wallet pays, and the shop's node reports it to the BFF. */
    async pay(invoice: string) {
      const payment = payUnseen(invoice)
      await bff.settle({ paymentHash: payment.paymentHash })
      return payment
    },
    /** Signs an order, as the shop's server does. */
    sign: async (order: IntentOrder) => bff.sign(order),
    /** What `/admin/…` of the BFF answers to the shop's server. */
    admin: (path: string, body: object = {}) =>
      fetch(`${bffUrl}/admin/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${ADMIN_TOKEN}`,
          'content-type': 'application/json',
          'x-leyden': '1',
        },
        body: JSON.stringify(body),
      }),
    /** Breaks every connection to the BFF, as a tunnel does. */
    cutOff: () => own?.server.closeAllConnections(),
    async close() {
      await bff.close()
      await own?.close()
      if (!running) await sandbox.close()
    },
  }
}

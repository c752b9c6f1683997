import { randomBytes } from 'node:crypto'
import { createBff, serviceProvider } from '@leyden/bff'
import { fixedRates } from '@leyden/bff/exchange-rates'
import { memoryStore } from '@leyden/bff/memory'
import { toNodeHandler } from '@leyden/bff/node'
import type { DemoSettings } from './settings.js'

type Sandbox = NonNullable<DemoSettings['sandbox']>

/** The path of this BFF in the demo's server. */
export const QUIET_PATH = '/quiet/leyden'

/**
 * The BFF of a shop whose server cannot detect payments, mounted in the shop's own server. Only a preimage
 * from the paying page can prove a payment to it. `url` is that of the demo.
 */
export function createQuietShop(url: string, sandbox: Sandbox, { pagePort, graceSeconds }: DemoSettings) {
  const bff = createBff({
    pay: serviceProvider({ apiKey: sandbox.apiKey, baseUrl: sandbox.url }),
    store: memoryStore(),
    publicUrl: url + QUIET_PATH,
    // `npm start` prints localhost, but listens on 127.0.0.1.
    allowedOrigins: ['localhost', '127.0.0.1'].map(
      (host) => `http://${host}:${pagePort ?? new URL(url).port}`,
    ),
    // All data is lost when the process ends, so its tokens may be too.
    secrets: [randomBytes(32).toString('base64url')],
    settlement: { graceMs: graceSeconds && graceSeconds * 1_000 },
    extensions: [fixedRates({ USD: '100000' })],
    network: 'regtest',
  })
  return { handle: toNodeHandler(bff), close: () => bff.close() }
}

import { randomBytes } from 'node:crypto'
import { createBff, serviceProvider } from '@leyden/bff'
import { memoryStore } from '@leyden/bff/memory'
import { toNodeHandler } from '@leyden/bff/node'

/** Where it is mounted in the demo's server. */
export const QUIET_PATH = '/quiet/leyden'

/**
 * The BFF of a shop whose server never learns of a payment, inside the shop's own server as a library. All it
 * can go by is a preimage from the paying page.
 */
export function createQuietShop(options: {
  sandbox: { url: string; apiKey: string }
  publicUrl: string
  /** Other names that this machine's visitors open the shop by. */
  allowedOrigins: readonly string[]
  graceSeconds: number | undefined
}) {
  const { graceSeconds, sandbox } = options
  const { url: baseUrl, apiKey } = sandbox
  const bff = createBff({
    pay: serviceProvider({ apiKey, baseUrl }),
    settles: false,
    store: memoryStore(),
    publicUrl: options.publicUrl,
    allowedOrigins: options.allowedOrigins,
    // Nothing here outlives the process, so neither do its tokens.
    secrets: [randomBytes(32).toString('base64url')],
    ...(graceSeconds === undefined ? {} : { graceMs: graceSeconds * 1_000 }),
    network: 'regtest',
  })
  return { handle: toNodeHandler(bff), close: () => bff.close() }
}

import { type Shop, startShop } from '../harness/start-shop.js'

/**
 * Starts a shop whose pages are strings, on another site than its BFF.
 *
 * @param origins the origins of further pages that may use the BFF
 */
const startEmbedShop = (origins: readonly string[] = []): Promise<Shop> =>
  startShop({ settlement: { recipients: true, graceMs: 2_000 }, origins: ['null', ...origins] })

let shared: Promise<Shop> | undefined

/** The shop that all test files of a worker share, like the browser. It ends with the worker. */
export function embedShop(): Promise<Shop> {
  shared ??= startEmbedShop()
  return shared
}

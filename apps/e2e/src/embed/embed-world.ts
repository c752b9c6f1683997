import { type Shop, startShop } from '../harness/start-shop.js'

/** A shop whose pages are strings, on another site than its BFF. */
export type EmbedWorld = Shop

/** @param origins the origins of further pages that may use the BFF */
export const startEmbedWorld = (origins: readonly string[] = []): Promise<EmbedWorld> =>
  startShop({ settles: true, graceMs: 2_000, origins: ['null', ...origins] })

let shared: Promise<EmbedWorld> | undefined

/** One for all test files of a worker, like the browser. It ends with the worker. */
export function embedWorld(): Promise<EmbedWorld> {
  shared ??= startEmbedWorld()
  return shared
}

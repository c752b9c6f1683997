import { type Client, createClient } from '@leyden/core'
import type { PageShop } from '@leyden/react/page-shop'

let shop: Promise<PageShop> | undefined
/** The widgets store an invoice under the address of its BFF. This one is gone after a reload, and so is its invoice. */
const path = `/shop-${crypto.randomUUID()}`

/** The shop of this page. Its code is loaded at the first request, so that the page itself is there at once. */
export function pageShop(): Promise<PageShop> {
  shop ??= import('@leyden/react/page-shop').then(({ openPageShop }) =>
    openPageShop(new URL(path, location.href).href),
  )
  return shop
}

/** A client of the BFF in this page. */
export const createPageClient = (): Client =>
  createClient({
    baseUrl: path,
    transport: async (url, init) => (await pageShop()).fetch(new Request(url, init)),
  })

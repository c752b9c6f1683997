import { join } from 'node:path'
import { type Shop, startShop } from '../../harness/start-shop.js'

let shared: Promise<Shop> | undefined

/** The shop of `react-page.ts`, which the test files of a worker share. It ends with the worker. */
export async function reactShop() {
  shared ??= startShop({ page: join(import.meta.dirname, 'react-page.ts'), settlement: { recipients: true } })
  const shop = await shared
  return { pay: shop.pay, url: (query = '') => `${shop.url}/?bff=${encodeURIComponent(shop.bffUrl)}${query}` }
}

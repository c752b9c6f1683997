import { randomUUID } from 'node:crypto'

/** Every program and every request of the bench uses these. */
const ADDRESS = 'alice@wallet.example'
const AMOUNT_MSAT = '2100000'
export const API_KEY = 'key-of-the-bench'
export const RAMP_ORIGIN = 'https://ramp.example'

export const PATHS = {
  validate: `/v0/ln-address/validate/${encodeURIComponent(ADDRESS)}`,
  charge: '/v0/ln-address/fetch-charge',
  ramp: '/api/v1/ramp-widget',
}

/** The path at which the service of the bench lists the webhook URLs of a key, the oldest first. */
export const WEBHOOK_URLS = '/webhook-urls'

/** The origin of the shop's page, which is not the BFF's. */
export const PAGE_ORIGIN = 'https://shop.example'

/** Headers that a page sends with each request of an invoice or a session; a session has an `idempotency-key`, too. */
const POST_HEADERS = { origin: PAGE_ORIGIN, 'content-type': 'application/json', 'x-leyden': '1' }

export const CHARGE_REQUEST = { lnaddress: ADDRESS, amount: AMOUNT_MSAT }
export const RAMP_REQUEST = { email: 'guest@example.com' }

/** A request, as its sender sends it. */
export interface BenchRequest {
  method: 'GET' | 'POST'
  /** Below the URL of the program. */
  path: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

/** Returns the next request of a run. */
export type NextRequest = () => BenchRequest

export const validation: NextRequest = () => ({
  method: 'GET',
  path: PATHS.validate,
  headers: { origin: PAGE_ORIGIN },
})
export const charge: NextRequest = () => ({
  method: 'POST',
  path: PATHS.charge,
  headers: POST_HEADERS,
  body: JSON.stringify(CHARGE_REQUEST),
})
export const session: NextRequest = () => ({
  method: 'POST',
  path: PATHS.ramp,
  headers: { ...POST_HEADERS, 'idempotency-key': randomUUID() },
  body: JSON.stringify(RAMP_REQUEST),
})

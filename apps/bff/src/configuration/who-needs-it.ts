import type { SETTINGS } from './settings.js'

type Name = keyof typeof SETTINGS

/** The settings with which most programs run, in the order in which people set them. */
export const FIRST_SETTINGS = [
  'LEYDEN_PUBLIC_URL',
  'LEYDEN_SECRET',
  'LEYDEN_API_KEY',
  'LEYDEN_BASE_URL',
  'LEYDEN_ALLOWED_ORIGINS',
  'LEYDEN_EVENTS_URL',
  'LEYDEN_EVENTS_SECRET',
  'LEYDEN_ADMIN_TOKEN',
  'LEYDEN_OPERATIONS_PORT',
  'LEYDEN_SETTLES',
] as const satisfies readonly Name[]

/** Who needs each of the other settings. A setting that nobody needs should not exist. */
export const WHO_NEEDS_IT: Readonly<Record<Exclude<Name, (typeof FIRST_SETTINGS)[number]>, string>> = {
  LEYDEN_RAMP_ORIGINS: 'Everybody who sells bitcoin.',
  LEYDEN_GUESTS: 'Who sells bitcoin to people without an account.',
  LEYDEN_NWC_URL: 'Who receives payments in a wallet of their own, and has no server that could report them.',
  DATABASE_URL: 'Who runs more than one instance, or a platform whose disks do not last.',
  LEYDEN_TRUSTED_PROXIES: 'Who has a reverse proxy or a load balancer in front.',
  HOST: 'Who runs the program in a container, or has the proxy on another machine.',
  PORT: 'Who runs two programs on one machine, or a platform that chooses the port.',
  LEYDEN_DATA_DIR: 'Who keeps the SQLite file elsewhere, such as on a volume.',
  LEYDEN_NETWORK: 'Developers, who pay without real money.',
  LEYDEN_PROVIDER:
    'Who has no API key, or wants payments of other addresses to be reported by their own providers.',
  LEYDEN_EXCHANGE_RATES: 'Who shows prices in dollars or euros beside satoshis.',
  LEYDEN_JWT_SECRET:
    'Who sells bitcoin to signed-in people, and whose server signs their tokens with a shared secret.',
  LEYDEN_JWKS_URL: 'The same with a sign-in service, such as Auth0, Clerk or Keycloak.',
  LEYDEN_JWT_ISSUER: 'Everybody with one of the two settings before.',
  LEYDEN_JWT_AUDIENCE: 'Everybody with one of them, too.',
  LEYDEN_JWT_COOKIE: 'Whose pages sign in by a cookie and cannot read the token.',
  LEYDEN_JWT_CLAIMS: 'Whose tokens name the e-mail or the address of a user differently.',
  LEYDEN_ADDRESSES: 'A shop whose pages must not request invoices for other recipients.',
  LEYDEN_INTENT_ONLY: 'A shop that sells goods and takes no tips.',
  LEYDEN_MIN_SATS: 'Who takes tips, and does not want the smallest ones.',
  LEYDEN_MAX_SATS: 'Who takes tips, and does not want to hold large sums.',
  LEYDEN_OPERATIONS_HOST: 'Who has Prometheus, or other servers that call admin routes, on another machine.',
  LEYDEN_DRAIN_SECONDS: 'Who has a load balancer that follows /readyz.',
  LEYDEN_LOG_LEVEL: 'Who pays for each line of the log.',
  LEYDEN_KEEP_DAYS: 'Whose law or policy says how long data of payments is kept.',
  LEYDEN_KEEP_BODY_DAYS: 'Whose policy says how long e-mail addresses are kept, which webhooks contain.',
  LEYDEN_KEEP_UNPAID_DAYS: 'Whose node reports payments late, or who wants a smaller file.',
  LEYDEN_GRACE_SECONDS: 'Whose node is told late of a payment, for example over Tor.',
  LEYDEN_TIMEOUT_SECONDS: 'Whose host cuts off requests earlier, or whose recipients’ servers are slow.',
  LEYDEN_CHARGE_BASE_URL: 'Whose service has another base URL for charges.',
  LEYDEN_MODE: 'Who uses a test mode of the service with invoices of mainnet.',
  LEYDEN_QUOTE_CURRENCIES: 'Who sells bitcoin for certain currencies only.',
  LEYDEN_BASE_CURRENCIES: 'Who sells bitcoin only, and not the other currencies of the ramp.',
  LEYDEN_METADATA_KEYS: 'Whose pages add data of their own to a purchase, such as a campaign.',
  LEYDEN_COMPARE_OFF: 'Whose ramp uses a field in another way, so that every purchase is held.',
  LEYDEN_WEBHOOK_HMAC_HEADER: 'Whose ramp signs its webhooks by an HMAC in a header.',
  LEYDEN_WEBHOOK_HMAC_SECRET: 'Everybody with LEYDEN_WEBHOOK_HMAC_HEADER.',
  LEYDEN_WEBHOOK_STANDARD_SECRET: 'Whose ramp signs its webhooks by Standard Webhooks.',
  LEYDEN_LIMITS:
    'Who has many visitors behind one address, a cash desk, many payments to one domain, no client addresses, or a contract with the service over other numbers.',
  LEYDEN_DEV_IDENTITY: 'Developers, who have no sign-in yet.',
  LEYDEN_LNURL_SANDBOX_URL: 'Developers, who pay recipients that do not exist.',
}

import { weakSecret } from '@leyden/bff'
import { nwc } from '@leyden/bff/nwc'
import { parseLightningAddress } from '@leyden/lightning/address'
import ipaddr from 'ipaddr.js'
import * as v from 'valibot'
import {
  choice,
  exchangeRates,
  flag,
  list,
  oneOf,
  optionalList,
  rate,
  recipients,
  setting,
  text,
  textOr,
  url,
  whole,
  wholeNumber,
} from './setting.js'

const SHORTEST_SECRET = 32
const PORTS = [0, 65_535] as const
/** The maximum amount of bitcoin, in satoshis. */
const MAX_SATS = 2_100_000_000_000_000
const NO_ORIGINS = 'must contain origins such as https://shop.example'
const NO_SIGNING_SECRET = 'must be whsec_ and base64 of at least 24 bytes'

const isLong = (secret: string) => secret.length >= SHORTEST_SECRET
const isSigningSecret = (secret: string) => /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)
const isOrigin = (text: string) =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
const isPostgres = (text: string) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
const isIpRange = (text: string) =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) || ipaddr.isValidCIDR(text)
const isRecipient = (text: string) => parseLightningAddress(text.startsWith('@') ? `a${text}` : text).ok
/** Reading the setting does not connect. */
function isNwcUrl(url: string): boolean {
  try {
    nwc({ url })
    return true
  } catch {
    return false
  }
}
const isClaim = (pair: string) => /^(id|email|destination|accessToken|referenceId)=[^=]+$/.test(pair)

/** Every variable that the program reads, with its check; the source of `docs/configuration.md`. */
export const SETTINGS = {
  LEYDEN_PROVIDER: choice(
    ['service', 'lnurl', 'verified-first'],
    'service',
    '`service`: invoices come from the hosted service. `lnurl`: from each address’s own provider, without an API key. `verified-first`: from the address’s own provider if that reports payments (LUD-21), else from the service. The service does not see invoices of other providers.',
  ),
  LEYDEN_LNURL_SANDBOX_URL: url(
    'none',
    'Development only: the LNURL server of a sandbox on this machine, which replaces every address’s provider. Refused with real money.',
  ),
  LEYDEN_API_KEY: text('required, except for lnurl without a ramp', "The service's API key."),
  LEYDEN_BASE_URL: url('required with the key', "The service's base URL, https."),
  LEYDEN_CHARGE_BASE_URL: url('LEYDEN_BASE_URL', 'The base URL for charges, if it is another one.'),
  LEYDEN_PUBLIC_URL: url('required', 'Public URL of this program; its path is the prefix of every route.'),
  LEYDEN_SECRET: optionalList(
    'required',
    '32 random characters or more (`openssl rand -base64 33`), or several separated by commas: the first signs, all verify. To rotate, put a new one first.',
    (secret) => weakSecret(secret) === undefined,
    'must be 32 random characters or more, each one of a list: create one with `openssl rand -base64 33`',
  ),
  LEYDEN_DATA_DIR: textOr('./data', 'Directory of the SQLite file; created if it does not exist.'),
  DATABASE_URL: text(
    'SQLite',
    'Postgres instead of the SQLite file, `postgres://user:password@host/database`: for more than one instance.',
    isPostgres,
    'must be a URL such as postgres://user:password@host/database',
  ),
  LEYDEN_NETWORK: choice(
    ['mainnet', 'testnet', 'signet', 'regtest'],
    'mainnet',
    '`mainnet`, `testnet`, `signet` or `regtest`.',
  ),
  LEYDEN_MODE: setting(
    'live on mainnet, else test',
    '`test` or `live`: whether real money moves.',
    v.optional(oneOf(['test', 'live'])),
  ),
  LEYDEN_ALLOWED_ORIGINS: list(
    'none',
    'Origins of the pages that may use this BFF, separated by commas; `null` allows payments in pages with the origin `null`.',
    (origin) => origin === 'null' || isOrigin(origin),
    NO_ORIGINS,
  ),
  LEYDEN_RAMP_ORIGINS: list(
    'no ramp',
    "Allowed origins of the ramp's page, separated by commas.",
    isOrigin,
    NO_ORIGINS,
  ),
  LEYDEN_ADMIN_TOKEN: text(
    'no admin routes',
    'The bearer token of your other servers for `/admin/…`, at least 32 characters.',
    isLong,
    `must have at least ${SHORTEST_SECRET} characters`,
  ),
  LEYDEN_SETTLES: recipients(
    'The recipients whose payments this program detects, by LEYDEN_NWC_URL or because one of your servers reports them to `/admin/settle` (LEYDEN_ADMIN_TOKEN): Lightning Addresses, separated by commas, or `1` for every recipient.',
  ),
  LEYDEN_NWC_URL: text(
    'none',
    'A wallet that reports payments: its Nostr Wallet Connect URL, `nostr+walletconnect://…`. A secret; it needs no permission to pay. Needs LEYDEN_SETTLES.',
    isNwcUrl,
    'must be a nostr+walletconnect:// URL with a relay and a secret',
  ),
  LEYDEN_EXCHANGE_RATES: exchangeRates(
    'The source of the bitcoin prices that pages show beside satoshis: `coinbase` (its public rates, without an API key), or fixed prices for tests such as `USD=100000,EUR=92000`, which are refused with real money. `off`: pages show satoshis only.',
  ),
  LEYDEN_GRACE_SECONDS: whole(60, [0, 86_400], 'How long the program watches an invoice after its expiry.'),
  LEYDEN_GUESTS: flag('`1` lets people buy bitcoin without signing in.'),
  LEYDEN_JWT_SECRET: text(
    'nobody can sign in',
    'Shared secret of the JSON Web Tokens that authenticate users, at least 32 characters.',
    isLong,
    `must have at least ${SHORTEST_SECRET} characters`,
  ),
  LEYDEN_JWKS_URL: url('none', 'Instead of a secret: the https URL of the public keys.'),
  LEYDEN_JWT_ISSUER: text('required with JWT', '`iss` of the tokens.'),
  LEYDEN_JWT_AUDIENCE: text('required with JWT', '`aud` of the tokens.'),
  LEYDEN_JWT_ALGORITHMS: list(
    'HS256 with a secret; required with JWKS',
    'Algorithms that are accepted, separated by commas.',
  ),
  LEYDEN_JWT_COOKIE: text('none', 'Cookie with the token, for requests without an `Authorization` header.'),
  LEYDEN_JWT_CLAIMS: list(
    'id=sub,email=email',
    'The claims with `id`, `email`, `destination`, `accessToken` and `referenceId`. An e-mail address counts only with `email_verified`.',
    isClaim,
    'must contain pairs such as email=mail, of id, email, destination, accessToken, referenceId',
  ),
  LEYDEN_DEV_IDENTITY: flag(
    '`1` makes all visitors the same signed-in user. For development; refused on mainnet.',
  ),
  LEYDEN_EVENTS_LOG: flag('`1` logs each event.'),
  LEYDEN_EVENTS_URL: url('none', 'The program posts each event to this URL, with retries until a 2xx reply.'),
  LEYDEN_EVENTS_SECRET: text(
    'required with LEYDEN_EVENTS_URL',
    'The secret that signs these posts (Standard Webhooks): `whsec_` and base64 of at least 24 bytes.',
    isSigningSecret,
    NO_SIGNING_SECRET,
  ),
  LEYDEN_WEBHOOK_HMAC_HEADER: text(
    'none',
    "Header with the HMAC-SHA256 of the ramp's webhooks, in hex or base64.",
    (name) => /^[\w-]{1,100}$/.test(name),
    'must be the name of a header',
  ),
  LEYDEN_WEBHOOK_HMAC_SECRET: list(
    'required with the header',
    'Its secrets, separated by commas. If set, unsigned webhooks are refused.',
  ),
  LEYDEN_WEBHOOK_STANDARD_SECRET: list(
    'none',
    "Secrets of the ramp's webhooks, if the ramp signs them by Standard Webhooks.",
    isSigningSecret,
    NO_SIGNING_SECRET,
  ),
  LEYDEN_ADDRESSES: list(
    'any',
    'The Lightning Addresses and domains (`@shop.example`) that may be paid.',
    isRecipient,
    'must contain Lightning Addresses, or domains such as @shop.example',
  ),
  LEYDEN_MIN_SATS: whole(1, [1, MAX_SATS], 'The smallest charge.'),
  LEYDEN_MAX_SATS: whole(MAX_SATS, [1, MAX_SATS], 'The largest charge.'),
  LEYDEN_INTENT_ONLY: flag('`1` allows only charges that your server has signed.'),
  LEYDEN_QUOTE_CURRENCIES: list('any', 'Currencies to pay with, separated by commas.'),
  LEYDEN_BASE_CURRENCIES: list('any', 'Currencies to buy, separated by commas.'),
  LEYDEN_METADATA_KEYS: list('none', "Keys of a ramp session's metadata that a page may set."),
  LEYDEN_KEEP_ACCESS_TOKENS: flag(
    "`1` stores the ramp's token of a returning user, encrypted, for that user's next session.",
  ),
  LEYDEN_LOOK_UPS_PER_MINUTE: rate(
    'lookUpsPerMinute',
    120,
    'Look-ups of addresses, readings of intents, and openings of ramp orders, each per IP.',
  ),
  LEYDEN_CHARGES_PER_MINUTE: rate('chargesPerMinute', 30, 'Charges, per IP and per user.'),
  LEYDEN_DOMAIN_PER_MINUTE: rate(
    'domainPerMinute',
    300,
    'Requests to the service for addresses of one domain.',
  ),
  LEYDEN_KEY_PER_MINUTE: rate('keyPerMinute', 1200, 'Requests to the service in total.'),
  LEYDEN_SESSIONS_PER_HOUR: rate('sessionsPerHour', 10, "Ramp sessions, per user and per guest's e-mail."),
  LEYDEN_GUEST_SESSIONS_PER_HOUR: rate('guestSessionsPerHour', 30, 'Ramp sessions of guests, per IP.'),
  LEYDEN_STREAMS_PER_IP: rate(
    'streamsPerIp',
    500,
    'Open watch streams, per IP and process; pages beyond the limit poll instead.',
  ),
  LEYDEN_TRUSTED_PROXIES: list(
    'none',
    'Addresses and ranges of your proxies, whose `X-Forwarded-For` or `Forwarded` is trusted.',
    isIpRange,
    'must contain IP addresses, or ranges such as 10.0.0.0/8',
  ),
  LEYDEN_TIMEOUT_SECONDS: whole(
    8,
    [1, 60],
    'Timeout for all upstream requests of one page request together.',
  ),
  LEYDEN_KEEP_DAYS: whole(90, [32, 3_650], 'How long charges, sessions and events are kept, at least 32.'),
  LEYDEN_KEEP_BODY_DAYS: whole(
    7,
    [0, 3_650],
    'How long the bodies of delivered webhooks are kept, and intents after the 31 days in which they can be read.',
  ),
  LEYDEN_KEEP_UNPAID_DAYS: whole(
    7,
    [1, 3_650],
    'How long unpaid charges are kept after their watch has ended, if they were requested without sign-in and intent.',
  ),
  LEYDEN_OPERATIONS_PORT: setting(
    'none',
    'Port of `/readyz`, `/metrics` and `/admin/…`, for operators only. The public port then has no `/admin/…`.',
    v.optional(wholeNumber(PORTS)),
  ),
  LEYDEN_OPERATIONS_HOST: text('HOST', 'Address to listen on for that port.'),
  LEYDEN_DRAIN_SECONDS: whole(
    0,
    [0, 300],
    'How long the program keeps serving after SIGTERM, while `/readyz` returns 503, before it closes its port. It must be longer than your load balancer needs to notice.',
  ),
  LEYDEN_LOG_LEVEL: choice(['debug', 'info', 'warn', 'error'], 'info', '`debug`, `info`, `warn` or `error`.'),
  HOST: textOr('127.0.0.1', 'Address to listen on; `0.0.0.0` for all addresses of this machine.'),
  PORT: whole(4000, PORTS, 'Port to listen on.'),
}

import { standardWebhooksVerifier, weakSecret } from '@leyden/bff'
import { tryOrUndefined } from '@leyden/core/internal'
import { parseLightningAddress, RAMP_COMPARISONS } from '@leyden/lightning'
import ipaddr from 'ipaddr.js'
import { Webhook } from 'standardwebhooks'
import * as v from 'valibot'
import {
  choice,
  exchangeRates,
  flag,
  limits,
  list,
  listOf,
  oneOf,
  secret,
  setting,
  text,
  textOr,
  url,
  whole,
  wholeNumber,
} from './setting.js'

const PORTS = { from: 0, to: 65_535 }
/** The maximum amount of bitcoin, in satoshis. */
const MAX_SATS = 2_100_000_000_000_000
const NO_ORIGINS = 'must contain origins such as https://shop.example'

const isOrigin = (text: string) =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
const isComparison = (text: string) => RAMP_COMPARISONS.some((name) => name === text)
const isPostgres = (text: string) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
/** Messages of the database's driver contain hosts and users, but no password. */
const databaseSecrets = (url: string) => {
  const { password } = new URL(url)
  return [url, password, decodeURIComponent(password)]
}
const isIpRange = (text: string) =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) || ipaddr.isValidCIDR(text)
const isRecipient = (text: string) => parseLightningAddress(text.startsWith('@') ? `a${text}` : text).ok

const LONG = v.minLength<string, number, string>(32, 'must have at least 32 characters')
const STRONG = v.check(
  (secret: string) => weakSecret(secret) === undefined,
  'must be 32 random characters or more, each one of a list: create one with `openssl rand -base64 33`',
)
const SIGNING_SECRET = v.check(
  (secret: string) =>
    /^(whsec_)?[\w+/]{22,}={0,2}$/.test(secret) && tryOrUndefined(() => new Webhook(secret)) !== undefined,
  'must be base64 of at least 16 bytes, with or without the prefix whsec_',
)
const WEBHOOK_SECRETS = v.check(
  (secrets: string) => tryOrUndefined(() => standardWebhooksVerifier({ secrets: [secrets] })) !== undefined,
  'must be base64 or base64url of at least 16 bytes, with or without the prefix whsec_ or v1,whsec_; several are separated by white space, commas or |',
)
const CLAIM = v.regex(
  /^(id|email|destination|accessToken|referenceId)=[^=]+$/,
  'must contain pairs such as email=mail, of id, email, destination, accessToken, referenceId',
)
const ORIGIN = v.check(isOrigin, NO_ORIGINS)

/** Every variable that the program reads, with its check; the source of `docs/configuration.md`. */
export const SETTINGS = {
  // `readPaymentSettings` checks and reads this one, LEYDEN_SETTLES and LEYDEN_NWC_URL.
  LEYDEN_PROVIDER: textOr(
    'service',
    'The source of invoices. `service`: the hosted service. `lnurl`: the provider of each address, without an API key. `verified-first`: the provider of the address if it reports payments (LUD-21), otherwise the service. The service does not see the invoices of other providers.',
  ),
  LEYDEN_LNURL_SANDBOX_URL: url(
    'For development only: the URL of a sandbox’s LNURL server on this machine, which replaces the provider of every address. The program refuses it with real money.',
  ),
  LEYDEN_API_KEY: secret(
    text("The service's API key.", { preset: 'required, except for `lnurl` without a ramp' }),
  ),
  LEYDEN_BASE_URL: url("The service's base URL, `https:`.", 'required with LEYDEN_API_KEY'),
  LEYDEN_CHARGE_BASE_URL: url("The service's base URL for charges, if it differs.", 'LEYDEN_BASE_URL'),
  LEYDEN_PUBLIC_URL: url(
    'The public URL of this program. Its path is the prefix of every route.',
    'required',
  ),
  LEYDEN_SECRET: secret(
    setting(
      'A secret of at least 32 random characters (`openssl rand -base64 33`), or several secrets separated by commas. The program signs with the first one and verifies with all of them. To rotate, put a new secret first.',
      v.optional(v.pipe(listOf(STRONG), v.minLength(1, STRONG.message))),
      'required',
    ),
  ),
  LEYDEN_DATA_DIR: textOr(
    './data',
    'The directory of the SQLite file. The program creates it if it does not exist.',
  ),
  DATABASE_URL: secret(
    text(
      'The URL of a Postgres database, `postgres://user:password@host/database`, which replaces the SQLite file. More than one instance needs Postgres.',
      { check: v.check(isPostgres, 'must be a URL such as postgres://user:password@host/database') },
    ),
    databaseSecrets,
  ),
  LEYDEN_NETWORK: choice(
    ['mainnet', 'testnet', 'signet', 'regtest'],
    'mainnet',
    'The Bitcoin network: `mainnet`, `testnet`, `signet` or `regtest`.',
  ),
  LEYDEN_MODE: setting(
    '`live` moves real money; `test` does not.',
    v.optional(oneOf(['test', 'live'])),
    'live on mainnet, test on any other network',
  ),
  LEYDEN_ALLOWED_ORIGINS: list(
    'The origins of the pages that may use this BFF, separated by commas. `null` in the list allows payments in pages with the origin `null`.',
    { check: v.check((origin) => origin === 'null' || isOrigin(origin), NO_ORIGINS) },
  ),
  LEYDEN_RAMP_ORIGINS: list(
    "The allowed origins of the ramp's page, separated by commas. By default, the ramp is off.",
    { check: ORIGIN },
  ),
  LEYDEN_ADMIN_TOKEN: secret(
    text(
      'The bearer token that your other servers send to `/admin/…`, at least 32 characters. By default, there are no admin routes.',
      { check: LONG },
    ),
  ),
  LEYDEN_SETTLES: textOr(
    '0',
    'The Lightning Addresses, separated by commas, whose payments are reported to this program, or `1` for every address. The report comes from the wallet of LEYDEN_NWC_URL, or from a server of yours that calls `/admin/settle` (LEYDEN_ADMIN_TOKEN).',
  ),
  LEYDEN_NWC_URL: secret(
    text(
      'The Nostr Wallet Connect URL, `nostr+walletconnect://…`, of a wallet that reports its payments. The URL is a secret. It needs no permission to pay. LEYDEN_SETTLES is then required.',
    ),
    (url) => [url, ...(url.match(/[0-9a-f]{64}/gi) ?? [])],
  ),
  LEYDEN_EXCHANGE_RATES: exchangeRates(
    'The source of the bitcoin prices that pages show beside satoshis: `coinbase` (its public rates, without an API key), or fixed prices for tests, such as `USD=100000,EUR=92000`, which the program refuses with real money. With `off`, pages show satoshis only.',
  ),
  LEYDEN_GRACE_SECONDS: whole('How many seconds the program watches an invoice after its expiry.', {
    preset: 60,
    from: 0,
    to: 86_400,
  }),
  LEYDEN_GUESTS: flag('`1` lets people buy bitcoin without signing in.'),
  LEYDEN_JWT_SECRET: secret(
    text(
      'The shared secret of the JSON Web Tokens that authenticate users, at least 32 characters. The tokens are signed by HS256, HS384 or HS512. Without this secret or LEYDEN_JWKS_URL, nobody can sign in.',
      { check: LONG },
    ),
  ),
  LEYDEN_JWKS_URL: url(
    'The `https:` URL of the public keys that verify the tokens, in place of LEYDEN_JWT_SECRET.',
  ),
  LEYDEN_JWT_ISSUER: text('The `iss` claim that each token must have.', {
    preset: 'required with a secret or JWKS',
  }),
  LEYDEN_JWT_AUDIENCE: text('The `aud` claim that each token must have.', {
    preset: 'required with a secret or JWKS',
  }),
  LEYDEN_JWT_COOKIE: text(
    'The name of the cookie with the token, for requests without an `Authorization` header.',
  ),
  LEYDEN_JWT_CLAIMS: list(
    'The names of the claims that contain `id`, `email`, `destination`, `accessToken` and `referenceId` of the user. A user is signed in only if `email_verified` is true.',
    { check: CLAIM, preset: 'id=sub,email=email' },
  ),
  LEYDEN_DEV_IDENTITY: flag(
    'For development only: `1` makes all visitors the same signed-in user. The program refuses it on mainnet.',
  ),
  LEYDEN_EVENTS_URL: url('The program posts each event to this URL, and retries until it gets a 2xx reply.'),
  LEYDEN_EVENTS_SECRET: secret(
    text(
      'The secret that signs these posts (Standard Webhooks): base64 of random bytes (`openssl rand -base64 24`), with or without the prefix `whsec_`.',
      { check: SIGNING_SECRET, preset: 'required with LEYDEN_EVENTS_URL' },
    ),
  ),
  LEYDEN_WEBHOOK_HMAC_HEADER: text(
    "The name of the header that contains the HMAC-SHA256 of the ramp's webhooks, in hex or base64, such as `sha256=…` or `t=…,v1=…`.",
    { check: v.check((name) => /^[\w-]{1,100}$/.test(name), 'must be the name of a header') },
  ),
  LEYDEN_WEBHOOK_HMAC_SECRET: secret(
    list('The secrets of this HMAC, separated by commas. If set, the program refuses unsigned webhooks.', {
      preset: 'required with LEYDEN_WEBHOOK_HMAC_HEADER',
    }),
  ),
  LEYDEN_WEBHOOK_STANDARD_SECRET: secret(
    text(
      "The secrets of the ramp's webhooks, as its operator's page prints them, if the ramp signs by Standard Webhooks, also under the header names of Svix: base64 or base64url, with or without the prefix `whsec_` or `v1,whsec_`, separated by white space, commas or vertical bars.",
      { check: WEBHOOK_SECRETS },
    ),
    (secrets) => secrets.match(/[^\s|,]{16,}/g) ?? [],
  ),
  LEYDEN_ADDRESSES: list(
    'The Lightning Addresses and domains (`@shop.example`) that may be paid, separated by commas.',
    {
      check: v.check(isRecipient, 'must contain Lightning Addresses, or domains such as @shop.example'),
      preset: 'any',
    },
  ),
  LEYDEN_MIN_SATS: whole('The smallest amount, in satoshis, of a charge without an intent.', {
    preset: 1,
    from: 1,
    to: MAX_SATS,
  }),
  LEYDEN_MAX_SATS: whole('The largest amount, in satoshis, of a charge without an intent.', {
    preset: MAX_SATS,
    from: 1,
    to: MAX_SATS,
  }),
  LEYDEN_INTENT_ONLY: flag('`1` allows only charges that your server has signed.'),
  LEYDEN_QUOTE_CURRENCIES: list('The currencies to pay with at the ramp, separated by commas.', {
    preset: 'any',
  }),
  LEYDEN_BASE_CURRENCIES: list('The currencies to buy at the ramp, separated by commas.', { preset: 'any' }),
  LEYDEN_METADATA_KEYS: list(
    "The keys of a ramp session's metadata that a page may set, separated by commas.",
  ),
  LEYDEN_COMPARE_OFF: list(
    `The comparisons of the ramp's replies and events to switch off, separated by commas: ${RAMP_COMPARISONS.map((name) => `\`${name}\``).join(', ')}.`,
    { check: v.check(isComparison, `must contain only ${RAMP_COMPARISONS.join(', ')}`) },
  ),
  LEYDEN_LIMITS: limits(
    'The rate limits that differ from their defaults, separated by commas, such as `chargesPerMinute=60,keyPerMinute=2400`. Their names and defaults are those of [`limits.rates`](#rate-limits) of `createBff`.',
  ),
  LEYDEN_TRUSTED_PROXIES: list(
    'The IP addresses and ranges of your proxies, separated by commas. The program trusts the `X-Forwarded-For` or `Forwarded` header of these proxies only.',
    { check: v.check(isIpRange, 'must contain IP addresses, or ranges such as 10.0.0.0/8') },
  ),
  LEYDEN_TIMEOUT_SECONDS: whole(
    'The timeout in seconds for all upstream requests together that one request of a page causes.',
    { preset: 8, from: 1, to: 60 },
  ),
  LEYDEN_KEEP_DAYS: whole('How many days the program keeps charges, sessions and events, at least 32.', {
    preset: 90,
    from: 32,
    to: 3_650,
  }),
  LEYDEN_KEEP_BODY_DAYS: whole(
    'How many days the program keeps the bodies of delivered webhooks, and intents after the 31 days in which they can be read.',
    { preset: 7, from: 0, to: 3_650 },
  ),
  LEYDEN_KEEP_UNPAID_DAYS: whole(
    'How many days after the end of its watch the program keeps an unpaid charge that was requested without sign-in and intent.',
    { preset: 7, from: 1, to: 3_650 },
  ),
  LEYDEN_OPERATIONS_PORT: setting(
    'A separate port for `/readyz`, `/metrics` and `/admin/…`, for operators only. The public port then has no `/admin/…`.',
    v.optional(wholeNumber(PORTS)),
  ),
  LEYDEN_OPERATIONS_HOST: text('The address to listen on for LEYDEN_OPERATIONS_PORT.', { preset: 'HOST' }),
  LEYDEN_DRAIN_SECONDS: whole(
    'How many seconds the program keeps serving after SIGTERM, while `/readyz` returns 503, before it closes its port. Your load balancer must notice the 503 within this time.',
    { preset: 0, from: 0, to: 300 },
  ),
  LEYDEN_LOG_LEVEL: choice(
    ['info', 'warn', 'error'],
    'info',
    'The lowest level that the program logs: `info`, `warn` or `error`.',
  ),
  HOST: textOr('127.0.0.1', 'The address to listen on. `0.0.0.0` stands for all addresses of this machine.'),
  PORT: whole('The port to listen on.', { preset: 4000, ...PORTS }),
}

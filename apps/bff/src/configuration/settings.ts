/** One environment variable of the program, as the documentation tells it. */
export interface Setting {
  name: string
  meaning: string
  /** What holds without it; `required`, or words. */
  preset: string
}

/** Every variable that the program reads; `docs/configuration.md` is this table. */
export const SETTINGS: readonly Setting[] = [
  {
    name: 'LEYDEN_PROVIDER',
    preset: 'service',
    meaning:
      '`service`: invoices come from the hosted service. `lnurl`: from each address’s own provider, without a key.',
  },
  {
    name: 'LEYDEN_LNURL_SANDBOX_URL',
    preset: 'none',
    meaning:
      'Development only: the LNURL server of a sandbox on this machine that stands for every address’s provider. Refused where money is real.',
  },
  { name: 'LEYDEN_API_KEY', preset: 'required, but for lnurl without a ramp', meaning: "The service's key." },
  { name: 'LEYDEN_BASE_URL', preset: 'required with the key', meaning: "The service's base address, https." },
  {
    name: 'LEYDEN_CHARGE_BASE_URL',
    preset: 'LEYDEN_BASE_URL',
    meaning: 'The host that makes charges, where it is another one.',
  },
  {
    name: 'LEYDEN_PUBLIC_URL',
    preset: 'required',
    meaning: 'Where this program is reached from outside; its path is the prefix of every route.',
  },
  {
    name: 'LEYDEN_SECRET',
    preset: 'required',
    meaning:
      'At least 32 characters, or several of those separated by commas: the first signs, all verify. To rotate, put a new one in front.',
  },
  {
    name: 'LEYDEN_DATA_DIR',
    preset: './data',
    meaning: 'Where the SQLite file lives; made if it is not there.',
  },
  {
    name: 'DATABASE_URL',
    preset: 'SQLite',
    meaning:
      'Postgres instead of the SQLite file, `postgres://user:password@host/database`: for more than one instance.',
  },
  { name: 'LEYDEN_NETWORK', preset: 'mainnet', meaning: '`mainnet`, `testnet`, `signet` or `regtest`.' },
  {
    name: 'LEYDEN_MODE',
    preset: 'live on mainnet, else test',
    meaning: '`test` or `live`: whether real money moves.',
  },
  {
    name: 'LEYDEN_ALLOWED_ORIGINS',
    preset: 'none',
    meaning:
      'Origins of the pages that may use this BFF, separated by commas; `null` lets pages of no origin pay.',
  },
  {
    name: 'LEYDEN_RAMP_ORIGINS',
    preset: 'no ramp',
    meaning: "Origins that the ramp's page may have, separated by commas.",
  },
  {
    name: 'LEYDEN_ADMIN_TOKEN',
    preset: 'no admin routes',
    meaning: 'At least 32 characters; opens `/admin/…` to your other servers.',
  },
  {
    name: 'LEYDEN_SETTLES',
    preset: '0',
    meaning:
      'The recipients whose payments this program hears of, by LEYDEN_NWC_URL or because one of your servers reports them to `/admin/settle` (LEYDEN_ADMIN_TOKEN): Lightning Addresses, separated by commas, or `1` for every recipient.',
  },
  {
    name: 'LEYDEN_NWC_URL',
    preset: 'none',
    meaning:
      'A wallet that tells of payments: its Nostr Wallet Connect URL, `nostr+walletconnect://…`. A secret; it needs no permission to pay. Needs LEYDEN_SETTLES.',
  },
  {
    name: 'LEYDEN_GRACE_SECONDS',
    preset: '60',
    meaning: 'How long after its expiry an invoice is still watched.',
  },
  { name: 'LEYDEN_GUESTS', preset: '0', meaning: '`1` lets people buy bitcoin without signing in.' },
  {
    name: 'LEYDEN_JWT_SECRET',
    preset: 'nobody can sign in',
    meaning: 'Shared secret of the tokens that tell who is asking, at least 32 characters.',
  },
  {
    name: 'LEYDEN_JWKS_URL',
    preset: 'none',
    meaning: 'Instead of a secret: where the public keys are, https.',
  },
  { name: 'LEYDEN_JWT_ISSUER', preset: 'required with JWT', meaning: '`iss` of the tokens.' },
  { name: 'LEYDEN_JWT_AUDIENCE', preset: 'required with JWT', meaning: '`aud` of the tokens.' },
  {
    name: 'LEYDEN_JWT_ALGORITHMS',
    preset: 'HS256 with a secret; required with JWKS',
    meaning: 'Algorithms that are accepted, separated by commas.',
  },
  {
    name: 'LEYDEN_JWT_COOKIE',
    preset: 'none',
    meaning: 'Cookie that holds the token where there is no `Authorization` header.',
  },
  {
    name: 'LEYDEN_JWT_CLAIMS',
    preset: 'id=sub,email=email',
    meaning:
      'Which claim holds what: of `id`, `email`, `destination`, `accessToken`, `referenceId`. An e-mail counts only with `email_verified`.',
  },
  {
    name: 'LEYDEN_DEV_IDENTITY',
    preset: '0',
    meaning: '`1` makes everybody the same signed-in user. For development; refused on mainnet.',
  },
  { name: 'LEYDEN_EVENTS_LOG', preset: '0', meaning: '`1` logs each event.' },
  {
    name: 'LEYDEN_EVENTS_URL',
    preset: 'none',
    meaning: 'Where each event is posted, until it is answered with 2xx.',
  },
  {
    name: 'LEYDEN_EVENTS_SECRET',
    preset: 'required with LEYDEN_EVENTS_URL',
    meaning: 'Signs those posts (Standard Webhooks): `whsec_` and base64 of at least 24 bytes.',
  },
  {
    name: 'LEYDEN_WEBHOOK_HMAC_HEADER',
    preset: 'none',
    meaning: "Header that holds the HMAC-SHA256 of the ramp's webhooks, in hex or base64.",
  },
  {
    name: 'LEYDEN_WEBHOOK_HMAC_SECRET',
    preset: 'required with the header',
    meaning: 'Its secrets, separated by commas. From then on, unsigned webhooks are refused.',
  },
  {
    name: 'LEYDEN_WEBHOOK_STANDARD_SECRET',
    preset: 'none',
    meaning: "Secrets of the ramp's webhooks where they are signed by Standard Webhooks.",
  },
  {
    name: 'LEYDEN_ADDRESSES',
    preset: 'any',
    meaning: 'Lightning Addresses, and domains as `@shop.example`, that charges may be made for.',
  },
  { name: 'LEYDEN_MIN_SATS', preset: '1', meaning: 'The smallest charge.' },
  { name: 'LEYDEN_MAX_SATS', preset: '2100000000000000', meaning: 'The largest charge.' },
  {
    name: 'LEYDEN_INTENT_ONLY',
    preset: '0',
    meaning: '`1` makes only the charges that your server has signed.',
  },
  { name: 'LEYDEN_QUOTE_CURRENCIES', preset: 'any', meaning: 'Currencies to pay with, separated by commas.' },
  { name: 'LEYDEN_BASE_CURRENCIES', preset: 'any', meaning: 'Currencies to buy, separated by commas.' },
  {
    name: 'LEYDEN_METADATA_KEYS',
    preset: 'none',
    meaning: "Keys of a ramp session's metadata that a page may set.",
  },
  {
    name: 'LEYDEN_LOOK_UPS_PER_MINUTE',
    preset: '120',
    meaning: 'Look-ups of addresses, and readings of intents, each per IP.',
  },
  { name: 'LEYDEN_CHARGES_PER_MINUTE', preset: '30', meaning: 'Charges, per IP and per user.' },
  {
    name: 'LEYDEN_DOMAIN_PER_MINUTE',
    preset: '300',
    meaning: "Requests to the service for one address's domain.",
  },
  { name: 'LEYDEN_KEY_PER_MINUTE', preset: '1200', meaning: 'Requests to the service in all.' },
  {
    name: 'LEYDEN_SESSIONS_PER_HOUR',
    preset: '10',
    meaning: "Ramp sessions, per user and per guest's e-mail.",
  },
  { name: 'LEYDEN_GUEST_SESSIONS_PER_HOUR', preset: '30', meaning: 'Ramp sessions of guests, per IP.' },
  {
    name: 'LEYDEN_STREAMS_PER_IP',
    preset: '500',
    meaning: 'Open watch streams, per IP and process; pages beyond that ask again and again instead.',
  },
  {
    name: 'LEYDEN_TRUSTED_PROXIES',
    preset: 'none',
    meaning: 'Addresses and ranges of your proxies, whose `X-Forwarded-For` is believed.',
  },
  {
    name: 'LEYDEN_TIMEOUT_SECONDS',
    preset: '8',
    meaning: 'How long the service may take for what one request of a page needs.',
  },
  {
    name: 'LEYDEN_KEEP_DAYS',
    preset: '90',
    meaning: 'How long charges, sessions and events are kept; 32 at least.',
  },
  {
    name: 'LEYDEN_KEEP_BODY_DAYS',
    preset: '7',
    meaning:
      'How long the bodies of delivered webhooks are kept, and intents after the 31 days in which they can be read.',
  },
  {
    name: 'LEYDEN_OPERATIONS_PORT',
    preset: 'none',
    meaning: 'Port of `/readyz` and `/metrics`, for operators only.',
  },
  { name: 'LEYDEN_LOG_LEVEL', preset: 'info', meaning: '`debug`, `info`, `warn` or `error`.' },
  {
    name: 'HOST',
    preset: '127.0.0.1',
    meaning: 'Address to listen on; `0.0.0.0` for every one of this machine.',
  },
  { name: 'PORT', preset: '4000', meaning: 'Port to listen on.' },
]

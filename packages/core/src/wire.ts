/**
 * The wire contract between a page, the BFF and the service.
 * Names are the service's own. Fields marked "BFF" are added by the BFF and absent from the service's replies.
 */
import type { FailedParty } from './error.js'

/** Which Bitcoin network an invoice or address belongs to. `testnet` is testnet3 and testnet4 alike. */
export type Network = 'mainnet' | 'testnet' | 'signet' | 'regtest'

/** `live` moves real money; everything else is `test` and shows a badge. */
export type Mode = 'test' | 'live'

/**
 * How a payment of a charge can become known: a `preimage` handed in by the paying page, the
 * recipient's provider asked by LUD-21 `verify`, or the app's own server calling `settle`.
 */
export type Detection = 'preimage' | 'verify' | 'app'

/** The evidence of a paid charge; the same three kinds. */
export type Evidence = Detection

/** A kind of payer data and whether it must be given (LUD-18). */
export interface PayerDataDemand {
  /** Whether a payment without it is refused. */
  mandatory: boolean
}

/** What a Lightning Address advertises, as the service passes it on (section 2 of its interface; LUD-06, LUD-12, LUD-18). */
export interface PayMetadata {
  /** Millisatoshis. */
  minSendable: number
  /** Millisatoshis. */
  maxSendable: number
  /** Characters; absent or 0 means that no comment is taken. */
  commentAllowed?: number | undefined
  /** `payRequest` (LUD-06). */
  tag: string
  /** A JSON-encoded array of `[mime type, content]` pairs. */
  metadata: string
  /** URL that the invoice is requested from. */
  callback: string
  /** Kinds of payer data that the address takes (LUD-18). */
  payerData?: Record<string, PayerDataDemand> | undefined
  /** LUD-11: false where the same pay request may be kept and used again. */
  disposable?: boolean | undefined
  [field: string]: unknown
}

/**
 * Reply to `validate`. `reason` selects a message of the widgets; it is never shown itself. `no_such_user` means that the
 * domain has Lightning Addresses; `not_lightning_address` says nothing about that. `not_in_sandbox` is only the sandbox's.
 */
export type AddressValidation =
  | {
      /** Whether somebody can be paid at this address. */
      valid: true
      /** What the address advertises. */
      metadata: PayMetadata
      /** BFF: whether real money moves. */
      mode?: Mode | undefined
      /** BFF: the network that invoices are of. */
      network?: Network | undefined
      /** BFF: whether a charge may carry `payer_data`. */
      takes_payer_data?: boolean | undefined
    }
  | {
      /** Whether somebody can be paid at this address. */
      valid: false
      /** Why nobody can be paid at this address. */
      reason: 'not_lightning_address' | 'no_such_user' | 'malformed' | 'not_in_sandbox'
      /** BFF: whether real money moves. */
      mode?: Mode | undefined
      /** BFF: the network that invoices are of. */
      network?: Network | undefined
    }

/** What the person agreed to share about themselves, by kind: `name`, `identifier`, `email` (LUD-18). */
export type PayerData = Record<string, string>

/**
 * Body of `fetch-charge`: the terms of a charge, or (BFF) an intent that the shop's server signed and that fixes
 * all of them. One or the other: the BFF refuses terms beside an intent.
 */
export type ChargeRequest = ChargeTermsRequest | IntentChargeRequest

/** A request for a charge on terms of the page. */
export interface ChargeTermsRequest {
  /** `<user>@<domain>`. */
  lnaddress: string
  /** Millisatoshis, decimal digits. */
  amount: string
  /** A note, at most 639 characters. */
  description?: string | undefined
  /** BFF: the shop's own reference, at most 255 characters. */
  reference?: string | undefined
  /** BFF: only where the address asks for it, and the BFF pays addresses directly. */
  payer_data?: PayerData | undefined
  /** Not beside terms. */
  intent?: undefined
}

/** BFF: a request for a charge on the terms that a signed intent fixes. */
export interface IntentChargeRequest {
  /** As the shop's server signed it. */
  intent: string
  /** Only where the address asks for it, and the BFF pays addresses directly. */
  payer_data?: PayerData | undefined
  /** Fixed by the intent. */
  lnaddress?: undefined
  /** Fixed by the intent. */
  amount?: undefined
  /** Fixed by the intent. */
  description?: undefined
  /** Fixed by the intent. */
  reference?: undefined
}

/** BFF: reply to `POST /v0/intent`, what a signed intent says. */
export interface IntentReading {
  /** Folded form. */
  lnaddress: string
  /** Millisatoshis, decimal digits; not always whole sats. */
  amount: string
  /** A note, at most 639 characters. */
  description?: string | undefined
  /** What this is the payment for: at most one open charge at a time, and one payment. */
  reference: string
  /** ISO 8601: until when a charge can be made of it. Reading it works for longer. */
  expires_at: string
  /** The charge of this reference that was paid, else its newest one where that has these terms, with its state. */
  charge?: IntentCharge | undefined
  /** Whether real money moves. */
  mode?: Mode | undefined
  /** The network that invoices are of. */
  network?: Network | undefined
}

/** BFF: a charge that was made of an intent, with its state. */
export interface IntentCharge extends Charge {
  /** ISO 8601. */
  created_at: string
  /** As the watch of the charge reports it. */
  state: ChargeState
}

/** BFF: reply to `GET /v0/rates/{currency}`, the price of one bitcoin. For showing amounts: charges are in satoshis. */
export interface ExchangeRate {
  /** ISO 4217, upper case. */
  currency: string
  /** Units of the currency for one bitcoin: decimal digits, such as `97142.86`. */
  rate: string
  /** ISO 8601: when the source gave this price. */
  as_of: string
}

/**
 * What the recipient wants the payer to see after a payment (LUD-09, LUD-10). Somebody else's words: to be shown as
 * text. A link that is `foreign` leads to another host than the one that took the payment; say which.
 */
export type SuccessNote =
  | {
      /** A text alone. */
      tag: 'message'
      /** At most 144 characters. */
      message: string
    }
  | {
      /** A link. */
      tag: 'url'
      /** At most 144 characters. */
      description: string
      /** `https:`, or `http:` of an onion name. */
      url: string
      /** Whether it leads to another host than the one that took the payment. */
      foreign: boolean
    }
  | {
      /** A text that was encrypted, and that the preimage decrypts. */
      tag: 'secret'
      /** At most 144 characters. */
      description: string
      /** The decrypted text. */
      text: string
    }

/** Reply to `fetch-charge`. */
export interface Charge {
  /** The recipient, `<user>@<domain>`. */
  lnaddress: string
  /** Millisatoshis, decimal digits. */
  amount: string
  /** The invoice in two forms. */
  invoice: {
    /** `lightning:` and the invoice. */
    uri: string
    /** The bare BOLT 11 invoice. */
    request: string
  }
  /** BFF: where this charge's state is read; relative to the BFF's base URL. */
  watch_url?: string | undefined
  /** BFF: until when a payment is looked for (invoice expiry and a grace time); ISO 8601. */
  watch_until?: string | undefined
  /** BFF: how a payment of this charge can become known. */
  detects?: Detection[] | undefined
  /** BFF. */
  mode?: Mode | undefined
  /** BFF. */
  network?: Network | undefined
}

/**
 * Body of `ramp-widget`: its fields, or (BFF) an order that the shop's server signed and that sets all of them. One or
 * the other: the BFF refuses fields beside an order.
 */
export type RampSessionRequest = RampFieldsRequest | RampOrderRequest

/** A request for a ramp session, field by field. */
export interface RampFieldsRequest {
  /** Guests only; at most 254 characters. */
  email?: string | undefined
  /** A currency code such as `USD`. */
  quote_currency?: string | undefined
  /** Code of the currency to buy, such as `BTC`. */
  base_currency?: string | undefined
  /** A Lightning Address or an on-chain address. */
  destination?: string | undefined
  /** At most 10 keys, 500 characters a value; of a page only texts. */
  metadata?: Readonly<Record<string, unknown>> | undefined
  /** Service only: always the BFF's. */
  webhook_url?: string | undefined
  /** Service only: a returning user's token, the server's. */
  access_token?: string | undefined
  /** Service only: the server's reference. */
  reference_id?: string | undefined
  /** Not beside fields. */
  order?: undefined
}

/** BFF: a request for a ramp session on the fields of a signed order. */
export interface RampOrderRequest {
  /** As the shop's server signed it. */
  order: string
  /** Fixed by the order. */
  email?: undefined
  /** Fixed by the order. */
  quote_currency?: undefined
  /** Fixed by the order. */
  base_currency?: undefined
  /** Fixed by the order. */
  destination?: undefined
  /** Fixed by the order. */
  metadata?: undefined
}

/** Reply to `ramp-widget`. */
export interface RampSession {
  /** Opens the session, once. */
  session_token: string
  /** Opaque: used exactly as it came, once its scheme and origin are checked. */
  widget_url: string
  /** The service's id, which its events name. */
  session_id: string
  /** ISO 8601. */
  expires_at: string
  /** BFF. */
  watch_url?: string | undefined
  /** BFF: origins that the frame may have. */
  ramp_origins?: string[] | undefined
  /** BFF. */
  mode?: Mode | undefined
}

/** The status of a charge, as far as the BFF knows. */
export type ChargeStatus = 'open' | 'paid' | 'expired'
/** The status of a ramp session; `needs_review` when its events contradict each other. */
export type RampStatus =
  | 'created'
  | 'open'
  | 'processing'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'needs_review'

/** Public state of one charge or ramp session: the body of `GET watch_url`, and of each event of its stream. */
export type WatchState = ChargeState | RampState

/** The public state of a charge. */
export interface ChargeState {
  /** Tells it from the state of a ramp session. */
  kind: 'charge'
  /** `paid` is final, also after `expired`. */
  status: ChargeStatus
  /** The evidence of the payment. */
  evidence?: Evidence | undefined
  /** 64 hex digits. */
  preimage?: string | undefined
  /** What the recipient shows after a payment; only a paid charge has it. */
  success?: SuccessNote | undefined
  /** ISO 8601: when the BFF learnt of this state. A payment may have happened earlier. */
  at: string
  /** ISO 8601: when the payment happened, where that is known. */
  paid_at?: string | undefined
  /** ISO 8601: the server's time when this was sent; in stream events, where no envelope holds it. */
  server_time?: string | undefined
}

/** The public state of a ramp session. */
export interface RampState {
  /** Tells it from the state of a charge. */
  kind: 'ramp'
  /** The most advanced status in the events of the session. */
  status: RampStatus
  /** False for sandbox purchases. */
  livemode?: boolean | undefined
  /** Details of the purchase that may be shown. */
  details?: RampDetails | undefined
  /** ISO 8601: when the BFF learnt of this state. */
  at: string
  /**
   * ISO 8601: when the shop last released an event of this session that was held for review. A state with a later one
   * replaces what was known before, `needs_review` too.
   */
  reviewed_at?: string | undefined
  /** As of a charge. */
  server_time?: string | undefined
}

/** What an event says of a purchase; each field only where it does. */
export interface RampDetails {
  /** What was bought: decimal digits, as the service writes them. */
  amount?: string | undefined
  /** Of `amount`, such as `BTC`. */
  currency?: string | undefined
  /** What was paid for it. */
  paid_amount?: string | undefined
  /** Of `paid_amount`, such as `USD`. */
  paid_currency?: string | undefined
  /** Of the payment that delivered the bitcoin. */
  payment_hash?: string | undefined
  /** Where the bitcoin went. */
  destination?: string | undefined
  /** The shop's own reference. */
  reference_id?: string | undefined
}

/** The one wire form of an error, of every Leyden server. */
export interface WireError {
  /** Tells it from a reply with `data`. */
  success: false
  /** What went wrong. */
  error: {
    /** One of `LeydenErrorCode`, or a code of the service. */
    code: string
    /** For developers and logs, not for people. */
    message: string
    /**
     * The field that was refused; for `INVOICE_MISMATCH` what was wrong: `amount`, `network`, `recipient`, `expired`,
     * `uri` or `invoice`; for `INVALID_EMAIL` whose address it is: `email` of a guest, `account` of the signed-in user,
     * or `order` of the shop's order.
     */
    field?: string | undefined
    /**
     * For `INVOICE_MISMATCH`: what was asked for and what came; amounts in millisatoshis, decimal digits. `actual` of
     * `PAYER_DATA_REQUIRED`: the kind that is demanded.
     */
    expected?: string | undefined
    /** What came instead of `expected`. */
    actual?: string | undefined
    /** Milliseconds to wait before the same request makes sense again. */
    retry_after_ms?: number | undefined
    /** BFF: who failed, where it was not the BFF itself. */
    party?: FailedParty | undefined
  }
  /** BFF: ISO 8601, the server's time when this was sent. */
  server_time?: string | undefined
}

/** The one wire form of a success. */
export interface WireSuccess<T> {
  /** Tells it from a reply with `error`. */
  success: true
  /** What the operation returns. */
  data: T
  /** BFF: ISO 8601, the server's time when this was sent. */
  server_time?: string | undefined
}

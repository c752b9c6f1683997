/**
 * The wire contract between a page, the BFF and the service.
 * Names are the service's own. Fields marked "BFF" are added by the BFF and absent from the service's replies.
 */
import type { FailedParty } from './error.js'

/** The Bitcoin network of an invoice or address. `testnet` means testnet3 or testnet4. */
export type Network = 'mainnet' | 'testnet' | 'signet' | 'regtest'

/** `live` moves real money; everything else is `test` and shows a badge. */
export type Mode = 'test' | 'live'

/**
 * How the BFF can detect the payment of a charge: the paying page sends a `preimage`, the recipient's provider reports
 * it (LUD-21 `verify`), or the app's own server calls `settle`.
 */
export type Detection = 'preimage' | 'verify' | 'app'

/** The evidence of a paid charge, one of the same three kinds. */
export type Evidence = Detection

/** A kind of payer data and whether it must be given (LUD-18). */
export interface PayerDataDemand {
  /** Whether the recipient rejects a payment without it. */
  mandatory: boolean
}

/** What a Lightning Address advertises, as the service passes it on (section 2 of its interface; LUD-06, LUD-12, LUD-18). */
export interface PayMetadata {
  /** Millisatoshis. */
  minSendable: number
  /** Millisatoshis. */
  maxSendable: number
  /** The maximum length of a comment in characters; absent or 0 if the recipient accepts none. */
  commentAllowed?: number | undefined
  /** `payRequest` (LUD-06). */
  tag: string
  /** A JSON array of `[mime type, content]` pairs, as a string. */
  metadata: string
  /** URL that the invoice is requested from. */
  callback: string
  /** Kinds of payer data that the address accepts (LUD-18). */
  payerData?: Record<string, PayerDataDemand> | undefined
  /** LUD-11: false if the payer may store the pay request and use it again. */
  disposable?: boolean | undefined
  [field: string]: unknown
}

/**
 * Reply to `validate`. The widgets choose a message by `reason` and never show the reason itself. With `no_such_user`
 * the domain is known to have Lightning Addresses, with `not_lightning_address` it is not. Only the sandbox sends
 * `not_in_sandbox`.
 */
export type AddressValidation =
  | {
      /** Whether this address can be paid. */
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
      /** Whether this address can be paid. */
      valid: false
      /** Why this address cannot be paid. */
      reason: 'not_lightning_address' | 'no_such_user' | 'malformed' | 'not_in_sandbox'
      /** BFF: whether real money moves. */
      mode?: Mode | undefined
      /** BFF: the network that invoices are of. */
      network?: Network | undefined
    }

/** What the person agreed to share about themselves, by kind: `name`, `identifier`, `email` (LUD-18). */
export type PayerData = Record<string, string>

/**
 * Body of `fetch-charge`: either the terms of a charge or (BFF) an intent that the shop's server signed and that fixes
 * all of them. The BFF rejects terms together with an intent.
 */
export type ChargeRequest = ChargeTermsRequest | IntentChargeRequest

/** A request for a charge whose terms the page sets. */
export interface ChargeTermsRequest {
  /** `<user>@<domain>`. */
  lnaddress: string
  /** Millisatoshis, decimal digits. */
  amount: string
  /** A note, at most 639 characters. */
  description?: string | undefined
  /** BFF: the shop's own reference, at most 255 characters. */
  reference?: string | undefined
  /** BFF: only if the address requests it and the BFF pays addresses directly. */
  payer_data?: PayerData | undefined
  /** Must not be set together with terms. */
  intent?: undefined
}

/** BFF: a request for a charge on the terms that a signed intent fixes. */
export interface IntentChargeRequest {
  /** As the shop's server signed it. */
  intent: string
  /** Only if the address requests it and the BFF pays addresses directly. */
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

/** BFF: reply to `POST /v0/intent`, the terms of a signed intent. */
export interface IntentReading {
  /** Folded form. */
  lnaddress: string
  /** Millisatoshis, decimal digits; not always whole sats. */
  amount: string
  /** A note, at most 639 characters. */
  description?: string | undefined
  /** The shop's own reference, such as an order number: it has at most one open charge at a time, and one payment. */
  reference: string
  /** ISO 8601: a charge can be created from it until then. It can be read for longer. */
  expires_at: string
  /** The paid charge of this reference with its state; else its newest charge, if that has the same terms. */
  charge?: IntentCharge | undefined
  /** Whether real money moves. */
  mode?: Mode | undefined
  /** The network that invoices are of. */
  network?: Network | undefined
}

/** BFF: a charge that was created from an intent, with its state. */
export interface IntentCharge extends Charge {
  /** ISO 8601. */
  created_at: string
  /** The state, as the watch of the charge reports it. */
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
 * The recipient's message to the payer after a payment (LUD-09, LUD-10). It is untrusted, so show it as text only. If a
 * link is `foreign`, its host is not the one that received the payment: show the host.
 */
export type SuccessNote =
  | {
      /** Only a text. */
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
      /** Whether its host differs from the one that received the payment. */
      foreign: boolean
    }
  | {
      /** A text that was encrypted with the preimage as its key. */
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
  /** BFF: the URL of this charge's state, relative to the BFF's base URL. */
  watch_url?: string | undefined
  /** BFF: ISO 8601; the BFF looks for a payment until then (the invoice's expiry plus a grace period). */
  watch_until?: string | undefined
  /** BFF: how the BFF can detect a payment of this charge. */
  detects?: Detection[] | undefined
  /** BFF. */
  mode?: Mode | undefined
  /** BFF. */
  network?: Network | undefined
}

/**
 * Body of `ramp-widget`: either its fields or (BFF) an order that the shop's server signed and that sets all of them.
 * The BFF rejects other fields together with an order.
 */
export type RampSessionRequest = RampFieldsRequest | RampOrderRequest

/** A request for a ramp session by its fields. */
export interface RampFieldsRequest {
  /** Guests only; at most 254 characters. */
  email?: string | undefined
  /** A currency code such as `USD`. */
  quote_currency?: string | undefined
  /** Code of the currency to buy, such as `BTC`. */
  base_currency?: string | undefined
  /** A Lightning Address or an on-chain address. */
  destination?: string | undefined
  /** At most 10 keys, with values of at most 500 characters; from a page only strings. */
  metadata?: Readonly<Record<string, unknown>> | undefined
  /** Service only: the BFF sets it. */
  webhook_url?: string | undefined
  /** Service only: a returning user's token, which only the server knows. */
  access_token?: string | undefined
  /** Service only: the server's reference. */
  reference_id?: string | undefined
  /** Must not be set together with other fields. */
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
  /** The token that opens the session, once. */
  session_token: string
  /** The URL for the iframe. Check its scheme and origin, and then use it unchanged. */
  widget_url: string
  /** The service's id, which its events name. */
  session_id: string
  /** ISO 8601. */
  expires_at: string
  /** BFF. */
  watch_url?: string | undefined
  /** BFF: the allowed origins of the iframe. */
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

/** Public state of one charge or ramp session: the reply to `GET watch_url`, and each event of its stream. */
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
  /** ISO 8601: when the BFF received this state. The payment may have happened earlier. */
  at: string
  /** ISO 8601: when the payment happened, if known. */
  paid_at?: string | undefined
  /** ISO 8601: the server's time when this was sent. Only in stream events, which have no envelope. */
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
  /** ISO 8601: when the BFF received this state. */
  at: string
  /**
   * ISO 8601: when the shop last released an event of this session that was held for review. A state with a later
   * review replaces every earlier one, even `needs_review`.
   */
  reviewed_at?: string | undefined
  /** As of a charge. */
  server_time?: string | undefined
}

/** The facts of a purchase in an event; fields that the event does not have are absent. */
export interface RampDetails {
  /** The bought amount: decimal digits, as the service writes them. */
  amount?: string | undefined
  /** Of `amount`, such as `BTC`. */
  currency?: string | undefined
  /** The price that was paid: decimal digits. */
  paid_amount?: string | undefined
  /** Of `paid_amount`, such as `USD`. */
  paid_currency?: string | undefined
  /** Id of the transaction that delivered the bitcoin. */
  payment_hash?: string | undefined
  /** The Lightning Address or on-chain address that got the bitcoin. */
  destination?: string | undefined
  /** The shop's own reference. */
  reference_id?: string | undefined
}

/** The one wire form of an error, of every Leyden server. */
export interface WireError {
  /** False in an error reply; true in one with `data`. */
  success: false
  /** What went wrong. */
  error: {
    /** One of `LeydenErrorCode`, or a code of the service. */
    code: string
    /** For developers and logs, not for people. */
    message: string
    /**
     * The rejected field; for `INVOICE_MISMATCH` the part that was wrong: `amount`, `network`, `recipient`, `expired`,
     * `uri` or `invoice`; for `INVALID_EMAIL` the source of the address: `email` of a guest, `account` of the signed-in
     * user, or `order` of the shop's order.
     */
    field?: string | undefined
    /**
     * The requested value (`INVOICE_MISMATCH`); amounts in millisatoshis, decimal digits.
     */
    expected?: string | undefined
    /** The received value; for `PAYER_DATA_REQUIRED` the kind that the recipient demands. */
    actual?: string | undefined
    /** Milliseconds to wait before a retry. */
    retry_after_ms?: number | undefined
    /** BFF: the party that failed, if it was not the BFF itself. */
    party?: FailedParty | undefined
  }
  /** BFF: ISO 8601, the server's time when this was sent. */
  server_time?: string | undefined
}

/** The one wire form of a success. */
export interface WireSuccess<T> {
  /** True in a reply with `data`; false in one with `error`. */
  success: true
  /** What the operation returns. */
  data: T
  /** BFF: ISO 8601, the server's time when this was sent. */
  server_time?: string | undefined
}

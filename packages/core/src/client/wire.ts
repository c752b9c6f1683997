/**
 * The wire contract between a page, the BFF and the service.
 * Names are the service's own. Fields marked "BFF" are added by the BFF and absent from the service's replies.
 */
import type { AddressFault, AddressReason } from './address-reasons.js'
import type { FURTHER_SESSION_REFUSALS, UNKNOWN_HERE } from './public-reasons.js'

export type { AddressFault, AddressReason } from './address-reasons.js'

/** The Bitcoin network of an invoice or address. `testnet` means testnet3 or testnet4. */
export type Network = 'mainnet' | 'testnet' | 'signet' | 'regtest'

/** The fields of one of two messages, without those that only the other one has. */
type EitherOf<A, B> = (A & Without<B, A>) | (B & Without<A, B>)
type Without<Other, Own> = { [Field in Exclude<keyof Other, keyof Own>]?: undefined }

/** `live` moves real money; everything else is `test` and shows a badge. */
export type Mode = 'test' | 'live'

/**
 * How the BFF can detect the payment of a charge: the paying page sends a `preimage`, the recipient's provider reports
 * it (LUD-21 `verify`), or the app's own server calls `settle`.
 */
export type Detection = 'preimage' | 'verify' | 'app'

/** The evidence of a paid charge: one of the three values of `Detection`. */
export type Evidence = Detection

/**
 * A check that the invoice of a charge has passed. `amount`: the invoice is for exactly the amount. `description`: its
 * description hash is that of the metadata that the look-up of the address returned (LUD-18: with the payer data as
 * sent), and this metadata names the address. `source`: the BFF itself got the invoice from the domain of the address.
 *
 * No check proves who gets the money: anybody can put the hash of public metadata into an invoice of their own.
 */
export type ChargeCheck = 'amount' | 'description' | 'source'

/** Whether the recipient demands a kind of payer data (LUD-18). */
export interface PayerDataDemand {
  /** Whether the recipient rejects a payment without it. */
  mandatory: boolean
}

/** What a Lightning Address advertises, as the service passes it on (section 2 of its interface; LUD-06, LUD-12, LUD-18). */
export interface PayMetadata {
  /** The smallest amount, in millisatoshis. */
  minSendable: number
  /** The largest amount, in millisatoshis. */
  maxSendable: number
  /** The maximum length of a comment in characters; absent or 0 if the recipient accepts none. @asType integer */
  commentAllowed?: number | undefined
  /** `payRequest` (LUD-06). */
  tag: string
  /** A JSON array of `[mime type, content]` pairs, as a string. */
  metadata: string
  /** The URL from which LNURL requests the invoice. The service requests it itself, so its reply need not have one. */
  callback?: string | undefined
  /** Kinds of payer data that the address accepts (LUD-18). */
  payerData?: { [kind: string]: PayerDataDemand } | undefined
  /** LUD-11: false if the payer may store the pay request and use it again. */
  disposable?: boolean | undefined
  [field: string]: unknown
}

/** Reply to `validate` for an address that cannot be paid. */
export interface AddressRefusal {
  /** Whether this address can be paid. */
  valid: false
  /** Why this address cannot be paid. */
  reason: AddressReason
  /** BFF: what is wrong with the reply of the recipient's server, beside `not_usable`. */
  detail?: AddressFault | undefined
  /** BFF: the kinds of payer data that the address demands, beside `payer_data_required`. */
  payer_data?: string[] | undefined
  /** BFF: the recipient's own words (LUD-06), in one line of at most 200 characters. Show them as quoted text only. */
  provider_message?: string | undefined
  /** BFF: the host that sent the faulty reply, and said `provider_message`. */
  provider_host?: string | undefined
  /** BFF: whether real money moves. */
  mode?: Mode | undefined
  /** BFF: the network that invoices are of. */
  network?: Network | undefined
}

/** Reply to `validate`: what the address advertises, or why it cannot be paid. */
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
      /** BFF: true if the request for a charge may contain `payer_data`. */
      takes_payer_data?: boolean | undefined
    }
  | AddressRefusal

/** The data that the person agreed to share, by kind: `name`, `identifier`, `email` (LUD-18). */
export type PayerData = Record<string, string>

/**
 * Body of `fetch-charge`: either the terms of a charge or (BFF) an intent that the shop's server signed and that fixes
 * all of them. The BFF rejects terms together with an intent.
 */
export type ChargeRequest = EitherOf<ChargeTermsRequest, IntentChargeRequest>

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
  /** BFF: payer data. Allowed only if the address requests payer data and the BFF pays addresses directly. */
  payer_data?: PayerData | undefined
}

/** BFF: a request for a charge on the terms that a signed intent fixes. */
export interface IntentChargeRequest {
  /** The intent, as the shop's server signed it. */
  intent: string
  /** Payer data. Allowed only if the address requests payer data and the BFF pays addresses directly. */
  payer_data?: PayerData | undefined
}

/** BFF: reply to `POST /v0/intent`, the terms of a signed intent. */
export interface IntentReading {
  /** The recipient, `<user>@<domain>`, in lower case. */
  lnaddress: string
  /** Millisatoshis, decimal digits. The amount may have a fraction of a satoshi. @pattern ^[1-9][0-9]{0,18}$ */
  amount: string
  /** A note, at most 639 characters. */
  description?: string | undefined
  /**
   * The shop's reference, such as an order number. Only the recipient and amount that the shop signed last for it can be
   * charged.
   */
  reference: string
  /**
   * ISO 8601: when the intent expires. After that no charge can be created from it, but it can still be read.
   *
   * @format date-time
   */
  expires_at: string
  /**
   * The charge that paid this order, with its state: it has this recipient and amount. Before that the newest charge
   * with them, unless the shop has signed others since.
   */
  charge?: IntentCharge | undefined
  /**
   * The payments of this reference that arrived, but do not pay this order, oldest first: they have another recipient or
   * amount, or the shop had signed others when they arrived. Absent if there are none.
   */
  arrived?: ArrivedPayment[] | undefined
  /**
   * The shop has signed another recipient or amount for this reference since, and the order is not paid: no charge can
   * be created from this intent. Absent otherwise.
   */
  superseded?: true | undefined
  /** Whether real money moves. */
  mode?: Mode | undefined
  /** The network that invoices are of. */
  network?: Network | undefined
}

/** BFF: a payment under the reference of an order that does not pay the order. */
export interface ArrivedPayment {
  /** The payment hash of its charge, 64 hex digits. @pattern ^[0-9a-f]{64}$ */
  id: string
  /** Millisatoshis, decimal digits. @pattern ^[1-9][0-9]{0,18}$ */
  amount: string
  /** ISO 8601: when the payment was detected. @format date-time */
  at: string
}

/** BFF: a charge that was created from an intent, with its state. */
export interface IntentCharge extends Charge {
  /** ISO 8601: when the charge was created. @format date-time */
  created_at: string
  /** The state, as the watch of the charge reports it. */
  state: ChargeState
}

/** BFF: reply to `GET /v0/rates/{currency}`, the price of one bitcoin, for showing amounts. Charges are in satoshis. */
export interface ExchangeRate {
  /** The currency by its code in ISO 4217, such as `USD`. @pattern ^[A-Z]{3}$ */
  currency: string
  /** Units of the currency for one bitcoin: decimal digits, such as `97142.86`. @pattern ^[0-9]+(\.[0-9]+)?$ */
  rate: string
  /**
   * ISO 8601: when the source reported this price. Do not use a price that is older than 15 minutes.
   *
   * @format date-time
   */
  as_of: string
}

/**
 * The recipient's message to the payer after a payment (LUD-09, LUD-10). It is untrusted, so show it as text only. If a
 * link is `foreign`, show its host to the person, because another host received the payment.
 */
export type SuccessNote =
  | {
      /** The kind of message: a text. */
      tag: 'message'
      /** A text of at most 144 characters. */
      message: string
    }
  | {
      /** The kind of message: a link. */
      tag: 'url'
      /** The description of the link, at most 144 characters. */
      description: string
      /** The link: `https:`, or `http:` of an onion name. */
      url: string
      /** Whether the host of the link differs from the host that received the payment. */
      foreign: boolean
    }
  | {
      /** The kind of message: a text that was encrypted with the preimage as its key. */
      tag: 'secret'
      /** The description of the secret, at most 144 characters. */
      description: string
      /** The decrypted text. */
      text: string
    }

/** Reply to `fetch-charge`. */
export interface Charge {
  /** The recipient, `<user>@<domain>`. */
  lnaddress: string
  /** Millisatoshis, decimal digits. @pattern ^[1-9][0-9]{0,18}$ */
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
  /**
   * BFF: ISO 8601, when the BFF stops looking for a payment: the expiry of the invoice plus a grace period.
   *
   * @format date-time
   */
  watch_until?: string | undefined
  /**
   * BFF: how the BFF can detect a payment of this charge: by its `preimage`, by LUD-21 (`verify`), or by a report of
   * your server (`app`).
   */
  detects?: Detection[] | undefined
  /**
   * BFF: the checks that the invoice has passed. `amount`: it is for exactly the amount. `description`: its description
   * hash is that of the metadata of the address, and this metadata names the address. `source`: the BFF itself got it
   * from the domain of the address. Absent if the BFF is of an earlier version: then nothing is known.
   */
  checked?: ChargeCheck[] | undefined
  /** BFF: whether real money moves. */
  mode?: Mode | undefined
  /** BFF: the network of the invoice. */
  network?: Network | undefined
}

/**
 * Body of `ramp-widget`: either its fields or (BFF) an order that the shop's server signed and that sets all of them.
 * The BFF rejects other fields together with an order.
 */
export type RampSessionRequest = EitherOf<RampFieldsRequest, RampOrderRequest>

/** A request for a ramp session by its fields. */
export interface RampFieldsRequest {
  /** The e-mail address of a guest, at most 254 characters. Not allowed for a signed-in user. */
  email?: string | undefined
  /** The code of the currency to pay with, such as `USD`. */
  quote_currency?: string | undefined
  /** The code of the currency to buy, such as `BTC`. */
  base_currency?: string | undefined
  /** The Lightning Address or on-chain address that receives the bitcoin. */
  destination?: string | undefined
  /** At most 10 keys, with values of at most 500 characters. From a page, the values must be strings. */
  metadata?: Readonly<Record<string, unknown>> | undefined
  /** BFF: the `watch_url` of the page's latest session, which the page gets again if the service returns it again. */
  watch_url?: string | undefined
  /** Service only: the URL for the webhooks of the session. The BFF sets it. */
  webhook_url?: string | undefined
  /** Service only: the token of a returning user. Only the server knows it. */
  access_token?: string | undefined
  /** Service only: the server's reference. */
  reference_id?: string | undefined
}

/** BFF: a request for a ramp session on the fields of a signed order. */
export interface RampOrderRequest {
  /** The order, as the shop's server signed it. */
  order: string
  /**
   * The `session_id` of the order's newest session that the person has seen and wants to replace: the BFF opens a
   * further session. If another tab or device has opened one after it already, the reply is that session. Without
   * `after`, the reply is the open session of the order if there is one.
   */
  after?: string | undefined
}

/** Reply to `ramp-widget`. */
export interface RampSession {
  /** The token that opens the session, once. */
  session_token: string
  /** The URL for the iframe. Check its scheme and origin, then use it unchanged. */
  widget_url: string
  /** The service's id of the session, which its events contain. */
  session_id: string
  /** ISO 8601: when the session expires. @format date-time */
  expires_at: string
  /** BFF: the URL of this session's state, relative to the BFF's base URL. */
  watch_url?: string | undefined
  /** BFF: the allowed origins of the iframe. */
  ramp_origins?: string[] | undefined
  /** BFF: whether real money moves. */
  mode?: Mode | undefined
  /** BFF: all sessions of the order, oldest first, with this one. Absent without an order. */
  sessions?: RampOrderSession[] | undefined
}

/** BFF: a session of a ramp order. A page watches each of them, because each may still complete. */
export interface RampOrderSession {
  /** The service's id of the session. */
  session_id: string
  /** The status that its events report. The server does not know `open` and `expired`, which the page sees itself. */
  status: RampStatus
  /** ISO 8601: since when it has this status. @format date-time */
  at: string
  /** ISO 8601: when the session was opened. @format date-time */
  created_at: string
  /** ISO 8601: when the session expires. @format date-time */
  expires_at: string
  /** The URL of the session's state, relative to the BFF's base URL. */
  watch_url: string
  /**
   * The link under which the session may be opened again, until it expires or has ended. Check it like the `widget_url`
   * of a session. The service does not say whether a link works twice.
   */
  widget_url?: string | undefined
}

/**
 * BFF: why no further session was opened (`NO_FURTHER_SESSION`): five were opened for the order; the service has refused
 * a second session of one reference; one of its sessions has a sign of payment, so that a further one might be paid
 * twice; or the service returned an open session of the same buyer for another purchase. An order that is older than 15 minutes is `ORDER_EXPIRED`.
 */
export type FurtherSessionRefusal = (typeof FURTHER_SESSION_REFUSALS)[number]

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
  /** `charge` for the state of a charge, `ramp` for the state of a ramp session. */
  kind: 'charge'
  /** The status of the charge. `paid` is final, and can follow `expired`. */
  status: ChargeStatus
  /** The evidence of the payment: one of the values of `detects`. */
  evidence?: Evidence | undefined
  /** The proof of the payment, 64 hex digits. @pattern ^[0-9a-f]{64}$ */
  preimage?: string | undefined
  /** The recipient's message to the payer. Only a paid charge has one. */
  success?: SuccessNote | undefined
  /** ISO 8601: when the BFF received this state. The payment may have happened earlier. @format date-time */
  at: string
  /** ISO 8601: when the payment happened, if the BFF knows. @format date-time */
  paid_at?: string | undefined
  /**
   * ISO 8601: when the BFF sent this state, by the clock of its server. A reply has it beside `data`.
   *
   * @format date-time
   */
  server_time?: string | undefined
}

/** The public state of a ramp session. */
export interface RampState {
  /** `charge` for the state of a charge, `ramp` for the state of a ramp session. */
  kind: 'ramp'
  /**
   * The most advanced status that the events of the session report, or `needs_review` if an event contradicts the
   * session or another event.
   */
  status: RampStatus
  /** Whether real money moved. False for a purchase in a sandbox. */
  livemode?: boolean | undefined
  /** Details of the purchase that may be shown. */
  details?: RampDetails | undefined
  /** Why the status is `needs_review`: the fields in which an event contradicts the session. Absent if two events do. */
  suspect?: RampField[] | undefined
  /** Fields in which the event of this state differs from the request, without a consequence. */
  differs?: RampField[] | undefined
  /**
   * The `session_id` of the session that completed the order, or one with the same reference, before this one: the same
   * was bought twice.
   */
  duplicate_of?: string | undefined
  /** ISO 8601: when the BFF received this state. @format date-time */
  at: string
  /**
   * ISO 8601: when the shop last released an event of this session that was held for review. A state with a later time
   * here replaces every earlier state, even `needs_review`.
   *
   * @format date-time
   */
  reviewed_at?: string | undefined
  /**
   * ISO 8601: when the BFF sent this state, by the clock of its server. A reply has it beside `data`.
   *
   * @format date-time
   */
  server_time?: string | undefined
}

/**
 * A field of a purchase in which an event can differ from its session: `currency` is the one that was bought, and
 * `paid_currency` the one that was paid. With `amount` and `status` an event contradicts itself: it completes a purchase
 * of nothing, or says that the purchase has failed.
 */
export type RampField =
  | 'session_id'
  | 'livemode'
  | 'destination'
  | 'reference_id'
  | 'currency'
  | 'paid_currency'
  | 'email'
  | 'amount'
  | 'status'

/**
 * The details of a purchase, as its events report them. A field that they do not contain is absent. Every amount is a
 * decimal string and comes with its currency.
 */
export interface RampDetails {
  /** The amount that was bought: decimal digits, as the service writes them. @pattern ^[0-9]+(\.[0-9]+)?$ */
  amount?: string | undefined
  /** The currency of `amount`, such as `BTC`. */
  currency?: string | undefined
  /** The price that was paid: decimal digits. @pattern ^[0-9]+(\.[0-9]+)?$ */
  paid_amount?: string | undefined
  /** The currency of `paid_amount`, such as `USD`. */
  paid_currency?: string | undefined
  /**
   * The fee, as the service reports it: decimal digits. The service does not say whether the price includes it.
   *
   * @pattern ^[0-9]+(\.[0-9]+)?$
   */
  fee_amount?: string | undefined
  /** The currency of `fee_amount`. */
  fee_currency?: string | undefined
  /**
   * The price of one unit of `currency` in `paid_currency`, as the service reports it: decimal digits.
   *
   * @pattern ^[0-9]+(\.[0-9]+)?$
   */
  rate?: string | undefined
  /** The payment hash of the payment that delivered the bitcoin. */
  payment_hash?: string | undefined
  /**
   * The Lightning Address or on-chain address that the BFF has sent to the service. Absent if the buyer chose it on the
   * ramp's page.
   */
  destination?: string | undefined
  /** The reference that the BFF has sent to the service. */
  reference_id?: string | undefined
}

/** The party that failed if it was not the BFF: the recipient's provider, or the service that the BFF calls. */
export type FailedParty = 'recipient' | 'service'

/** The wire form of an error. Every Leyden server uses this form. */
export interface WireError {
  /** False in an error reply; true in one with `data`. */
  success: false
  /** The error. */
  error: {
    /** One of `LeydenErrorCode`, or a code of the service. @pattern ^[A-Z][A-Z0-9_]*$ */
    code: string
    /** The reason, for developers and logs. Do not show it to people. */
    message: string
    /**
     * The rejected field. For `INVOICE_MISMATCH`, the part of the invoice that was wrong: `amount`, `network`,
     * `recipient`, `expired`, `uri` or `invoice`. For `INVALID_EMAIL`, the source of the address: `email` for a guest,
     * `account` for a signed-in user, `order` for a signed order.
     */
    field?: string | undefined
    /**
     * The requested value (`INVOICE_MISMATCH`). Amounts are in millisatoshis, decimal digits.
     */
    expected?: string | undefined
    /** The received value. For `PAYER_DATA_REQUIRED`, the kind of payer data that the recipient demands. */
    actual?: string | undefined
    /** Milliseconds to wait before a retry. @asType integer */
    retry_after_ms?: number | undefined
    /** Of an error about a ramp order: its sessions, oldest first. */
    sessions?: RampOrderSession[] | undefined
    /** BFF: the party that failed, if the BFF itself did not. */
    party?: FailedParty | undefined
    /** BFF: why the address cannot be paid (`NOT_LIGHTNING_ADDRESS`), or no session is opened (`NO_FURTHER_SESSION`). */
    reason?: AddressReason | FurtherSessionRefusal | typeof UNKNOWN_HERE | undefined
    /** BFF: what is wrong with the reply of the recipient's server, beside the reason `not_usable`. */
    detail?: AddressFault | undefined
    /** BFF: the recipient's own words (LUD-06), in one line of at most 200 characters. Show them as quoted text only. */
    provider_message?: string | undefined
    /** BFF: the host that said `provider_message`. */
    provider_host?: string | undefined
  }
  /** BFF: ISO 8601, when the BFF sent this reply, by the clock of its server. @format date-time */
  server_time?: string | undefined
}

/** The wire form of a success. */
export interface WireSuccess<T> extends SuccessEnvelope {
  /** What the operation returns. */
  data: T
}

/** The fields of a success beside its data. */
interface SuccessEnvelope {
  /** True in a reply with `data`; false in one with `error`. */
  success: true
  /** BFF: ISO 8601, when the BFF sent this reply, by the clock of its server. @format date-time */
  server_time?: string | undefined
  /**
   * BFF: identifies the signed-in user, so that a page can store data per user: a keyed hash of the id that `identify`
   * returns, 32 hex digits. Null if nobody is signed in. Absent if the BFF does not know: it did not ask `identify` for
   * this reply, or got no answer.
   */
  subject?: string | null | undefined
}

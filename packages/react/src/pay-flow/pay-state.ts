import type { Detection, Evidence, LeydenError, Mode, Network, SuccessNote } from '@leyden/core'

/** Whom a payment goes to, from a checked look-up. */
export interface Recipient {
  /** Folded form. */
  address: string
  /** The domain of the address. Its server is asked, and decides who is paid. */
  domain: string
  /** Whole sats, the smallest and the largest amount that the address takes. */
  minSats: bigint
  /** The largest amount that the recipient takes, in sats. */
  maxSats: bigint
  /** Characters; 0 when no note is taken. */
  commentAllowed: number
  /** The recipient's own words: to be shown as text. */
  description: string
  /** More of them. */
  longDescription?: string | undefined
  /** What the address calls itself, only when it differs from `address`. */
  identifier?: string | undefined
  /** `data:image/png;base64,…` or jpeg, checked. */
  imageDataUrl?: string | undefined
  /** The payer data that it asks for and that can be entered here (LUD-18), in its order. */
  payerData?: readonly PayerDataAsked[] | undefined
}

/** One field of payer data that a recipient asks for. */
export interface PayerDataAsked {
  /** What is asked. */
  kind: PayerDataKind
  /** Whether it is mandatory. */
  mandatory: boolean
}

/** Payer data that a person can enter without a wallet: a name, their own Lightning Address, an e-mail address. */
export type PayerDataKind = 'name' | 'identifier' | 'email'

/** What a person asked for. */
export interface Order {
  /** Whole satoshis, in millisatoshis. */
  amountMsat: bigint
  /** The note that the recipient gets. */
  note?: string | undefined
  /** The unit in which the person chose the amount. @default 'sats' */
  unit?: AmountUnit | undefined
}

/** A charge whose invoice passed every check. Nothing else may hold an invoice. */
export interface CheckedCharge {
  /** The payment hash, 64 hex digits: what identifies a charge. */
  id: string
  /** Folded form of the recipient's address. */
  address: string
  /** In millisatoshis. */
  amountMsat: bigint
  /** The note that the recipient gets. */
  note?: string | undefined
  /** BOLT 11, lower case. */
  invoice: string
  /** When its invoice came, by the server's clock. */
  createdAt: Date
  /** When its invoice expires, by the server's clock. */
  expiresAt: Date
  /** Until when a payment is looked for: expiry and a grace time. */
  watchUntil: Date
  /** The URL at which its state is read; absent if the server gives none. */
  watchUrl?: string | undefined
  /** The evidence that a payment of it can have. */
  detects: readonly Detection[]
  /** `test` where no real money moves. */
  mode: Mode
  /** The network of its invoice. */
  network: Network
  /** The price of bitcoin when the invoice was requested, if it is known. The invoice and the receipt use it. */
  price?: Price | undefined
  /** The unit in which the person chose the amount: it is shown first. @default 'sats' */
  unit?: AmountUnit | undefined
}

/** A price of bitcoin. */
export interface Price {
  /** ISO 4217. */
  currency: string
  /** Currency units per bitcoin: a number, or its decimal digits. */
  rate: number | string
}

/** What amounts are entered and shown in: satoshis, or the currency of the page. */
export type AmountUnit = 'sats' | 'fiat'

/** Why an address was refused, before the look-up or by its answer. */
export interface AddressProblem {
  /** Such as `domain_no_dot` or `not_lightning_address`. */
  reason: string
  /** The part after the `@`, where there is one. */
  domain?: string | undefined
  /** A suggestion: the address that the person may have meant. */
  suggestion?: string | undefined
  /** Kinds of payer data that the address demands and nobody can give here (LUD-18). */
  fields?: readonly string[] | undefined
}

/** Why a charge's invoice was not shown. */
export interface Mismatch {
  /** `amount`, `network`, `recipient`, `expired`, `uri` or `invoice` (unreadable). */
  field: string
  /** What was asked for, as text. */
  expected?: string | undefined
  /** What came, as text. */
  actual?: string | undefined
}

/** A charge that was shown to a person, and what is known of it besides. */
export interface ShownCharge {
  /** Whom it pays. */
  recipient: Recipient
  /** The charge whose invoice is or was on the screen. */
  charge: CheckedCharge
  /** It has expired: it is not offered any more, but may have been paid. */
  isOver?: true | undefined
  /** It is no longer watched. */
  hasEnded?: true | undefined
  /** A wallet was asked to pay it, and has not said clearly whether it did. */
  isUnclear?: true | undefined
}

/** What is known of a payment. */
export interface PaymentFacts {
  /** The evidence of the payment: `preimage`, `verify` or `app`. */
  evidence: Evidence
  /** 64 hex digits. */
  preimage?: string | undefined
  /** The recipient's own words after a payment: to be shown as text. */
  success?: SuccessNote | undefined
  /** When it happened if that is known, otherwise when this page learnt of it. */
  at: Date
  /** Whether it happened after the invoice had expired; undefined where nobody knows. */
  late?: boolean | undefined
  /** The payment hash of an earlier payment of the same order. */
  duplicateOf?: string | undefined
  /** A proof that was entered here and that the shop's server does not have: still being sent, or rejected. */
  proofDelivery?: 'pending' | 'refused' | undefined
}

/** A payment that is shown in a notice, beside what the widget shows. */
export interface ArrivedPayment extends PaymentFacts {
  /** The charge that was paid. */
  charge: CheckedCharge
  /** Whether this widget showed its invoice. */
  isOwn: boolean
}

/**
 * The state of a payment, from the form to the receipt, with the charges that the widget still tracks.
 *
 * ```
 * idle → requesting → awaiting ⇄ confirming → paid
 *            ├→ mismatch   └──────────┴→ expired | unconfirmed
 *            └→ failed
 * ```
 *
 * A late payment leads from every state to `paid`, which is final until the person starts over.
 */
export type PayState = PayStage & PayMemory

interface PayMemory {
  /** Charges that this widget showed before and that were not paid so far; the newest first. */
  earlier?: readonly ShownCharge[] | undefined
  /** Payments that are shown in a notice; the oldest first. */
  arrived?: readonly ArrivedPayment[] | undefined
}

/** A request for an invoice: to whom, and for what. */
interface Ordered {
  /** Whom the order pays. */
  recipient: Recipient
  /** Amount and note of the order. */
  order: Order
}

/** The stage of the payment, without earlier charges and notices. */
export type PayStage =
  /** The form: what it shows follows from its fields and the look-up of the address. */
  | { status: 'idle' }
  /** `attempt` numbers the requests of a widget, so that the answer to an earlier one is dropped. */
  | (Ordered & { status: 'requesting'; attempt: number })
  /** The invoice is shown. `walletRefused`: a wallet said clearly that it did not pay. */
  | (ShownCharge & { status: 'awaiting'; walletRefused?: true | undefined })
  /** A wallet is at work or gave no clear answer, or the invoice has expired, and nothing is proven yet. */
  | (ShownCharge & { status: 'confirming'; because: 'wallet' | 'unclear' | 'expiry' })
  | (PaymentFacts & {
      status: 'paid'
      recipient: Recipient
      charge: CheckedCharge
      /** A receipt that is shown again after a reload. */
      isRestored?: true | undefined
    })
  /** The invoice has expired, and a payment would have been seen. */
  | (ShownCharge & { status: 'expired' })
  /** The invoice has expired, and nobody can tell whether it was paid. */
  | (ShownCharge & { status: 'unconfirmed' })
  /** The invoice failed a check and is not shown. */
  | (Ordered & { status: 'mismatch'; mismatch: Mismatch })
  /** The request for an invoice failed. */
  | (Ordered & { status: 'failed'; error: LeydenError })

/** The name of a stage. */
export type PayStatus = PayStage['status']

/** The initial state. */
export const payIdle: PayState = { status: 'idle' }

interface OfAttempt {
  /** The number of the request. The flow drops an event of an earlier one. */
  attempt: number
}

interface OfCharge {
  /** The charge's id, which is its payment hash. */
  id: string
}

/** An event that a person, a server, a wallet or a clock causes. */
export type PayEvent =
  | (Ordered &
      OfAttempt & {
        /** An invoice is requested, the first or a new one. */
        type: 'ordered'
      })
  | (OfAttempt & {
      /** The request was answered, and the invoice passed every check. */
      type: 'charged'
      /** The charge to show. */
      charge: CheckedCharge
    })
  | (OfAttempt & {
      /** The request was answered with an invoice that failed a check. */
      type: 'mismatched'
      /** What is wrong with the invoice. */
      mismatch: Mismatch
    })
  | (OfAttempt & {
      /** The request for an invoice failed. */
      type: 'order_failed'
      /** Why the request failed. */
      error: LeydenError
    })
  | {
      /** An earlier page load left charges of this order: one to show again, if any, and others that can still be paid. */
      type: 'restored'
      /** The charge to show again. */
      shown?: ShownCharge | undefined
      /** The payment of `shown`, if it is paid: its receipt is shown again. */
      payment?: PaymentFacts | undefined
      /** Other charges that can still be paid, newest first. */
      earlier?: readonly ShownCharge[] | undefined
    }
  | {
      /** The page asks for another order now. Charges of the former order are no longer shown here. */
      type: 'order_changed'
    }
  | (OfCharge & {
      /** A browser wallet was asked to pay. */
      type: 'wallet_asked'
    })
  | (OfCharge & {
      /** The browser wallet said clearly that it did not pay. */
      type: 'wallet_refused'
    })
  | (OfCharge & {
      /** The browser wallet did not say clearly whether it paid. */
      type: 'wallet_unclear'
    })
  | (PaymentFacts &
      OfCharge & {
        /** The server reports a payment, or a preimage was checked against the payment hash. */
        type: 'paid'
        /** The address in the form. A payment to another address does not replace the form's order on the screen. */
        formAddress?: string | undefined
      })
  | {
      /** A charge was paid that no widget shows. */
      type: 'arrived'
      /** The payment to show in a notice. */
      payment: ArrivedPayment
    }
  | (OfCharge & {
      /** The person closed the notice of a payment. */
      type: 'dismissed'
    })
  | (OfCharge & {
      /** The invoice has expired. */
      type: 'expired'
    })
  | (OfCharge & {
      /** The grace time after the expiry is over: the charge is no longer watched. */
      type: 'watch_ended'
    })
  | (OfCharge & {
      /** The person says that the charge is paid, and nobody can see it. */
      type: 'claimed'
    })
  | (OfCharge & {
      /** Back to an invoice that has not expired: from the form, from `unconfirmed`, or while a wallet is at work. */
      type: 'reopened'
    })
  | {
      /** Back to the form. */
      type: 'back'
    }

import type {
  AddressValidation,
  Charge,
  FailedParty,
  PayMetadata,
  RampFieldsRequest,
  RampSession,
} from '@leyden/core'
import type { SuccessAction } from '@leyden/lightning/pay-request'

/** Options of one request to a provider. */
export interface ProviderOptions {
  /** Aborted at the request's timeout. */
  signal: AbortSignal
  /** The provider notes here what an operator should read in the log if the request fails. */
  trace?: RequestTrace | undefined
}

/** What a provider knows of a request, beyond the error that it throws. */
export interface RequestTrace {
  /** The host that was asked last. */
  host?: string | undefined
  /** The error of the network, where the one that is thrown does not hold it as its cause. */
  cause?: unknown
}

/** A request for an invoice. */
export interface ProviderChargeRequest {
  /** The recipient, in folded form. */
  lnaddress: string
  /** Millisatoshis, decimal digits. */
  amount: string
  /** A note for the recipient, at most 639 characters (LUD-12). */
  description?: string | undefined
  /** Payer data that the person agreed to share, by kind (LUD-18). Only for providers that accept it. */
  payerData?: Readonly<Record<string, string>> | undefined
}

/** A provider's charge, with data that the BFF does not send to pages. Fields that this type does not name reach them. */
export interface ProviderCharge extends Charge {
  /** Where the recipient's provider reports whether the invoice is paid (LUD-21). */
  verifyUrl?: string | undefined
  /** What the recipient shows after the payment, and the host that gave it (LUD-09, LUD-10). */
  successAction?:
    | (SuccessAction & {
        /** The host that the invoice came from. */
        callbackHost: string
      })
    | undefined
}

/** An invoice whose payment the recipient's provider can verify. */
export interface PaymentQuery {
  /** Where the recipient's provider answers. */
  verifyUrl: string
  /** 64 hex digits. */
  paymentHash: string
  /** BOLT 11. */
  invoice: string
}

/** The status of a payment, from the recipient's provider. `unknown` is neither yes nor no: ask again. */
export type PaymentStatus =
  | {
      /** The provider says that it is paid. */
      status: 'paid'
      /** 64 hex digits, checked against the hash; without it only the provider says so. */
      preimage?: string | undefined
    }
  | {
      /** Not paid yet, or not known. */
      status: 'open' | 'unknown'
    }

/** Where invoices come from. Its answers are checked in full; its errors are `LeydenError`s. */
export interface PayProvider {
  /** Whether charges may carry payer data. */
  takesPayerData?: boolean | undefined
  /**
   * The upstream party, which is named when a request fails.
   *
   * @default 'service'
   */
  party?: FailedParty | undefined
  /** @param address in folded form. */
  validateLightningAddress(address: string, options: ProviderOptions): Promise<AddressValidation>
  /** @param options.metadata what the address advertised in the look-up just before. */
  createCharge(
    request: ProviderChargeRequest,
    options: ProviderOptions & { metadata?: PayMetadata | undefined },
  ): Promise<ProviderCharge>
  /** The time at the upstream party, if it says so; `check()` compares it with the time here. */
  time?(options: ProviderOptions): Promise<Date | undefined>
  /** For charges that have a `verifyUrl`. Does not throw. */
  verify?(payment: PaymentQuery, options: ProviderOptions): Promise<PaymentStatus>
}

/** Where ramp sessions come from. */
export interface RampProvider {
  /** Opens a session. @throws LeydenError */
  createRampSession(request: RampFieldsRequest, options: ProviderOptions): Promise<RampSession>
}

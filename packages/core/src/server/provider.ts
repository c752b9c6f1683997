/**
 * The port between the BFF and its sources of invoices and ramp sessions. A source is a value that implements one of
 * these interfaces, and fails with a `LeydenError`.
 */
import { isPayerDataName } from '../client/address-refusal.js'
import { LeydenError } from '../client/error.js'
import type {
  AddressRefusal,
  AddressValidation,
  Charge,
  FailedParty,
  PayMetadata,
  RampFieldsRequest,
  RampSession,
  SuccessNote,
} from '../client/wire.js'

/** Options of one request to a provider. */
export interface ProviderOptions {
  /** Aborts at the request's timeout. */
  signal: AbortSignal
  /** The provider sets details here that go to the log if the request fails. */
  trace?: RequestTrace | undefined
}

/** A provider's details of a request, in addition to its error. */
export interface RequestTrace {
  /** The host of the last request. */
  host?: string | undefined
  /** The URL of the last request, without the part that names a recipient. The log has it if there is no such route. */
  url?: string | undefined
}

/** A request for an invoice. */
export interface ProviderChargeRequest {
  /** The recipient, in folded form, `alice@pay.example.com`. */
  lnaddress: string
  /** Millisatoshis, decimal digits. */
  amount: string
  /** A note for the recipient, at most 639 characters (LUD-12). */
  description?: string | undefined
  /** Payer data that the person agreed to share, by kind (LUD-18). Only for providers that accept it. */
  payerData?: Readonly<Record<string, string>> | undefined
}

/** The recipient's message to the payer after a payment (LUD-09, LUD-10). Show its texts as text only. */
export type SuccessAction =
  | Extract<SuccessNote, { tag: 'message' }>
  | Omit<Extract<SuccessNote, { tag: 'url' }>, 'foreign'>
  | {
      /** A text that only the preimage can decrypt, with `decryptSuccessAction` of `@leyden/lightning`. */
      tag: 'aes'
      /** At most 144 characters. */
      description: string
      /** Base64 of whole blocks of 16 bytes. */
      ciphertext: string
      /** Base64 of 16 bytes. */
      iv: string
    }

/** What an invoice's description hash has to cover (LUD-06, LUD-18). */
export interface AdvertisedDescription {
  /** The raw metadata that the look-up of the address returned, byte for byte. */
  metadata: string
  /** The payer data as the recipient's provider received it. */
  payerData?: string | undefined
}

/**
 * A provider's charge, with data that the BFF does not send to pages. Fields that this type does not name reach them. The
 * BFF itself decides what is `checked`.
 */
export interface ProviderCharge extends Omit<Charge, 'checked'> {
  /** @default the metadata that the BFF passed to `createCharge`, without payer data */
  advertised?: AdvertisedDescription | undefined
  /** Whether this provider got the invoice itself from a host of the address's domain, over TLS. @default false */
  fromRecipient?: boolean | undefined
  /** The URL at which the recipient's provider reports whether the invoice is paid (LUD-21). */
  verifyUrl?: string | undefined
  /** The recipient's message to the payer after the payment, and the host that sent it (LUD-09, LUD-10). */
  successAction?:
    | (SuccessAction & {
        /** The host that the invoice came from. */
        callbackHost: string
      })
    | undefined
}

/** An invoice whose payment the recipient's provider can verify. */
export interface PaymentQuery {
  /** The LUD-21 URL at the recipient's provider. */
  verifyUrl: string
  /** 64 hex digits. */
  paymentHash: string
  /** BOLT 11. */
  invoice: string
}

/**
 * The status of a payment, from the recipient's provider. `unknown` means neither yes nor no, so the BFF polls again.
 */
export type PaymentStatus =
  | {
      /** The provider reports that the invoice is paid. */
      status: 'paid'
      /** 64 hex digits, checked against the payment hash. It comes from the provider and not from the payer. */
      preimage?: string | undefined
    }
  | {
      /** Not paid yet, or not known. */
      status: 'open' | 'unknown'
    }

/** A source of invoices. The BFF checks its replies completely; its errors are `LeydenError`s. */
export interface PayProvider {
  /** Whether charges may carry payer data. */
  takesPayerData?: boolean | undefined
  /**
   * The party that error replies and logs name if a request fails.
   *
   * @default 'service'
   */
  party?: FailedParty | undefined
  /**
   * Looks an address up. "No" is a result, not an error.
   *
   * @param address in folded form, `alice@pay.example.com`.
   * @throws LeydenError if the upstream server gives no usable reply.
   */
  validateLightningAddress(address: string, options: ProviderOptions): Promise<AddressValidation>
  /**
   * Requests an invoice; the BFF never retries it.
   *
   * @param options.metadata the data that the address advertised in the preceding look-up.
   * @throws LeydenError if no invoice can be created.
   */
  createCharge(
    request: ProviderChargeRequest,
    options: ProviderOptions & { metadata?: PayMetadata | undefined },
  ): Promise<ProviderCharge>
  /** The time of the upstream server, if it reports one; `check()` compares it with this server's. */
  time?(options: ProviderOptions): Promise<Date | undefined>
  /** For charges that have a `verifyUrl`. Does not throw. */
  verify?(payment: PaymentQuery, options: ProviderOptions): Promise<PaymentStatus>
}

/** A source of invoices whose payments it can verify. */
export interface VerifyingPayProvider extends PayProvider {
  /** For charges that have a `verifyUrl`. Does not throw. */
  verify(payment: PaymentQuery, options: ProviderOptions): Promise<PaymentStatus>
}

/** A source of ramp sessions. */
export interface RampProvider {
  /** Opens a session. @throws LeydenError */
  createRampSession(request: RampFieldsRequest, options: ProviderOptions): Promise<RampSession>
}

/**
 * The error for an address that cannot be paid.
 *
 * @param refusal why, as the look-up returns it.
 * @returns `PAYER_DATA_REQUIRED`, as {@link payerDataRequired} does, or `NOT_LIGHTNING_ADDRESS` with field `lnaddress`
 * and the reason.
 */
export function notPayable(
  refusal: Omit<AddressRefusal, 'valid'>,
  message = 'Nobody can be paid at this address.',
): LeydenError {
  const { reason, detail, payer_data, provider_message, provider_host } = refusal
  if (reason === 'payer_data_required') return payerDataRequired(payer_data?.[0] ?? '')
  const words = { providerMessage: provider_message, providerHost: provider_host }
  return new LeydenError('NOT_LIGHTNING_ADDRESS', message, { field: 'lnaddress', reason, detail, ...words })
}

/**
 * The error for a request without payer data that the address requires (LUD-18).
 *
 * @param kind the kind of payer data, as the address spells it.
 * @returns `PAYER_DATA_REQUIRED` with field `payer_data`, and the kind as `actual`, unless it is no usable name.
 */
export function payerDataRequired(kind: string): LeydenError {
  const actual = isPayerDataName(kind) ? kind : undefined
  return new LeydenError(
    'PAYER_DATA_REQUIRED',
    `This address requires the payer's ${actual ?? 'data'}, which the request lacks.`,
    { field: 'payer_data', actual },
  )
}

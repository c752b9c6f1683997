import { isLeydenError, LeydenError, type Log } from '@leyden/core'
import { consoleLog, withDeadline } from '@leyden/core/internal'
import type {
  PayProvider,
  ProviderCharge,
  ProviderChargeRequest,
  ProviderOptions,
  VerifyingPayProvider,
} from '@leyden/core/provider'

/** Options of {@link verifiedFirst}. */
export interface VerifiedFirstOptions {
  /**
   * Timeout for an invoice of the recipient's own server, before the fallback to the service, in milliseconds.
   *
   * @default 3_000
   */
  timeoutMs?: number | undefined
  /** @default the console, for warnings and errors */
  log?: Log | undefined
}

/** How long the result "no verification" is cached, to avoid requesting invoices only to discard them. */
const WITHOUT_VERIFY_MS = 600_000
const MAX_REMEMBERED = 10_000

/**
 * Invoices with payment verification wherever the recipient supports it: for `pay` of `createBff`. The service decides
 * whether an address can be paid. The invoice comes from the recipient's own server if that verifies payments (LUD-21),
 * and otherwise from the service. The service does not see the charges that the recipient's server creates.
 *
 * If the recipient's server returns no invoice, or one without verification, no page has seen an invoice yet, so the
 * service is the fallback. A wrong invoice is an `INVOICE_MISMATCH` without fallback: a server that sends wrong invoices
 * is broken or attacked, and its recipient should not be paid by another route.
 *
 * @param recipient gets invoices from the recipient's own server: `lnurlProvider()` of `@leyden/lnurl`.
 * @param service decides which addresses can be paid, and creates the other invoices: `serviceProvider(…)`.
 * @throws LeydenError `BAD_REQUEST` if `recipient` cannot verify payments, for example because the two are swapped.
 *
 * ```ts
 * const bff = createBff({ pay: verifiedFirst(lnurlProvider(), serviceProvider({ apiKey, baseUrl })), … })
 * ```
 */
export function verifiedFirst(
  recipient: VerifyingPayProvider,
  service: PayProvider,
  { timeoutMs = 3_000, log = consoleLog }: VerifiedFirstOptions = {},
): PayProvider {
  if (typeof recipient.verify !== 'function')
    throw new LeydenError(
      'BAD_REQUEST',
      'verifiedFirst: the first provider cannot verify payments. Pass lnurlProvider() of @leyden/lnurl first, and serviceProvider(…) second.',
      { field: 'recipient' },
    )
  /** When the cached result "no verification" of each address ends, oldest first. */
  const withoutVerify = new Map<string, number>()

  async function askRecipient(
    request: ProviderChargeRequest,
    { signal, trace }: ProviderOptions,
  ): Promise<ProviderCharge | undefined> {
    const { lnaddress } = request
    if ((withoutVerify.get(lnaddress) ?? 0) > Date.now()) return undefined
    try {
      // Without the service's metadata: the callback has to be the one that the recipient's server names.
      const charge = await withDeadline(timeoutMs, signal, (signal) =>
        recipient.createCharge(request, { signal, trace }),
      )
      if (charge.verifyUrl !== undefined) return charge
      withoutVerify.delete(lnaddress)
      withoutVerify.set(lnaddress, Date.now() + WITHOUT_VERIFY_MS)
      const [oldest] = withoutVerify.keys()
      if (withoutVerify.size > MAX_REMEMBERED && oldest !== undefined) withoutVerify.delete(oldest)
    } catch (error) {
      const errorCode = isLeydenError(error) ? error.code : 'unknown'
      if (errorCode === 'INVOICE_MISMATCH' || signal.aborted) throw error
      log.info(
        { code: 'FALLBACK_TO_SERVICE', errorCode },
        'The server of a recipient returned no invoice; falling back to the service',
      )
    }
    return undefined
  }

  return {
    takesPayerData: service.takesPayerData,
    validateLightningAddress: (address, options) => service.validateLightningAddress(address, options),
    createCharge: async (request, options) =>
      (await askRecipient(request, options)) ?? {
        ...(await service.createCharge(request, options)),
        // The recipient's provider verifies its own charges only.
        verifyUrl: undefined,
      },
    time: async (options) => service.time?.(options),
    verify: (payment, options) => recipient.verify(payment, options),
  }
}

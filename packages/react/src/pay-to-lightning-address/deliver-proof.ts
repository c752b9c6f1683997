import { type Client, isLeydenError, type SuccessNote } from '@leyden/core'
import type { CheckedCharge } from '@leyden/core/pay'

const PAUSES_MS = [0, 2_000, 8_000]

/**
 * Hands a checked preimage to the BFF, so that the server knows too. Tried three times, also after the widget
 * is gone: the person sees the payment already, the shop may not. What the recipient says to it comes back.
 */
export async function deliverProof(
  client: Client,
  { watchUrl }: CheckedCharge,
  preimage: string,
): Promise<SuccessNote | undefined> {
  if (watchUrl === undefined) return undefined
  for (const pauseMs of PAUSES_MS) {
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    try {
      const state = await client.proveCharge(watchUrl, preimage)
      return state.kind === 'charge' ? state.success : undefined
    } catch (error) {
      if (isLeydenError(error) && !error.retryable) return undefined
    }
  }
  return undefined
}

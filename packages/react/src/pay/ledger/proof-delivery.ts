import { type Client, isLeydenError } from '@leyden/core'
import { callAll } from '@leyden/core/internal'
import { onReturn } from '../../foundation/page/on-return.js'
import type { PaymentFacts } from '../flow/pay-state.js'
import type { ChargeEvent } from './charge-machine.js'
import type { LedgerRecord } from './ledger-storage.js'

/** The first delay before a proof is sent to the BFF again, in milliseconds; it doubles each time. */
const PROOF_DELAY_MS = 2_000
const MAX_PROOF_DELAY_MS = 300_000
/** For how long after the end of the watch the URL of a charge accepts a proof, in milliseconds. */
const PROOF_LIFE_MS = 86_400_000

/**
 * Sends a checked preimage to the BFF, and retries until it arrives, so that the shop knows what the person sees
 * already. The BFF answers with the state of the charge, and with the recipient's message. It accepts no proof after
 * the watch URL has ended, so the first attempt after that is the last one.
 *
 * @param record the charge, whose payment changes with each event that is sent
 */
export async function deliverProof(
  record: Pick<LedgerRecord, 'shown' | 'payment'> & { client: Client; send: (event: ChargeEvent) => void },
): Promise<void> {
  const { client, send } = record
  const { watchUntil, watchUrl } = record.shown.charge
  const preimage = record.payment?.preimage
  if (!preimage || !watchUrl) return
  const answer = (proofDelivery: PaymentFacts['proofDelivery'], success?: PaymentFacts['success']) =>
    send({ type: 'proof_answered', proofDelivery, success })
  const endMs = watchUntil.getTime() + PROOF_LIFE_MS
  for (let delayMs = PROOF_DELAY_MS; record.payment?.proofDelivery === 'pending'; delayMs *= 2) {
    const isLast = client.clock.now().getTime() > endMs
    try {
      const state = await client.proveCharge(watchUrl, preimage)
      answer(undefined, state.kind === 'charge' ? state.success : undefined)
    } catch (error) {
      // Only a refusal by the BFF itself is final. A proxy's answer in its place may be temporary, so retry.
      const isRefused = isLeydenError(error) && !error.retryable && error.contentType === undefined
      if (isRefused || isLast) answer('refused')
      else await pauseUntilReturn(Math.min(delayMs, MAX_PROOF_DELAY_MS))
    }
  }
}

/** Waits for this time, or until the person or the network comes back. */
function pauseUntilReturn(ms: number): Promise<void> {
  let stop = () => {}
  return new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    stop = callAll([() => clearTimeout(timer), onReturn(resolve)])
  }).finally(() => stop())
}

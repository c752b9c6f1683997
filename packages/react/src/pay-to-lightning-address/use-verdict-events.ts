import { useEffect, useRef } from 'react'
import type { LightningAddressEntry } from '../lightning-address/use-lightning-address.js'
import type { PayEvent } from '../pay-flow/index.js'

/** Tells the flow what the field finds out; the flow numbers look-ups, so that a late answer is nobody's. */
export function useVerdictEvents(
  { verdict, locked, text }: LightningAddressEntry,
  attempts: { current: number },
  send: (event: PayEvent) => void,
): void {
  const looked = useRef<{ address: string; attempt: number } | null>(null)
  const lockedTo = locked ? text : null
  const before = useRef(lockedTo)
  useEffect(() => {
    // Another recipient from the page is another payment.
    if (before.current !== lockedTo) send({ type: 'changed_address' })
    before.current = lockedTo
  }, [lockedTo, send])

  useEffect(() => {
    const attemptFor = (address: string) => {
      if (looked.current?.address !== address) {
        looked.current = { address, attempt: ++attempts.current }
        send({ type: 'looked', ...looked.current })
      }
      return looked.current.attempt
    }
    switch (verdict.status) {
      case 'empty':
      case 'typing':
        looked.current = null
        return send({ type: 'cleared' })
      case 'looking':
        looked.current = null
        attemptFor(verdict.address)
        return
      case 'invalid':
        looked.current = null
        return send({ type: 'refused', address: verdict.address, problem: verdict.problem })
      case 'unreachable':
        return send({ type: 'unreachable', attempt: attemptFor(verdict.address), error: verdict.error })
      case 'found':
        return send({ type: 'found', attempt: attemptFor(verdict.address), recipient: verdict.recipient })
      default:
        return verdict satisfies never
    }
  }, [verdict, attempts, send])
}

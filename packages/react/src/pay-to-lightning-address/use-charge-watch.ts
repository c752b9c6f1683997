import type { Client, WatchState } from '@leyden/core'
import { checkPreimage } from '@leyden/core/invoice'
import type { CheckedCharge, PayEvent } from '@leyden/core/pay'
import { useEffect } from 'react'
import { onReturn } from '../provider/page-signals.js'

/** After the grace time, how long the last look may take. */
const LAST_LOOK_MS = 3_000
/** Timers take no longer delays than this. */
const MAX_DELAY_MS = 2 ** 31 - 1

/**
 * Follows a charge that can be paid, and its clock: what the BFF says of it, at once when the person comes back
 * from a wallet, from sleep or from a tunnel; its expiry; and the end of its grace time. Reports events only.
 */
export function useChargeWatch(
  client: Client,
  charge: CheckedCharge | undefined,
  send: (event: PayEvent) => void,
): void {
  useEffect(() => {
    if (!charge) return
    const stop = new AbortController()
    const { signal } = stop
    const refresh = charge.watchUrl
      ? client.watch(charge.watchUrl, { signal, onState: (state) => report(charge, state, send) }).refresh
      : () => {}

    const clocks = [
      at(charge.expiresAt, () => send({ type: 'expired', id: charge.id })),
      at(charge.watchUntil, refresh),
      at(new Date(charge.watchUntil.getTime() + LAST_LOOK_MS), () => {
        stop.abort()
        send({ type: 'watch_ended', id: charge.id })
      }),
    ]
    // Timers stand still while a device sleeps.
    const stopListening = onReturn(() => {
      if (!signal.aborted) refresh()
      for (const clock of clocks) clock.look()
    })
    return () => {
      stop.abort()
      stopListening()
      for (const clock of clocks) clock.stop()
    }
  }, [client, charge, send])
}

function report(charge: CheckedCharge, state: WatchState, send: (event: PayEvent) => void): void {
  if (state.kind !== 'charge') return
  if (state.status === 'expired') send({ type: 'expired', id: charge.id })
  if (state.status !== 'paid') return
  const { evidence = 'app', preimage, success } = state
  const proves = preimage !== undefined && checkPreimage(preimage, charge.id)
  if (evidence === 'preimage' && !proves) return
  const when = new Date(state.at)
  send({
    type: 'paid',
    id: charge.id,
    evidence,
    at: Number.isNaN(when.getTime()) ? new Date() : when,
    ...(proves && { preimage }),
    ...(success && { success }),
  })
}

function at(moment: Date, act: () => void): { look: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let done = false
  const look = () => {
    if (done) return
    clearTimeout(timer)
    const delayMs = moment.getTime() - Date.now()
    if (delayMs > 0) {
      timer = setTimeout(look, Math.min(delayMs, MAX_DELAY_MS))
      return
    }
    done = true
    act()
  }
  timer = setTimeout(look, 0)
  return {
    look,
    stop: () => {
      done = true
      clearTimeout(timer)
    },
  }
}

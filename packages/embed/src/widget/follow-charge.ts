import type { Client } from '@leyden/core'
import type { CheckedCharge } from '@leyden/core/pay'
import type { Ending } from '../outcome/outcome.js'
import { unseenEnding } from './pay-ending.js'

/** Charges that are followed without a widget, by payment hash. */
const followed = new Map<string, AbortController>()

/** A widget shows this charge's end itself: nobody else has to tell it again. */
export function stopFollowing(chargeId: string): void {
  followed.get(chargeId)?.abort()
}

/** Watches charges whose widget is gone until one is paid or the time of all is over. */
export function followCharges(
  client: Client,
  charges: readonly CheckedCharge[],
  {
    signal,
    onPaid,
    onOver,
  }: {
    signal: AbortSignal
    onPaid: (charge: CheckedCharge, evidence: Evidence) => void
    onOver: (ending: Ending) => void
  },
): void {
  const open = charges.filter((charge) => charge.watchUrl !== undefined)
  const newest = open[0]
  if (!newest) return
  const life = new AbortController()
  const stop = () => life.abort()
  signal.addEventListener('abort', stop, { once: true })
  life.signal.addEventListener('abort', () => {
    for (const { id } of open) if (followed.get(id) === life) followed.delete(id)
  })

  for (const charge of open) {
    followed.get(charge.id)?.abort()
    followed.set(charge.id, life)
    const watch = client.watch(charge.watchUrl ?? '', {
      signal: life.signal,
      onState(state) {
        if (state.kind !== 'charge' || state.status !== 'paid') return
        life.abort()
        onPaid(charge, state.evidence ?? 'app')
      },
    })
    for (const name of ['online', 'pageshow', 'focus'])
      window.addEventListener(name, watch.refresh, { signal: life.signal })
    document.addEventListener('visibilitychange', watch.refresh, { signal: life.signal })
  }

  const lastMs = Math.max(...open.map(({ watchUntil }) => watchUntil.getTime())) - Date.now()
  const timer = setTimeout(
    () => {
      life.abort()
      onOver(unseenEnding(newest))
    },
    Math.max(0, lastMs),
  )
  life.signal.addEventListener('abort', () => clearTimeout(timer))
}

type Evidence = 'preimage' | 'verify' | 'app'

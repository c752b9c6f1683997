import { onReturn } from '../provider/page-signals.js'
import type { HeldSession, RampEvent, RampState } from '../ramp-flow/index.js'
import type { RampFlow } from './ramp-engine.js'

/** How long before its end a session that is shown is said to end. */
export const ENDING_MS = 120_000
/** A link is renewed this long before its end, so that nobody follows one that dies on the way. */
const RENEW_MS = 30_000
/** How long a frame may say nothing before the fallback link is shown. */
const SILENT_MS = 10_000
/** A link that nobody follows is renewed so often, then by a click only: a forgotten page burns no sessions. */
const MAX_RENEWALS = 3
/** `setTimeout` takes no more than 31 bits. */
const MAX_TIMEOUT_MS = 2_147_483_647

interface TimerTools {
  now: () => number
  renew: () => void
}

/** Sends the events that time brings: silence, a session's last minutes, its end, the renewal of its link. */
export function startSessionTimers(flow: RampFlow, { now, renew }: TimerTools): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let loadingSince = now()
  let renewals = 0

  const schedule = (): void => {
    clearTimeout(timer)
    const due = dueIn(flow.getState())
    const next = due.reduce((soonest, { at }) => Math.min(soonest, at), Number.POSITIVE_INFINITY)
    if (next === Number.POSITIVE_INFINITY) return
    timer = setTimeout(onTimer, Math.min(Math.max(next - now(), 0), MAX_TIMEOUT_MS))
  }

  const onTimer = () => {
    const [first] = dueIn(flow.getState())
      .filter(({ at }) => at <= now())
      .sort((a, b) => a.at - b.at)
    if (first) first.act()
    schedule()
  }

  const dueIn = (state: RampState): { at: number; act: () => void }[] => {
    const send = (at: number, event: RampEvent) => ({ at, act: () => flow.send(event) })
    const over = ({ id, expiresAt }: HeldSession) => send(expiresAt.getTime(), { type: 'expired', id })
    const fallbackLink =
      'fallbackLink' in state && state.fallbackLink?.status === 'ready'
        ? [over(state.fallbackLink.session)]
        : []
    switch (state.status) {
      case 'loading':
      case 'open': {
        const { id, expiresAt } = state.session
        return [
          ...fallbackLink,
          over(state.session),
          ...(state.ending ? [] : [send(expiresAt.getTime() - ENDING_MS, { type: 'ending', id })]),
          ...(state.status === 'loading' ? [send(loadingSince + SILENT_MS, { type: 'silent', id })] : []),
        ]
      }
      case 'handoff': {
        if (state.opened) return []
        const mayRenew = renewals < MAX_RENEWALS && document.visibilityState === 'visible'
        if (!mayRenew) return [over(state.session)]
        const act = () => {
          renewals++
          renew()
        }
        return [{ at: state.session.expiresAt.getTime() - RENEW_MS, act }]
      }
      case 'resumed':
        return [over(state.session)]
      default:
        return fallbackLink
    }
  }

  const unlisten = flow.subscribe((state, before) => {
    if (state.status === 'loading' && before.status !== 'loading') loadingSince = now()
    if (state.status !== 'handoff' && state.status !== 'creating') renewals = 0
    schedule()
  })
  // Timers sleep with the device and are slowed down in hidden tabs.
  const stay = onReturn(schedule)
  schedule()
  return () => {
    clearTimeout(timer)
    unlisten()
    stay()
  }
}

import { callAll, endsWatch, UNKNOWN_HERE } from '@leyden/core/internal'
import { createFlow } from '../../foundation/flow/create-flow.js'
import { type Watch, watchUntilStopped } from '../../foundation/flow/watch-until-stopped.js'
import { onReturn } from '../../foundation/page/on-return.js'
import { setAlarm } from '../../foundation/page/set-alarm.js'
import type { RampOutcome } from '../../foundation/reports/widget-outcome.js'
import { rampTransition } from '../flow/ramp-flow.js'
import { reportedRampOutcome } from '../flow/ramp-outcome.js'
import type { CheckedSession } from '../flow/ramp-session.js'
import { linkedSession, type RampEvent, type RampState, watchedSessions } from '../flow/ramp-state.js'
import type { RampFlow, RampSettings } from '../ramp-settings.js'
import { saveSessions } from './session-storage.js'
import type { Place } from './session-storage-key.js'

/** Watches each session while it may still complete. */
export function watchSessions(flow: RampFlow, settings: () => Pick<RampSettings, 'client'>): () => void {
  const watches = new Map<string, Watch>()

  const follow = () => {
    const watched = watchedSessions(flow.getState())
    for (const [id, watch] of watches)
      if (!watched.some((session) => session.id === id)) {
        watch.stop()
        watches.delete(id)
      }
    for (const { id, watchUrl } of watched) {
      if (watchUrl === undefined || watches.has(id)) continue
      const watch = watchUntilStopped(settings().client, watchUrl, {
        onState: (state) => {
          if (state.kind === 'ramp') flow.send({ type: 'watched', id, ...state })
        },
        onError: (error) => {
          // What nobody knows here may still complete, so the page stays at its session.
          if (endsWatch(error) && error.reason !== UNKNOWN_HERE) flow.send({ type: 'forgotten', id })
        },
      })
      watches.set(id, watch)
    }
  }

  follow()
  return callAll([
    flow.subscribe(follow),
    () => {
      for (const watch of watches.values()) watch.stop()
    },
  ])
}

/**
 * Goes on with the sessions of a widget that was removed: closes its view, and follows and stores what becomes of them.
 *
 * @param end is called when the server reports the end of one of them
 * @returns a function that stops it
 */
export function followSessions(
  state: RampState,
  settings: Place,
  end: (outcome: RampOutcome) => void,
): () => void {
  const flow: RampFlow = createFlow(state, rampTransition)
  const marks = { reported: new Set<string>(), own: new Set<string>() }
  const stop = callAll([
    flow.subscribe((next, _, event) => {
      const outcome = event.type === 'watched' ? reportedRampOutcome(event, event.id) : undefined
      // Nobody sees the end in a widget, so a later one does not report it again.
      saveSessions(settings, outcome ? rampTransition(next, { type: 'closed' }) : next, marks)
      if (outcome) end(outcome)
    }),
    watchSessions(flow, () => settings),
  ])
  flow.send({ type: 'closed' })
  return stop
}

/** How long before the expiry of a session a notice is shown, in milliseconds. */
export const ENDING_MS = 120_000
/**
 * How long before its expiry a link is renewed, in milliseconds, so that nobody follows a link that expires meanwhile.
 */
const RENEW_MS = 30_000
/** How long a frame may send no message before the fallback link is shown, in milliseconds. */
const SILENT_MS = 10_000
/** How many times a link is renewed without a click. A forgotten page must not use up sessions. */
const MAX_RENEWALS = 3

/** Sends the events of timers: a silent frame, a session's last minutes, its end, the renewal of its link. */
export function startSessionTimers(
  flow: RampFlow,
  settings: () => RampSettings,
  renewLink: () => void,
): () => void {
  const clock = () => settings().client.clock
  let cancelAlarms = () => {}
  let loadingSince = clock().now().getTime()
  let renewals = 0

  const setAlarms = () => {
    cancelAlarms()
    const due = dueIn(flow.getState()).sort((one, other) => one.at - other.at)
    cancelAlarms = callAll(due.map(({ at, act }) => setAlarm(clock(), new Date(at), act)))
  }

  const dueIn = (state: RampState): { at: number; act: () => void }[] => {
    const send = (at: number, event: RampEvent) => ({ at, act: () => flow.send(event) })
    const over = ({ id, expiresAt }: CheckedSession) => send(expiresAt.getTime(), { type: 'expired', id })
    // The link of an open session is offered until the session expires.
    const withLink = (session: CheckedSession) => (session.widgetUrl === undefined ? [] : [over(session)])
    const linked = linkedSession(state)
    const fallback = linked ? [over(linked)] : []
    switch (state.status) {
      case 'loading':
      case 'open': {
        const { id, expiresAt } = state.session
        return [
          ...fallback,
          ...(state.ending ? [] : [send(expiresAt.getTime() - ENDING_MS, { type: 'ending', id })]),
          ...(state.status === 'loading' ? [send(loadingSince + SILENT_MS, { type: 'silent', id })] : []),
          over(state.session),
        ]
      }
      case 'handoff': {
        if (state.opened) return withLink(state.session)
        const mayRenew = renewals < MAX_RENEWALS && document.visibilityState === 'visible'
        if (!mayRenew) return [over(state.session)]
        const act = () => {
          renewals++
          renewLink()
        }
        return [{ at: state.session.expiresAt.getTime() - RENEW_MS, act }]
      }
      case 'resumed':
        return [over(state.session)]
      case 'cancelled':
        return withLink(state.session)
      default:
        return fallback
    }
  }

  setAlarms()
  return callAll([
    flow.subscribe((state, before) => {
      if (state.status === 'loading' && before.status !== 'loading') loadingSince = clock().now().getTime()
      if (state.status !== 'handoff' && state.status !== 'creating') renewals = 0
      setAlarms()
    }),
    // A link is renewed only while the page is visible.
    onReturn(setAlarms),
    () => cancelAlarms(),
  ])
}

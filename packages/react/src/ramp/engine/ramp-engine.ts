import { callAll, messageReference } from '@leyden/core/internal'
import { createFlow, mountOnce } from '../../foundation/flow/create-flow.js'
import { rampTransition } from '../flow/ramp-flow.js'
import type { CheckedSession } from '../flow/ramp-session.js'
import {
  leftSession,
  movingSession,
  type Presentation,
  type RampState,
  rampIdle,
  watchedSessions,
} from '../flow/ramp-state.js'
import { frameOf } from '../flow/ramp-view.js'
import type { RampFlow, RampSettings } from '../ramp-settings.js'
import { type FrameAttributes, fitFrame, frameAttributes, listenToFrame, listenToRefusals } from './frame.js'
import { notifyOnChange } from './ramp-reports.js'
import { createSessionRequests, type GuestEntry, isLinkImpossible, knownBlocker } from './session-requests.js'
import { loadSessions, saveSessions } from './session-storage.js'
import { startSessionTimers, watchSessions } from './session-watch.js'
import { asksGuest, openWaitingTab, type WaitingTab } from './waiting-tab.js'

/**
 * The engine of one ramp widget: requests, watches, timers, storage, messages. It does not depend on React: its view
 * passes the current settings to `update`, and renders `getState`.
 */
export interface RampEngine {
  /** The state of the purchase. */
  getState(): RampState
  /** Calls the listener at each change of state. @returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** Sets the current settings. If the request changes while a session is shown, another session starts. */
  update(settings: RampSettings): void
  /** Starts the engine. @returns a function that stops it. */
  mount(): () => void
  /**
   * Makes a session, or goes on with the open one. Asks a guest for the missing details first; `entry` is what the guest
   * has entered.
   */
  start(entry?: GuestEntry): void
  /** Makes a further session, although another one may be open. For an order, the BFF may refuse it. */
  startNewSession(): void
  /**
   * The session without an order that the person has left and may go on with: it is open, this page load has its link,
   * and the page's request is still the same.
   */
  openSession(settings: RampSettings): CheckedSession | undefined
  /** The last entries of a guest. */
  entry(): GuestEntry
  /** Requests a link beside the frame, or in place of a blocked one. */
  requestFallbackLink(): void
  /** Reports that the person followed the link to the session of this id. */
  linkOpened(id: string): void
  /** Closes the view; sessions that may still complete are still watched. */
  close(): void
  /** The attributes of the frame: the same object while the frame is shown; null without a frame. */
  frameAttributes(): FrameAttributes | null
  /** Sets the frame that is in the page now, whose messages are read; null if there is none. */
  setFrame(frame: HTMLIFrameElement | null): void
}

/** Makes the engine of one ramp widget. It does nothing until it is mounted. */
export function createRampEngine(initial: RampSettings): RampEngine {
  let settings = initial
  let started = false
  let frame: HTMLIFrameElement | null = null
  let attributes: FrameAttributes | null = null
  let tab: WaitingTab | null = null
  const flow: RampFlow = createFlow(rampIdle, rampTransition)
  const current = () => settings
  const requests = createSessionRequests(flow, current)
  const stored = { reported: new Set<string>(), own: new Set<string>() }
  /** The request of each session, by the session's id. */
  const requestKeys = new Map<string, string>()

  const presentationOf = (): Presentation => (settings.presentation === 'tab' ? 'link' : 'frame')
  const fallsBackAutomatically = () => (settings.presentation ?? 'auto') === 'auto'

  interface Start {
    entry?: GuestEntry | undefined
    opened?: WaitingTab | null | undefined
    after?: string | undefined
    isNew?: boolean | undefined
  }

  /** The server knows which session of an order is open, on all devices. For others only this page has the link. */
  const openSession = (asked: RampSettings) => {
    const session = leftSession(flow.getState())
    if (!session || asked.order !== undefined || requestKeys.get(session.id) !== requestKey(asked))
      return undefined
    return session.expiresAt > asked.client.clock.now() ? session : undefined
  }

  const begin = ({ entry, opened, after, isNew = false }: Start) => {
    const { status } = flow.getState()
    const isBusy = status === 'creating' || status === 'loading'
    if (!isBusy) started = true
    const problem = knownBlocker(settings)
    const isDeadEnd = isLinkImpossible(problem, settings)
    const known = requests.entry().email
    const guest = settings.guest || known !== undefined
    // A renewal reuses the guest's e-mail address; a new start asks again.
    const isAsked = !entry && (status === 'idle' || known === undefined) && asksGuest({ ...settings, guest })
    const isLink = presentationOf() === 'link'
    const isBlocking = settings.order !== undefined && status !== 'processing'
    const moving = isBlocking ? movingSession(flow.getState()) : undefined
    const open = isNew ? undefined : openSession(settings)
    if (isBusy || !isLink || isDeadEnd || isAsked || moving || open) opened?.close()
    if (isBusy) return
    // A further session of this purchase could be paid twice.
    if (moving) return flow.send({ type: 'returned', id: moving.id })
    if (open) return goOn(open, isLink, isLink || problem !== undefined || status === 'handoff')
    if (isAsked && !isDeadEnd) return flow.send({ type: 'asked' })
    if (problem && (isDeadEnd || !isLink)) return flow.send({ type: 'blocked', reason: problem })
    if (isLink) tab = opened ?? openWaitingTab(settings.waitingText ?? '')
    requests.request(presentationOf(), entry, after)
  }

  /** Offers the open session before a new one, or opens its page if it was offered. */
  const goOn = ({ id }: CheckedSession, opensTab: boolean, isLink: boolean) => {
    if (flow.getState().status === 'idle') return flow.send({ type: 'returned', id })
    if (opensTab) tab = openWaitingTab(settings.waitingText ?? '')
    flow.send({ type: 'continued', id, presentation: isLink ? 'link' : 'frame' })
  }

  /** Points the tab of the click at the session, or closes it if there is none to show. */
  const followTab = (state: RampState) => {
    if (!tab || state.status === 'creating') return
    const { widgetUrl = '', id = '' } = state.status === 'handoff' ? state.session : {}
    const isShown = widgetUrl !== '' && tab.show(widgetUrl)
    if (!isShown) tab.close()
    tab = null
    if (isShown) flow.send({ type: 'link_opened', id })
  }

  flow.subscribe((state, before, event) => {
    if (event.type === 'created') requestKeys.set(event.session.id, requestKey(settings))
    followTab(state)
    const shown = frameOf(state)?.session
    if (!shown) attributes = null
    else if (frameOf(before)?.session.id !== shown.id) attributes = frameAttributes(shown, settings.needs)
    const isBlocked = state.status === 'blocked' && before.status !== 'blocked'
    if (
      isBlocked &&
      !state.fallbackLink &&
      fallsBackAutomatically() &&
      !isLinkImpossible(state.reason, settings)
    )
      requests.requestFallbackLink()
    if (state.status === 'open' && state.quiet && before.status === 'loading') warn(state.session.origin)
  })

  const start = () => {
    const stop = callAll([
      notifyOnChange(flow, current, stored.reported),
      flow.subscribe((state) => saveSessions(settings, state, stored)),
      watchSessions(flow, current),
      startSessionTimers(flow, current, () => requests.request('link')),
      listenToFrame(flow, current, () => frame),
      fitFrame(() => frame),
      listenToRefusals(flow),
    ])
    if (flow.getState().status === 'idle' && watchedSessions(flow.getState()).length === 0) {
      const { session, earlier, reported } = loadSessions(settings)
      for (const id of reported) stored.reported.add(id)
      flow.send({ type: 'restored', session, earlier })
    }
    if (settings.autoStart && !started && flow.getState().status === 'idle') begin({ opened: settings.tab })
    return stop
  }

  return {
    getState: flow.getState,
    subscribe: flow.subscribe,
    update(next) {
      const changed = requestKey(next) !== requestKey(settings)
      settings = next
      if (changed && isRestarted(flow.getState())) requests.request(presentationOf())
    },
    mount: mountOnce(start, () => {
      requests.abort()
      tab?.close()
    }),
    start: (entry) => begin({ entry }),
    startNewSession() {
      const [newest] = watchedSessions(flow.getState())
      begin({ after: settings.order === undefined ? undefined : newest?.id, isNew: true })
    },
    openSession,
    entry: requests.entry,
    requestFallbackLink: requests.requestFallbackLink,
    linkOpened: (id) => flow.send({ type: 'link_opened', id }),
    close: () => flow.send({ type: 'closed' }),
    frameAttributes: () => attributes,
    setFrame: (element) => {
      frame = element
    },
  }
}

/** The request of a session as a text, to compare it by value: new objects and callbacks of the page change nothing. */
function requestKey(settings: RampSettings): string {
  const { quoteCurrency, baseCurrency, destination, email, metadata, order, fetchSession } = settings
  const entries = Object.entries(metadata ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const signed = typeof order === 'function' ? 'function' : order
  const isFetched = fetchSession !== undefined
  return JSON.stringify([quoteCurrency, baseCurrency, destination, email, entries, signed, isFetched])
}

/** Whether a changed request makes a new session: if a session is shown, and no money moves yet. */
function isRestarted(state: RampState): boolean {
  if (state.status === 'processing') return false
  return state.status === 'creating' || state.status === 'handoff' || frameOf(state) !== null
}

/** Silence proves nothing, because many ramps post no messages. */
function warn(origin: string): void {
  console.warn(
    `Leyden: the ramp page of ${origin} has sent no message for 10 s. If its frame stays blank, check whether it ` +
      "may be framed by this page (its frame-ancestors), whether this page's Content-Security-Policy names it in " +
      `frame-src, and what the findings of useRampWidget() say. See ${messageReference('RAMP_PAGE_SILENT')}`,
  )
}

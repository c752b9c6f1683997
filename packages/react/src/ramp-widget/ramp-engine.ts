import { frameOf, type RampState, type Way, watchedSessions } from '../ramp-flow/index.js'
import { createFlow, type FlowListener } from './flow.js'
import { type FrameAttributes, fitFrame, frameAttributes, hearFrame, hearRefusals } from './frame.js'
import type { RampSettings } from './ramp-options.js'
import { keepTime } from './session-clock.js'
import { defaultFeatures, type GuestEntry, openSessionDesk, provenProblem } from './session-desk.js'
import { memorize, recall } from './session-memory.js'
import { watchSessions } from './session-watch.js'
import { tellPage } from './teller.js'

/** One widget's work behind the scenes: requests, watches, clock, memory, messages. Without React. */
export interface RampEngine {
  state(): RampState
  listen(listener: FlowListener): () => void
  /** The present settings; a change of what is asked for starts another session where one is under way. */
  update(settings: RampSettings): void
  /** Starts working in a page, and returns what stops it. */
  work(): () => void
  start(entry?: GuestEntry): void
  /** What a guest typed last. */
  entry(): GuestEntry
  askWayOut(): void
  /** The link to the session of this id was followed. */
  left(id: string): void
  close(): void
  /** Attributes of the frame, the same ones from its first to its last moment; null while there is none. */
  frameAttributes(): FrameAttributes | null
  setFrame(frame: HTMLIFrameElement | null): void
}

export function createRampEngine(initial: RampSettings): RampEngine {
  let settings = initial
  let started = false
  let workers = 0
  let frame: HTMLIFrameElement | null = null
  let attributes: FrameAttributes | null = null
  const flow = createFlow()
  const desk = openSessionDesk(flow, () => settings)
  const memory = { told: new Set<string>(), own: new Set<string>() }

  const wayOf = (): Way => (settings.presentation === 'tab' ? 'link' : 'frame')
  const goesOnByItself = () => (settings.presentation ?? 'auto') === 'auto'

  const begin = (entry?: GuestEntry) => {
    const { status } = flow.state()
    if (status === 'creating' || status === 'loading') return
    started = true
    const isGuest = settings.guest || desk.entry().email !== undefined
    // Said before, it is taken again; from the start it may be said anew.
    const isAsked = isGuest && (status === 'idle' || desk.entry().email === undefined)
    if (isAsked && !entry && settings.email === undefined) return flow.send({ type: 'asked' })
    const problem = wayOf() === 'frame' ? provenProblem(settings) : undefined
    if (problem) flow.send({ type: 'blocked', reason: problem })
    else desk.request(wayOf(), entry)
  }

  flow.listen((state, before) => {
    const shown = frameOf(state)?.session
    if (shown?.widgetUrl === undefined) attributes = null
    else if (frameOf(before)?.session.id !== shown.id)
      attributes = frameAttributes(
        { ...shown, widgetUrl: shown.widgetUrl },
        settings.features ?? defaultFeatures,
      )
    const isBlocked = state.status === 'blocked' && before.status !== 'blocked'
    if (isBlocked && !state.wayOut && goesOnByItself()) desk.requestWayOut()
    if (state.status === 'open' && state.quiet && before.status === 'loading') warn(state.session.origin)
  })

  return {
    state: flow.state,
    listen: flow.listen,
    update(next) {
      const changed = requestKey(next) !== requestKey(settings)
      settings = next
      if (changed && isRestarted(flow.state())) desk.request(wayOf())
    },
    work() {
      workers++
      const ends = [
        tellPage(flow, () => settings, memory.told),
        flow.listen((state) => memorize(settings, state, memory)),
        watchSessions(flow, () => settings.client),
        keepTime(flow, {
          now: () => settings.client.clock.now().getTime(),
          renew: () => desk.request('link'),
        }),
        hearFrame(flow, { frame: () => frame, adapter: () => settings.messageAdapter }),
        fitFrame(() => frame),
        hearRefusals(flow),
      ]
      if (flow.state().status === 'idle' && watchedSessions(flow.state()).length === 0) {
        const { session, earlier, told } = recall(settings)
        for (const id of told) memory.told.add(id)
        flow.send({ type: 'restored', earlier, ...(session && { session }) })
      }
      if (settings.autoStart && !started && flow.state().status === 'idle') begin()
      return () => {
        for (const end of ends) end()
        // StrictMode stops and starts again at once; only whoever stays away has left.
        setTimeout(() => {
          if (--workers === 0) desk.abandon()
        })
      }
    },
    start: begin,
    entry: desk.entry,
    askWayOut: desk.requestWayOut,
    left: (id) => flow.send({ type: 'left', id }),
    close: () => flow.send({ type: 'closed' }),
    frameAttributes: () => attributes,
    setFrame: (element) => {
      frame = element
    },
  }
}

/** What a session is made for, by value: fresh objects and callbacks of the page change nothing. */
function requestKey({ quoteCurrency, baseCurrency, destination, email, metadata }: RampSettings): string {
  const entries = Object.entries(metadata ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([quoteCurrency, baseCurrency, destination, email, entries])
}

/** Whether a changed request starts over from here: where a session is shown, and no money moves yet. */
function isRestarted(state: RampState): boolean {
  if (state.status === 'processing') return false
  return state.status === 'creating' || state.status === 'handoff' || frameOf(state) !== null
}

/** Silence proves nothing: many providers post no messages. */
function warn(origin: string): void {
  console.warn(
    `Leyden: the ramp page of ${origin} has said nothing for 10 s. If its frame stays blank, see whether it ` +
      "may be framed by this page (its frame-ancestors), whether this page's Content-Security-Policy names it in " +
      'frame-src, and what the findings of useRampWidget() say.',
  )
}

import { LeydenError, type RampSession, type RampSessionRequest } from '@leyden/core'
import { fieldsOf, messageReference, parseUrl, rampSessionOf } from '@leyden/core/internal'
import { callPageFunction } from '../../foundation/page/call-page.js'
import { reportedError } from '../../foundation/provider/warn-developer.js'
import { leydenKeys } from '../../foundation/query/leyden-keys.js'
import { runAttempt } from '../../foundation/query/own-mutation.js'
import { type CheckedSession, checkRampSession } from '../flow/ramp-session.js'
import type { BlockReason, Presentation, RampState } from '../flow/ramp-state.js'
import type { RampOptions } from '../ramp-options.js'
import type { RampFlow, RampSettings } from '../ramp-settings.js'
import { checkEnvironment } from './check-environment.js'

/** The entries of a guest. They are kept only in memory, for a renewal. */
export interface GuestEntry {
  email?: string | undefined
  destination?: string | undefined
}

export const defaultFeatures: readonly string[] = ['camera', 'payment', 'clipboard-write']
export const defaultNeeds: readonly string[] = ['camera']

/** Requests sessions from the server, one request per attempt, and passes them to the flow if they may be shown. */
export function createSessionRequests(flow: RampFlow, settings: () => RampSettings) {
  let attempts = 0
  let entry: GuestEntry = {}
  let pending: { attempt: number; abort: AbortController } | null = null

  // Requests what the flow waits for, and nothing else.
  flow.subscribe((state) => {
    const awaited = awaitedOf(state)
    if (pending?.attempt === awaited?.attempt) return
    pending?.abort.abort()
    pending = awaited && { attempt: awaited.attempt, abort: new AbortController() }
    if (awaited && pending) void make(awaited.attempt, awaited.presentation, pending.abort.signal)
  })

  const make = async (attempt: number, presentation: Presentation, signal: AbortSignal): Promise<void> => {
    try {
      const session = await obtain(settings(), entry, signal)
      if (signal.aborted) return
      const problem = presentation === 'frame' ? knownBlocker(settings(), session.origins) : undefined
      if (problem) flow.send({ type: 'blocked', reason: problem, session })
      else flow.send({ type: 'created', attempt, session })
    } catch (cause) {
      if (signal.aborted) return
      const error = reportedError(cause, settings().client, 'The request for a session')
      const problem = guestProblem(error, settings(), entry)
      flow.send({ type: 'not_created', attempt, error, problem })
    }
  }

  return {
    /** Requests a session for the frame, or for a link if `presentation` is `link`. */
    request(presentation: Presentation, typed?: GuestEntry) {
      if (typed) entry = typed
      flow.send({ type: 'requested', attempt: ++attempts, presentation })
    },
    /** Requests a session for a link, beside the frame or in place of it. */
    requestFallbackLink() {
      flow.send({ type: 'link_requested', attempt: ++attempts })
    },
    /** The last entries of the guest. */
    entry: () => entry,
    /** Cancels a pending request. */
    abort: () => pending?.abort.abort(),
  }
}

function awaitedOf(state: RampState): { attempt: number; presentation: Presentation } | null {
  if (state.status === 'creating') return state
  const fallbackLink = 'fallbackLink' in state ? state.fallbackLink : undefined
  return fallbackLink?.status === 'creating' ? { attempt: fallbackLink.attempt, presentation: 'link' } : null
}

/** Whether not even a link is possible: the BFF gives no sessions to pages with an opaque origin. */
export function isLinkImpossible(
  reason: BlockReason | undefined,
  { fetchSession }: Pick<RampOptions, 'fetchSession'>,
): boolean {
  return reason === 'sandbox' && fetchSession === undefined
}

/** The proven reason why a frame cannot work here. */
export function knownBlocker(settings: RampSettings, origins = settings.rampOrigins ?? []) {
  const { needs = defaultNeeds } = settings
  return checkEnvironment({ origins, needs }).find(({ result }) => result === 'problem')?.check
}

async function obtain(
  settings: RampSettings,
  entry: GuestEntry,
  signal: AbortSignal,
): Promise<CheckedSession> {
  const { client, fetchSession } = settings
  // A session that has expired on arrival may have taken long to arrive, so one more is requested.
  for (let round = 0; ; round++) {
    try {
      const reply = await (fetchSession
        ? fetchOwnSession(settings, fetchSession)
        : createSession(settings, entry, signal))
      // A session of the page's own `fetchSession` needs no list of origins: the page's developer chose the provider.
      const pageOrigin = fetchSession && parseUrl(reply.widget_url)?.origin
      const rampOrigins =
        settings.rampOrigins ?? reply.ramp_origins ?? (pageOrigin === undefined ? undefined : [pageOrigin])
      const session = checkRampSession(reply, { now: client.clock.now(), rampOrigins })
      if (session.watchUrl === undefined) console.warn(UNSEEN)
      return session
    } catch (cause) {
      const { code, reason } = cause as LeydenError
      const isOrderOver = code === 'ORDER_EXPIRED' && typeof settings.order === 'function'
      const isSessionOver = code === 'BAD_RESPONSE' && reason === 'expired'
      if (round === 1 || !(isOrderOver || isSessionOver)) throw cause
    }
  }
}

const UNSEEN =
  'Leyden: this ramp session has no watch_url, so the page cannot see how the purchase ends. Open sessions on your ' +
  `server by bff.rampSession(…), and pass on its reply as it is. See ${messageReference('SESSION_HAS_NO_WATCH')}`

async function createSession(
  settings: RampSettings,
  entry: GuestEntry,
  signal: AbortSignal,
): Promise<RampSession> {
  const { client, queryClient } = settings
  const post = (request: RampSessionRequest) =>
    runAttempt(queryClient, leydenKeys.rampSession(client.baseUrl), signal, (options) =>
      client.createRampSession(request, options),
    )
  const request = await requestOf(settings, entry)
  return post(request).catch((error: LeydenError) => {
    if (error.code !== 'BAD_REQUEST' || error.field !== 'email' || request.email === undefined) throw error
    console.warn(SIGNED_IN)
    return post({ ...request, email: undefined })
  })
}

const SIGNED_IN =
  'Leyden: this visitor is signed in, so the BFF takes the e-mail address of the account and none from the page. ' +
  `Leave out guest and email for users, who are then not asked. See ${messageReference('GUEST_IS_SIGNED_IN')}`

async function fetchOwnSession(settings: RampSettings, call: () => Promise<unknown>): Promise<RampSession> {
  refuseBeside(settings, 'fetchSession', [...FIXED, 'order'])
  const reply = fieldsOf(await callPageFunction('fetchSession', call))
  return rampSessionOf(reply.success === true ? fieldsOf(reply.data) : reply)
}

/** Refuses options that the server sets, so that no developer believes that the page can set them. */
const FIXED = ['email', 'quoteCurrency', 'baseCurrency', 'destination', 'metadata'] as const

function refuseBeside(
  settings: RampSettings,
  option: 'order' | 'fetchSession',
  fixed: readonly (keyof RampOptions)[],
): void {
  const field = fixed.find((name) => settings[name] !== undefined)
  if (field === undefined) return
  const message = `${field} is set beside ${option}, which sets everything. Leave ${field} out.`
  throw new LeydenError('BAD_REQUEST', message, { field })
}

async function requestOf(settings: RampSettings, entry: GuestEntry): Promise<RampSessionRequest> {
  const { order, quoteCurrency, baseCurrency, metadata } = settings
  if (order !== undefined) {
    refuseBeside(settings, 'order', FIXED)
    return { order: typeof order === 'function' ? await callPageFunction('order', order) : order }
  }
  return {
    email: entry.email ?? settings.email,
    quote_currency: quoteCurrency,
    base_currency: baseCurrency,
    destination: settings.destination ?? entry.destination,
    metadata: metadata && { ...metadata },
  }
}

/** The entry of a guest that was refused. The form asks for it again, so the flow does not end. */
function guestProblem(
  { code, field }: LeydenError,
  { order, fetchSession, destination }: RampSettings,
  entry: GuestEntry,
): 'email' | 'destination' | undefined {
  if (order !== undefined || fetchSession !== undefined) return undefined
  if (code === 'INVALID_EMAIL' && field !== 'account') return 'email'
  const isTyped = destination === undefined && entry.destination !== undefined
  return code === 'BAD_REQUEST' && field === 'destination' && isTyped ? 'destination' : undefined
}

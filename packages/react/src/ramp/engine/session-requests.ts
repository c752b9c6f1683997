import type { LeydenError, RampOrderSession, RampSession, RampSessionRequest } from '@leyden/core'
import { fieldsOf, isRecord, messageReference, parseUrl, rampSessionOf } from '@leyden/core/internal'
import { bytesToHex, randomBytes } from '@noble/hashes/utils.js'
import { reportedError } from '../../foundation/errors/warn-developer.js'
import { callForSignedText, callPageFunction, wrongOption } from '../../foundation/errors/wrong-option.js'
import { rampSessionKey } from '../../foundation/query/keys.js'
import { runAttempt } from '../../foundation/query/own-mutation.js'
import { type CheckedSession, checkOrderSessions, checkRampSession } from '../flow/ramp-session.js'
import { type BlockReason, type Presentation, type RampState, watchedSessions } from '../flow/ramp-state.js'
import type { RampOptions } from '../ramp-options.js'
import type { RampFlow, RampSettings } from '../ramp-settings.js'
import { checkEnvironment } from './check-environment.js'

/** The entries of a guest. They are kept only in memory, for a renewal. */
export interface GuestEntry {
  email?: string | undefined
  destination?: string | undefined
}

export const defaultNeeds: readonly string[] = ['camera']

/** Requests sessions from the server, one request per attempt, and passes them to the flow if they may be shown. */
export function createSessionRequests(flow: RampFlow, settings: () => RampSettings) {
  let attempts = 0
  let entry: GuestEntry = {}
  let pending: { attempt: number; abort: AbortController } | null = null
  const withKey = createRequestKeys()

  // Requests what the flow waits for, and nothing else.
  flow.subscribe((state) => {
    const awaited = awaitedOf(state)
    if (pending?.attempt === awaited?.attempt) return
    pending?.abort.abort()
    pending = awaited && { attempt: awaited.attempt, abort: new AbortController() }
    if (awaited && pending) void make(awaited, pending.abort.signal)
  })

  const make = async ({ attempt, presentation, after }: Awaited, signal: AbortSignal): Promise<void> => {
    try {
      const [latest] = watchedSessions(flow.getState())
      const asked = { ...entry, after, watchUrl: latest?.watchUrl }
      const { session, reply } = await obtain(settings(), withKey, asked, signal)
      if (signal.aborted) return
      list(reply.sessions, session)
      const problem = presentation === 'frame' ? knownBlocker(settings(), session.origins) : undefined
      if (problem) flow.send({ type: 'blocked', reason: problem, session })
      else flow.send({ type: 'created', attempt, session })
      report(reply.sessions)
    } catch (cause) {
      if (signal.aborted) return
      const error = reportedError(cause, settings().client, 'The request for a session')
      list(error.sessions)
      report(error.sessions)
      const problem = guestProblem(error, settings(), entry)
      const { retryAfterMs } = error
      const retryAt = retryAfterMs === undefined ? undefined : new Date(Date.now() + retryAfterMs)
      flow.send({ type: 'not_created', attempt, error, retryAt, problem })
    }
  }

  /** Watches all sessions of the order, also those of other tabs and devices. */
  const list = (sessions: readonly RampOrderSession[] = [], own?: CheckedSession) => {
    const { rampOrigins, client } = settings()
    const known = watchedSessions(flow.getState())
    // An error does not have the origins. Those of a session that was checked before are as good.
    const origins = rampOrigins ?? own?.origins ?? known.flatMap(({ origin }) => (origin ? [origin] : []))
    const mode = own?.mode ?? known[0]?.mode
    const others = sessions.filter(({ session_id }) => session_id !== own?.id)
    const checked = checkOrderSessions(others, { rampOrigins: origins, now: client.clock.now(), mode })
    flow.send({ type: 'listed', sessions: checked })
  }

  /** Shows a session of the order that has a sign of payment at once, before its watch reports it. */
  const report = (sessions: readonly RampOrderSession[] = []) => {
    for (const { session_id: id, status, at } of sessions)
      if (status === 'processing' || status === 'needs_review')
        flow.send({ type: 'watched', id, kind: 'ramp', status, at })
  }

  return {
    /**
     * Requests a session for the frame, or for a link if `presentation` is `link`.
     *
     * @param after the session of an order that the new one replaces. Without it, an open one is continued
     */
    request(presentation: Presentation, typed?: GuestEntry, after?: string) {
      if (typed) entry = typed
      flow.send({ type: 'requested', attempt: ++attempts, presentation, after })
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

interface Awaited {
  attempt: number
  presentation: Presentation
  after?: string | undefined
}

function awaitedOf(state: RampState): Awaited | null {
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

/** What a request is made of besides the settings: the entries of a guest, and the session that it replaces. */
type Asked = GuestEntry & Pick<Awaited, 'after'> & Pick<CheckedSession, 'watchUrl'>

async function obtain(
  settings: RampSettings,
  withKey: RequestKeys,
  asked: Asked,
  signal: AbortSignal,
): Promise<{ session: CheckedSession; reply: RampSession }> {
  const { client, fetchSession } = settings
  let { after } = asked
  for (let round = 0; ; round++) {
    try {
      const reply = await (fetchSession
        ? fetchOwnSession(settings, fetchSession)
        : createSession(settings, withKey, { ...asked, after }, signal))
      // A session of the page's own `fetchSession` needs no list of origins: the page's developer chose the ramp.
      const pageOrigin = fetchSession && parseUrl(reply.widget_url)?.origin
      const rampOrigins =
        settings.rampOrigins ?? reply.ramp_origins ?? (pageOrigin === undefined ? undefined : [pageOrigin])
      const session = checkRampSession(reply, { now: client.clock.now(), rampOrigins })
      if (session.watchUrl === undefined) console.warn(UNSEEN)
      return { session, reply }
    } catch (cause) {
      const { code } = cause as LeydenError
      const isOrderOver = code === 'ORDER_EXPIRED' && typeof settings.order === 'function'
      if (round === 1 || !isOrderOver) throw cause
      // The next order of the function has no session yet.
      after = undefined
    }
  }
}

const UNSEEN =
  'Leyden: this ramp session has no watch_url, so the page cannot see how the purchase ends. Open sessions on your ' +
  `server by bff.rampSession(…), and pass on its reply as it is. See ${messageReference('SESSION_HAS_NO_WATCH')}`

type RequestKeys = ReturnType<typeof createRequestKeys>

/**
 * Gives each request an idempotency key. If a request ends without a reply and is sent again as it was, it gets the same
 * key: the server may have opened a session already.
 */
function createRequestKeys() {
  let unanswered: { body: string; key: string } | undefined
  return async <Reply>(
    request: RampSessionRequest,
    send: (key: string) => Promise<Reply>,
  ): Promise<Reply> => {
    const body = JSON.stringify(request)
    const key = unanswered?.body === body ? unanswered.key : bytesToHex(randomBytes(16))
    unanswered = undefined
    return send(key).catch((error: LeydenError) => {
      const { code, status } = error
      if (status === undefined && (code === 'NETWORK' || code === 'TIMEOUT')) unanswered = { body, key }
      throw error
    })
  }
}

async function createSession(
  settings: RampSettings,
  withKey: RequestKeys,
  asked: Asked,
  signal: AbortSignal,
): Promise<RampSession> {
  const { client, queryClient } = settings
  const post = (request: RampSessionRequest) =>
    runAttempt(queryClient, rampSessionKey(client.baseUrl), () =>
      withKey(request, (idempotencyKey) => client.createRampSession(request, { signal, idempotencyKey })),
    )
  const request = await requestOf(settings, asked)
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
  const answer = await callPageFunction('fetchSession', call)
  if (!isRecord(answer) || answer instanceof Response)
    throw wrongOption(
      'fetchSession',
      'The fetchSession function of the page must return a session, and returned something else. Return the object: read a response with response.json().',
    )
  const reply = fieldsOf(answer)
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
  throw wrongOption(field, message)
}

async function requestOf(settings: RampSettings, asked: Asked): Promise<RampSessionRequest> {
  const { order, quoteCurrency, baseCurrency, metadata } = settings
  if (order !== undefined) {
    refuseBeside(settings, 'order', FIXED)
    const signed = typeof order === 'function' ? await callForSignedText('order', order) : order
    return { order: signed, after: asked.after }
  }
  return {
    email: asked.email ?? settings.email,
    quote_currency: quoteCurrency,
    base_currency: baseCurrency,
    destination: settings.destination ?? asked.destination,
    metadata: metadata && { ...metadata },
    watch_url: asked.watchUrl,
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

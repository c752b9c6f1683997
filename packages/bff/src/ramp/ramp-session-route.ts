import { LeydenError, type Mode, type RampSession as WireSession } from '@leyden/core'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { badField } from '../http/bad-field.js'
import { readJson } from '../http/body.js'
import type { Idempotent } from '../http/idempotency.js'
import { operation, type RequestContext, type Route } from '../http/route.js'
import { requestObject } from '../http/schema.js'
import type { Identify, Identity } from '../identity/identity.js'
import type { Spend } from '../limits/limits.js'
import type { RampProvider } from '../provider/provider.js'
import type { Upstream } from '../provider/upstream.js'
import type { Store } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import { randomId } from '../tokens/random-id.js'
import type { Tokens } from '../tokens/tokens.js'
import type { WatchUrl } from '../watch/watch-url.js'
import { createReadRampOrder, isGuest, type RampOrder } from './ramp-fields.js'
import { type RampFieldLimits, RampSession, rampSessionEntries } from './ramp-messages.js'
import { sessionSlot } from './webhook-facts.js'

export interface RampRouteOptions {
  /** Without it there is no ramp. */
  ramp: RampProvider | undefined
  rampOrigins: readonly string[]
  rampFields: RampFieldLimits
  identify: Identify
  challenge: (request: Request, guest: { email: string }) => Promise<boolean>
  spend: Spend
  idempotent: Idempotent
  upstream: Upstream
  store: Store
  tokens: Tokens
  watchUrl: WatchUrl
  /** The public URL without a trailing slash. */
  publicUrl: string
  mode: Mode
  now: () => Date
}

/** Bank transfers settle late, and so do their webhooks. */
const WEBHOOK_LIFE_MS = 31 * 86_400_000

/** `POST /api/v1/ramp-widget`: a session for the person who asks, each field from its owner. */
export function rampSessionRoute(options: RampRouteOptions): Route {
  const { rampOrigins, identify, spend, idempotent, upstream, store, tokens, mode } = options
  const entries = rampSessionEntries(options.rampFields)
  const readRampOrder = createReadRampOrder(options.rampFields)

  /** Opening a session costs the service an e-mail, so it is counted before. */
  async function admit({ request, ip }: RequestContext, identity: Identity, email: string): Promise<void> {
    if (!isGuest(identity)) return spend('sessionsPerHour', `user ${identity.id}`)
    if (!(await options.challenge(request, { email }))) throw badField('challenge', 'was not passed', 403)
    // Where the host does not pass addresses on, all guests share one count.
    await spend('guestSessionsPerHour', ip ?? 'unknown')
    const hash = bytesToHex(sha256(utf8ToBytes(email.toLowerCase()))).slice(0, 32)
    await spend('sessionsPerHour', `guest ${hash}`)
  }

  async function openSession(
    ramp: RampProvider,
    identity: Identity,
    order: RampOrder,
    log: RequestContext['log'],
  ): Promise<{ session: WireSession; subject: RampSubject }> {
    const id = randomId()
    const createdAt = options.now()
    const watchUntil = new Date(createdAt.getTime() + WEBHOOK_LIFE_MS)
    const referenceId = isGuest(identity) ? id : (identity.referenceId ?? id)
    const request = {
      ...order,
      reference_id: referenceId,
      webhook_url: `${options.publicUrl}/webhooks/ramp/${tokens.issue('webhook', id, watchUntil)}`,
    }
    const session = await upstream({ domain: null, log }, async (signal) => {
      const opened = await ramp.createRampSession(request, { signal })
      checkWidgetUrl(opened.widget_url, rampOrigins)
      return opened
    })
    const subject: RampSubject = {
      kind: 'ramp',
      id,
      createdAt: createdAt.toISOString(),
      expiresAt: new Date(session.expires_at).toISOString(),
      watchUntil: watchUntil.toISOString(),
      sessionId: session.session_id,
      guest: isGuest(identity),
      userId: isGuest(identity) ? undefined : identity.id,
      referenceId,
      mode,
    }
    const outcome = await store.put(subject, { slot: sessionSlot(subject.sessionId) })
    // The service may use a session id twice; then the session is known by our own id alone.
    if (outcome === 'slot_taken') await store.put(subject)
    return { session, subject }
  }

  return {
    name: 'ramp-widget',
    path: '/api/v1/ramp-widget',
    caller: 'page',
    identifies: true,
    operations: {
      POST: operation({
        operationId: 'createRampSession',
        summary: 'A session to buy bitcoin in, for a signed-in user, or a guest where guests are allowed.',
        description: 'What a page may set; the server sets the rest. Only a guest sends `email`.',
        body: requestObject({ ...entries, email: v.optional(entries.email) }),
        reply: RampSession,
        async handle(context) {
          const { request, ip, log } = context
          const { ramp } = options
          if (!ramp) throw new LeydenError('NOT_CONFIGURED', 'This shop does not sell bitcoin.')
          const identity = await identify(request)
          if (!identity)
            throw new LeydenError('SIGN_IN_REQUIRED', 'A ramp session needs a user who is signed in.')
          const body = await readJson(request)
          const order = readRampOrder(body, identity)
          await admit(context, identity, order.email)
          const userId = isGuest(identity) ? undefined : identity.id
          return idempotent(request, { operation: 'ramp', userId, ip, body }, async () => {
            const { session, subject } = await openSession(ramp, identity, order, log)
            return {
              session_token: session.session_token,
              widget_url: session.widget_url,
              session_id: session.session_id,
              expires_at: session.expires_at,
              watch_url: options.watchUrl(subject),
              ramp_origins: [...rampOrigins],
              mode,
            }
          })
        },
      }),
    },
  }
}

/** What a page frames has to come from one of the origins that the operator listed. */
function checkWidgetUrl(widgetUrl: string, rampOrigins: readonly string[]): void {
  const url = URL.canParse(widgetUrl) ? new URL(widgetUrl) : null
  if (url && rampOrigins.includes(url.origin) && !url.username && !url.password) return
  throw new LeydenError('BAD_RESPONSE', 'The widget is not of one of the configured ramp origins.', {
    field: 'widget_url',
  })
}

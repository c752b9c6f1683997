import {
  isLeydenError,
  LeydenError,
  type Log,
  type Mode,
  type RampSession as ServiceSession,
} from '@leyden/core'
import type { RampProvider } from '@leyden/core/provider'
import type * as v from 'valibot'
import type { Requester } from '../limits/requester.js'
import type { Store } from '../store/store.js'
import type { RampSubject } from '../store/subject.js'
import { randomId } from '../tokens/random-id.js'
import type { Tokens } from '../tokens/tokens.js'
import { passOn } from '../upstream/pass-on.js'
import type { Upstream } from '../upstream/upstream.js'
import type { WatchUrl } from '../watch/watch-url.js'
import type { AccessTokens } from './access-tokens.js'
import type { SessionFields } from './ramp-fields.js'
import type { RampSession } from './ramp-messages.js'
import { emailHash, sessionSlot } from './webhook-facts.js'

/** The user of a session, and who has set its fields. */
interface SessionOwner {
  /** The user's id; undefined for a guest. */
  userId?: string | undefined
  orderId?: string | undefined
  /** The source of the e-mail address. An error names it, because only that party can correct the address. */
  emailOf: 'email' | 'account' | 'order'
  requester: Requester
}

/** The requester of a session that the shop's server signed or opened itself: limits per client do not apply. */
export const SHOP_REQUESTER: Requester = { trust: 'signed', ip: null }

/** The reply with a session, for a page or the shop's server. */
export type SessionReply = v.InferOutput<typeof RampSession>

/** Bank transfers arrive late, so their webhooks come late too. */
const WEBHOOK_LIFE_MS = 31 * 86_400_000

const CONTRACT = ['session_token', 'widget_url', 'session_id', 'expires_at'] as const

const EMAIL_REFUSED = {
  account: "The payment service does not accept the e-mail address of the signed-in user's account.",
  order: 'The payment service does not accept the e-mail address of the order that the shop has signed.',
}

/** An opened session: the reply with it, and what the store has of it. */
export interface OpenedSession {
  reply: SessionReply
  subject: RampSubject
}

/** {@link openSession} of one BFF. */
export type OpenSession = (fields: SessionFields, owner: SessionOwner, log: Log) => Promise<OpenedSession>

interface OpenSessionOptions {
  ramp: RampProvider | undefined
  rampOrigins: string[]
  checkSession: (session: ServiceSession, log: Log) => void
  accessTokens: Pick<AccessTokens, 'of' | 'forget'>
  upstream: Upstream
  store: Store
  tokens: Pick<Tokens, 'issue'>
  publicUrl: string
  watchUrl: WatchUrl
  mode: Mode
  now: () => Date
}

/**
 * Opens a session at the service and stores it. If the service refuses the access token, opens the session without it,
 * so that the purchase is still possible.
 *
 * @throws LeydenError `NOT_CONFIGURED`, `BAD_RESPONSE` naming the field of the reply, `INVALID_EMAIL` with field `email`, `account` or `order`, and the service's own
 * errors.
 */
export async function openSession(
  options: OpenSessionOptions,
  fields: SessionFields,
  { userId, orderId, emailOf, requester }: SessionOwner,
  log: Log,
): Promise<OpenedSession> {
  const {
    ramp,
    rampOrigins,
    checkSession,
    accessTokens,
    upstream,
    store,
    tokens,
    publicUrl,
    watchUrl,
    mode,
  } = options
  if (!ramp) throw new LeydenError('NOT_CONFIGURED', 'This shop does not sell bitcoin.')
  const id = randomId()
  const createdAt = options.now()
  const watchUntil = new Date(createdAt.getTime() + WEBHOOK_LIFE_MS)
  const stored =
    userId !== undefined && orderId === undefined && fields.access_token === undefined
      ? await accessTokens.of(userId)
      : undefined
  const referenceId = fields.reference_id ?? id
  const request = {
    ...fields,
    access_token: fields.access_token ?? stored,
    reference_id: referenceId,
    webhook_url: `${publicUrl}/webhooks/ramp/${tokens.issue('webhook', id, watchUntil)}`,
  }
  const session = await upstream({ domain: null, log, requester }, async (context) => {
    const open = async (sent: typeof request) => {
      // The BFF sets this field itself.
      const { sessions: _, ...opened } = await ramp.createRampSession(sent, context)
      return passOn(opened, CONTRACT, [sent.webhook_url, sent.access_token])
    }
    try {
      return await open(request)
    } catch (error) {
      if (request.access_token === undefined || !mayBeTheToken(error)) throw error
      const opened = await open({ ...request, access_token: undefined })
      const { code, status } = error
      const source = stored !== undefined ? 'kept' : emailOf === 'account' ? 'identify' : 'order'
      log.warn(
        { code: 'ACCESS_TOKEN_REFUSED', errorCode: code, status, source },
        'The service refused the access token of a returning user, and opened the session without it',
      )
      if (userId !== undefined && stored !== undefined) await accessTokens.forget(userId)
      return opened
    }
  }).catch((error: unknown) => {
    throw emailOf === 'email' ? error : withEmailOwner(error, emailOf)
  })
  checkSession(session, log)
  const subject: RampSubject = {
    kind: 'ramp',
    id,
    createdAt: createdAt.toISOString(),
    expiresAt: new Date(session.expires_at).toISOString(),
    watchUntil: watchUntil.toISOString(),
    sessionId: session.session_id,
    guest: userId === undefined,
    userId,
    orderId,
    referenceId,
    destination: fields.destination,
    baseCurrency: fields.base_currency,
    quoteCurrency: fields.quote_currency,
    emailHash: emailHash(id, fields.email),
    mode,
  }
  const outcome = await store.put(subject, { slot: sessionSlot(subject.sessionId) })
  // The service may reuse a session id. Then the session is found by our own id only.
  if (outcome === 'slot_taken') await store.put(subject)
  return { reply: { ...session, watch_url: watchUrl(subject), ramp_origins: rampOrigins, mode }, subject }
}

/**
 * Whether a request may succeed without its access token. The service has no code for an expired token, and
 * `UNAUTHORIZED` may also mean a wrong API key.
 */
function mayBeTheToken(error: unknown): error is LeydenError {
  if (!isLeydenError(error) || error.retryable || (error.status ?? 500) >= 500) return false
  return !/^(INVALID_EMAIL|INVALID_WEBHOOK_URL)$/.test(error.code)
}

function withEmailOwner(error: unknown, emailOf: 'account' | 'order'): unknown {
  if (!isLeydenError(error) || error.code !== 'INVALID_EMAIL') return error
  return new LeydenError('INVALID_EMAIL', EMAIL_REFUSED[emailOf], { field: emailOf, party: error.party })
}

import {
  isLeydenError,
  LeydenError,
  type Log,
  type Mode,
  type RampSession as ServiceSession,
} from '@leyden/core'
import type { RampProvider } from '@leyden/core/provider'
import type { Complete } from '../http/reply.js'
import type { Requester } from '../limits/requester.js'
import type { RampSubject } from '../store/subject.js'
import { randomId } from '../tokens/random-id.js'
import { sha256Hex } from '../tokens/sha256-hex.js'
import type { Tokens } from '../tokens/tokens.js'
import { passOn } from '../upstream/pass-on.js'
import type { Upstream } from '../upstream/upstream.js'
import type { WatchUrl } from '../watch/watch-url.js'
import { badReply, SESSION_FIELDS } from './check-session.js'
import type { SessionFields } from './ramp-fields.js'
import { claimOn } from './session-claim.js'
import { emailHash } from './webhook-facts.js'
import type { WebhookUrls } from './webhook-urls.js'

/** The user of a session, and who has set its fields. */
interface SessionOwner {
  /** The user's id; undefined for a guest. */
  userId?: string | undefined
  rampOrderId?: string | undefined
  /**
   * The source of the e-mail address: the page of a guest, the account of a user, or the shop's server, which then sets
   * every field. An error names it, because only that party can correct the address.
   */
  emailOf: 'email' | 'account' | 'order'
  /** The id of an earlier session, whose `watch_url` the page has shown. */
  shown?: string | undefined
  requester: Requester
}

/** The requester of a session that the shop's server signed or opened itself: limits per client do not apply. */
export const SHOP_REQUESTER: Requester = { trust: 'signed', ip: null }

/** The reply with a session, for a page or the shop's server. */
export type SessionReply = Complete<Omit<ServiceSession, 'sessions'>> & Pick<ServiceSession, 'sessions'>

/** Bank transfers arrive late, so their webhooks come late too. */
const WEBHOOK_LIFE_MS = 31 * 86_400_000

const EMAIL_REFUSED = {
  account: "The payment service does not accept the e-mail address of the signed-in user's account.",
  order: 'The payment service does not accept the e-mail address of the order that the shop has signed.',
}

/** An opened session: the reply with it, and what the store has of it, which another request may have stored. */
export interface OpenedSession {
  reply: SessionReply
  subject: RampSubject
}

/** {@link openSession} of one BFF. */
export type OpenSession = (fields: SessionFields, owner: SessionOwner, log: Log) => Promise<OpenedSession>

interface OpenSessionOptions {
  ramp: RampProvider | undefined
  rampOrigins: string[]
  checkSession: (session: ServiceSession, webhookSecret: string, log: Log) => void
  webhookUrls: Pick<WebhookUrls, 'take' | 'add'>
  upstream: Upstream
  tokens: Pick<Tokens, 'issue'>
  publicUrl: string
  watchUrl: WatchUrl
  mode: Mode
  now: () => Date
}

/**
 * Opens a session at the service and stores it. A session of the service belongs to the request that it came to first; a
 * later request gets it again, or is refused. If the service refuses the access token, opens the session without it,
 * so that the purchase is still possible.
 *
 * @throws LeydenError `NOT_CONFIGURED`, `NO_FURTHER_SESSION` with reason `open_elsewhere`, `BAD_RESPONSE` naming the field of the reply, `INVALID_EMAIL` with field `email`, `account` or `order`, and the service's own
 * errors.
 */
export async function openSession(
  options: OpenSessionOptions,
  fields: SessionFields,
  { userId, rampOrderId, emailOf, requester, shown }: SessionOwner,
  log: Log,
): Promise<OpenedSession> {
  const { ramp, rampOrigins, checkSession, webhookUrls, upstream } = options
  const { tokens, publicUrl, watchUrl, mode } = options
  if (!ramp) throw new LeydenError('NOT_CONFIGURED', 'This shop does not sell bitcoin.')
  const id = randomId()
  const createdAt = options.now()
  const watchUntil = new Date(createdAt.getTime() + WEBHOOK_LIFE_MS)
  const referenceId = fields.reference_id ?? id
  // Every encoding of a URL leaves its characters as they are.
  const webhookSecret = tokens.issue('webhook', id, watchUntil)
  const request = {
    ...fields,
    reference_id: referenceId,
    webhook_url: `${publicUrl}/webhooks/ramp/${webhookSecret}`,
  }
  const session = await upstream({ domain: null, log, requester }, async (context) => {
    const open = async (sent: typeof request) => {
      // The BFF sets this field itself.
      const { sessions: _, ...opened } = await ramp.createRampSession(sent, context)
      return passOn(opened, SESSION_FIELDS, [webhookSecret, sent.access_token])
    }
    try {
      return await open(request)
    } catch (error) {
      if (request.access_token === undefined || !mayBeTheToken(error)) throw error
      const opened = await open({ ...request, access_token: undefined })
      const { code, status } = error
      const source = emailOf === 'account' ? 'identify' : 'order'
      log.warn(
        { code: 'ACCESS_TOKEN_REFUSED', errorCode: code, status, source },
        'The service refused the access token of a returning user, and opened the session without it',
      )
      return opened
    }
  }).catch((error: unknown) => {
    throw emailOf === 'email' ? error : withEmailOwner(error, emailOf)
  })
  checkSession(session, webhookSecret, log)
  const subject: RampSubject = {
    kind: 'ramp',
    id,
    createdAt: createdAt.toISOString(),
    expiresAt: new Date(session.expires_at).toISOString(),
    watchUntil: watchUntil.toISOString(),
    sessionId: session.session_id,
    guest: userId === undefined,
    userId,
    rampOrderId,
    purchase: emailOf === 'order' ? purchaseOf(fields.reference_id, rampOrderId ?? id) : undefined,
    referenceId,
    destination: fields.destination,
    baseCurrency: fields.base_currency,
    quoteCurrency: fields.quote_currency,
    emailHash: emailHash(id, fields.email),
    mode,
  }
  const opened = (of: RampSubject): OpenedSession => {
    const own = { session_id: of.sessionId, watch_url: watchUrl(of), ramp_origins: rampOrigins, mode }
    return { reply: { ...session, ...own }, subject: of }
  }
  const first = await webhookUrls.take(subject, session)
  if (!first) return opened(subject)
  // Whoever asks: the service may send the events of the session to its newest webhook URL only.
  await webhookUrls.add(first, id)
  const { purchase } = subject
  switch (claimOn(first, { fields, userId, rampOrderId, purchase, shown })) {
    case 'same':
      return opened(first)
    case 'own':
      throw new LeydenError('NO_FURTHER_SESSION', 'Another purchase of the same buyer is open.', {
        reason: 'open_elsewhere',
        retryAfterMs: Date.parse(session.expires_at) - options.now().getTime(),
      })
    case 'foreign': {
      const message = 'The payment service returned a session that belongs to another request'
      log.error({ code: 'RAMP_SESSION_REUSED', session: first.id, later: id }, message)
      throw badReply('session_id', message)
    }
  }
}

/** What a session of the shop's server buys once. */
function purchaseOf(reference: string | undefined, id: string): string {
  return reference === undefined ? id : sha256Hex(`purchase ${reference}`)
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

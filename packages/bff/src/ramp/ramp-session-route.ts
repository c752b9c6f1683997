import { LeydenError, type RampSession } from '@leyden/core'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { sessionSlot } from '../admin/erase-subject.js'
import { badField } from '../charge/charge-terms.js'
import type { Context, Exchange } from '../context.js'
import { readJson } from '../http/body.js'
import { success } from '../http/reply.js'
import type { Identity } from '../identity/identity.js'
import { whoAsks } from '../identity/who-asks.js'
import type { RampSubject } from '../store/subject.js'
import { randomId } from '../tokens/random-id.js'
import { watchUrl } from '../watch/watch-url.js'
import { browserFields, isGuest, type RampOrder, readRampOrder } from './ramp-fields.js'

/** Bank transfers settle late, and a webhook comes when it comes. */
const WEBHOOK_LIFE_MS = 31 * 86_400_000

/** `POST /api/v1/ramp-widget`: a session for who is asking, each field from its owner. */
export async function rampSessionRoute(context: Context, exchange: Exchange): Promise<Response> {
  if (!context.options.ramp) throw new LeydenError('NOT_CONFIGURED', 'This shop does not sell bitcoin.')
  const identity = await whoAsks(context, exchange)
  if (!identity) throw new LeydenError('SIGN_IN_REQUIRED', 'A ramp session needs a user who is signed in.')
  const body = await readJson(exchange.request, browserFields(identity))
  const order = readRampOrder(body, identity, context.rampFields)
  await admit(context, exchange, identity, order.email)
  const userId = isGuest(identity) ? undefined : identity.id
  const session = await context.repeats(
    exchange.request,
    { operation: 'ramp', userId, ip: exchange.ip, body },
    () => sessionFor(context, exchange, identity, order),
  )
  return success(context, session)
}

async function sessionFor(
  context: Context,
  exchange: Exchange,
  identity: Identity,
  order: RampOrder,
): Promise<RampSession> {
  const { store, now, mode, options } = context

  const id = randomId()
  const createdAt = now()
  const watchUntil = new Date(createdAt.getTime() + WEBHOOK_LIFE_MS)
  const capability = context.tokens.issue('webhook', id, watchUntil)
  const referenceId = isGuest(identity) ? id : (identity.referenceId ?? id)
  const session = await openSession(context, exchange, {
    ...order,
    reference_id: referenceId,
    webhook_url: `${context.publicUrl}/webhooks/ramp/${capability}`,
  })

  const subject: RampSubject = {
    kind: 'ramp',
    id,
    createdAt: createdAt.toISOString(),
    expiresAt: new Date(session.expires_at).toISOString(),
    watchUntil: watchUntil.toISOString(),
    sessionId: session.session_id,
    guest: isGuest(identity),
    ...(!isGuest(identity) && { userId: identity.id }),
    referenceId,
    mode,
  }
  // Under its name only where that is free: a service that gives one twice must not cost a session.
  const outcome = await store.put(subject, { slot: sessionSlot(subject.sessionId) })
  if (outcome === 'slot_taken') await store.put(subject)
  return {
    session_token: session.session_token,
    widget_url: session.widget_url,
    session_id: session.session_id,
    expires_at: session.expires_at,
    watch_url: watchUrl(context, subject),
    ramp_origins: [...(options.rampOrigins ?? [])],
    mode,
  }
}

/** Opening a session costs the service an e-mail, so it is counted before. */
async function admit(
  context: Context,
  { request, ip }: Exchange,
  identity: Identity,
  email: string,
): Promise<void> {
  if (!isGuest(identity)) return context.spend('sessionsPerHour', `user ${identity.id}`)
  const allowed = (await context.options.challenge?.(request, { email })) ?? true
  if (!allowed)
    throw new LeydenError('BAD_REQUEST', 'The challenge was not passed.', { field: 'challenge', status: 403 })
  // Where the host does not say who is asking, all guests share one count.
  await context.spend('guestSessionsPerHour', ip ?? 'unknown')
  const hash = bytesToHex(sha256(utf8ToBytes(email.toLowerCase()))).slice(0, 32)
  await context.spend('sessionsPerHour', `guest ${hash}`)
}

async function openSession(
  context: Context,
  { log }: Exchange,
  order: RampOrder & { webhook_url: string; reference_id: string },
): Promise<RampSession> {
  return context.upstream({ domain: null, log }, async (signal) => {
    const session = await context.options.ramp?.createRampSession(order, { signal })
    if (!session) throw badField('ramp', 'is not configured')
    checkWidgetUrl(session.widget_url, context.options.rampOrigins ?? [])
    return session
  })
}

/** What a page will frame has to come from where the operator said that the ramp lives. */
function checkWidgetUrl(widgetUrl: string, rampOrigins: readonly string[]): void {
  const url = URL.canParse(widgetUrl) ? new URL(widgetUrl) : null
  if (url && rampOrigins.includes(url.origin) && !url.username && !url.password) return
  throw new LeydenError('BAD_RESPONSE', 'The widget is not of one of the configured ramp origins.', {
    field: 'widget_url',
  })
}

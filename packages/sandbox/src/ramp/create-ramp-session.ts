import type { RampSession } from '@leyden/core'
import { failureCode, own, readJsonObject, success } from '../reply.js'
import type { WebhookSender } from '../webhook/webhook-sender.js'
import { emailUser, readSessionRequest } from './session-request.js'
import type { SessionStore } from './session-store.js'

/** E-mail user names whose session is refused, with the messages of the service. */
const REFUSALS: Readonly<Record<string, Parameters<typeof failureCode>>> = {
  badwebhook: [400, 'INVALID_WEBHOOK_URL', 'Webhook endpoint did not respond to our check.'],
  ratelimited: [429, 'RATE_LIMITED', 'Quota of widget sessions used up.', { 'retry-after': '2' }],
  unauthorized: [401, 'UNAUTHORIZED', 'Key has no access to the widget product.'],
  // Only for a returning user.
  staletoken: [401, 'UNAUTHORIZED', 'The access_token has expired.'],
  down: [503, 'MAINTENANCE', 'Widget backend is being upgraded.'],
  othererror: [422, 'REGION_NOT_SUPPORTED', 'Jurisdiction 451 is disabled by compliance.'],
}

/** `POST /api/v1/ramp-widget` (section 4.3 of the service's interface). */
export async function createRampSession(
  request: Request,
  services: { sessions: SessionStore; webhooks: WebhookSender; rampOrigin: string },
): Promise<Response> {
  const order = readSessionRequest(await readJsonObject(request))
  if (order instanceof Response) return order
  const user = emailUser(order.email)
  const refusal = own(REFUSALS, user)
  if (refusal && (order.access_token || user !== 'staletoken')) return failureCode(...refusal)

  if (user === 'oncereference' && services.sessions.hasReference(order.reference_id ?? ''))
    return failureCode(409, 'DUPLICATE_REFERENCE', 'A session with this reference_id exists.')

  if (!(await services.webhooks.reaches(order.webhook_url)))
    return failureCode(400, 'INVALID_WEBHOOK_URL', 'The webhook_url is not accessible from here.')
  const session = services.sessions.create(order)
  const widgetUrl = new URL('/', services.rampOrigin)
  widgetUrl.searchParams.set('session', session.token)
  return success({
    session_token: session.token,
    widget_url: widgetUrl.href,
    session_id: session.id,
    expires_at: new Date(session.expiresAtMs).toISOString(),
  } satisfies RampSession)
}

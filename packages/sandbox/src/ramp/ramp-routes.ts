import { own } from '../own.js'
import { failureCode, readJsonObject, success } from '../reply.js'
import type { WebhookSender } from '../webhook/webhook-sender.js'
import { quote } from './fiat.js'
import { purchaseDeliveries } from './purchase-deliveries.js'
import type { EventSelection, EventWriter, OlderKind } from './ramp-events.js'
import type { Session, SessionStore } from './session-store.js'

interface Services {
  sessions: SessionStore
  webhooks: WebhookSender
  writer: EventWriter
  events: EventSelection
  lateMs: number
}

/** The last digits of the test card that is declined, as in the documentation of most providers. */
const DECLINED_LAST_FOUR = '0002'

const ACTIONS: Readonly<Record<string, Action>> = {
  '/code': enterCode,
  '/identity': passIdentityCheck,
  '/quote': giveQuote,
  '/purchase': purchase,
  '/close': closePage,
}

type Action = (session: Session, body: Record<string, unknown>, services: Services) => Response

/** The ramp page's own requests; each carries the key of the page. */
export async function answerRampPage(
  pathname: string,
  request: Request,
  services: Services,
): Promise<Response | null> {
  const action = own(ACTIONS, pathname)
  if (request.method !== 'POST' || !action) return null
  const body = await readJsonObject(request)
  const session = typeof body?.key === 'string' ? services.sessions.byPageKey(body.key) : undefined
  if (!body || !session) return failureCode(403, 'NO_SESSION', 'This page has no session.')
  return action(session, body, services)
}

function enterCode(session: Session, body: Record<string, unknown>, services: Services): Response {
  if (typeof body.code !== 'string' || !/^\d{6}$/.test(body.code))
    return failureCode(400, 'WRONG_CODE', 'The code has six digits.')
  session.steps.delete('code')
  sendEvent(session, 'RAMP_WIDGET.V1.USER_ACCESS_TOKEN.CREATED', services, {
    access_token: `sandbox-access-${session.id}`,
    refresh_token: `sandbox-refresh-${session.id}`,
  })
  return success({})
}

function passIdentityCheck(session: Session, _body: Record<string, unknown>, services: Services): Response {
  session.steps.delete('identity')
  sendEvent(session, 'RAMP_WIDGET.V1.KYC.APPROVED', services)
  return success({})
}

function giveQuote(session: Session, body: Record<string, unknown>): Response {
  const quoted = quote(String(body.amount), session.quoteCurrency)
  if (typeof quoted === 'string') return failureCode(400, 'BAD_AMOUNT', quoted)
  return success(quoted)
}

function purchase(session: Session, body: Record<string, unknown>, services: Services): Response {
  const [step] = session.steps
  if (step) return failureCode(409, 'STEP_MISSING', `The step "${step}" was left out.`)
  if (session.bought) return failureCode(409, 'ALREADY_BOUGHT', 'This session has bought already.')
  const quoted = quote(String(body.amount), session.quoteCurrency)
  if (typeof quoted === 'string') return failureCode(400, 'BAD_AMOUNT', quoted)
  if (body.card_last_four === DECLINED_LAST_FOUR)
    return failureCode(402, 'CARD_DECLINED', 'The bank declined this card. Nothing was charged.')
  session.bought = true
  services.webhooks.send(purchaseDeliveries(session, quoted, services.writer, services))
  if (session.fault === 'failed')
    return failureCode(402, 'PAYMENT_FAILED', 'The payment failed. Nothing was charged.')
  return success(quoted)
}

function closePage(session: Session, _body: Record<string, unknown>, services: Services): Response {
  sendEvent(session, 'RAMP_WIDGET.V1.SESSION.CLOSED', services)
  return success({})
}

/** Sends an event of the older envelope if `events` is `all`. */
function sendEvent(session: Session, kind: OlderKind, services: Services, details?: object): void {
  if (services.events === 'all') services.webhooks.send([services.writer.older(session, kind, details)])
}

import { failureCode, readJsonObject, success } from '../reply.js'
import type { Courier } from '../webhook/courier.js'
import { quote } from './fiat.js'
import { purchaseParcels } from './purchase-parcels.js'
import type { EventSelection, EventWriter, OlderKind } from './ramp-events.js'
import type { Session, SessionBook } from './session-book.js'

interface Desk {
  sessions: SessionBook
  courier: Courier
  writer: EventWriter
  events: EventSelection
  lateMs: number
}

/** A card of which every provider's test documentation knows that it is declined. */
const DECLINED_LAST_FOUR = '0002'

const ACTIONS = {
  '/code': enterCode,
  '/identity': showIdentity,
  '/quote': ask,
  '/purchase': buy,
  '/close': leave,
}

type Action = (session: Session, body: Record<string, unknown>, desk: Desk) => Response

/** What the opened ramp page asks of its own server; each request carries the page's key. */
export async function answerRampPage(
  pathname: string,
  request: Request,
  desk: Desk,
): Promise<Response | null> {
  if (request.method !== 'POST' || !Object.hasOwn(ACTIONS, pathname)) return null
  const action: Action = ACTIONS[pathname as keyof typeof ACTIONS]
  const body = await readJsonObject(request)
  const session = typeof body?.key === 'string' ? desk.sessions.byPageKey(body.key) : undefined
  if (!body || !session) return failureCode(403, 'NO_SESSION', 'This page has no session.')
  return action(session, body, desk)
}

function enterCode(session: Session, body: Record<string, unknown>, desk: Desk): Response {
  if (typeof body.code !== 'string' || !/^\d{6}$/.test(body.code)) {
    return failureCode(400, 'WRONG_CODE', 'The code has six digits.')
  }
  session.chores.delete('code')
  tell(session, 'RAMP_WIDGET.V1.USER_ACCESS_TOKEN.CREATED', desk, {
    access_token: `sandbox-access-${session.id}`,
    refresh_token: `sandbox-refresh-${session.id}`,
  })
  return success({})
}

function showIdentity(session: Session, _body: Record<string, unknown>, desk: Desk): Response {
  session.chores.delete('identity')
  tell(session, 'RAMP_WIDGET.V1.KYC.APPROVED', desk)
  return success({})
}

function ask(session: Session, body: Record<string, unknown>): Response {
  const quoted = quote(String(body.amount), session.quoteCurrency)
  if (typeof quoted === 'string') return failureCode(400, 'BAD_AMOUNT', quoted)
  return success({
    amount: quoted.bitcoinAmount,
    fiat_amount: quoted.fiatAmount,
    fiat_currency: quoted.fiatCurrency,
    fee: quoted.fee,
    price: quoted.price,
  })
}

function buy(session: Session, body: Record<string, unknown>, desk: Desk): Response {
  const [chore] = session.chores
  if (chore) return failureCode(409, 'STEP_MISSING', `The step "${chore}" was left out.`)
  if (session.bought) return failureCode(409, 'ALREADY_BOUGHT', 'This session has bought already.')
  const purchase = quote(String(body.amount), session.quoteCurrency)
  if (typeof purchase === 'string') return failureCode(400, 'BAD_AMOUNT', purchase)
  if (body.card_last_four === DECLINED_LAST_FOUR) {
    return failureCode(
      402,
      'CARD_DECLINED',
      'The bank declined this card. Nothing was charged; try another one.',
    )
  }
  session.bought = true
  desk.courier.send(purchaseParcels(session, purchase, desk.writer, desk))
  if (session.mischief === 'failed') {
    return failureCode(
      402,
      'PAYMENT_FAILED',
      'The payment failed. Nothing was charged, and no bitcoin was sent.',
    )
  }
  return success({ amount: purchase.bitcoinAmount })
}

function leave(session: Session, _body: Record<string, unknown>, desk: Desk): Response {
  tell(session, 'RAMP_WIDGET.V1.SESSION.CLOSED', desk)
  return success({})
}

/** Sends an event of the older envelope, where those were asked for. */
function tell(session: Session, kind: OlderKind, desk: Desk, details?: object): void {
  if (desk.events === 'all') desk.courier.send([desk.writer.older(session, kind, details)])
}

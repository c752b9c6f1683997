import type { Json } from '@leyden/core/internal'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { pageReply, pageResources, pageUpdate } from '../page/page.js'
import type { PageMessage } from '../page/page-script.js'
import { failureCode, failureMessage, own, readJsonObject } from '../reply.js'
import { type Quote, quote } from './fiat.js'
import type { RampEvents } from './ramp-events.js'
import { LEFT, problemContent, quoteTerms, RAMP_STEPS, type StepName } from './ramp-page.js'
import type { Session, SessionStore } from './session-store.js'

const TITLE = 'Sandbox Ramp'

/** The last digits of the test card that is declined, as in the documentation of most ramps. */
const DECLINED_LAST_FOUR = '0002'

type Action = (session: Session, body: Json) => Response | Promise<Response>

/** Serves the ramp page and its requests, each of which carries the key of the page. */
export function createRampServer(services: {
  sessions: SessionStore
  events: RampEvents
  now: () => number
}): Hono {
  const { sessions, events, now } = services

  const actions: Record<string, Action> = {
    code(session, { code }) {
      if (!/^\d{6}$/.test(String(code))) return failureCode(400, 'WRONG_CODE', 'The code has six digits.')
      session.missingSteps.delete('code')
      events.sendStep(session, 'USER_ACCESS_TOKEN.CREATED', {
        access_token: `sandbox-access-${session.id}`,
        refresh_token: `sandbox-refresh-${session.id}`,
      })
      return pageUpdate('main', RAMP_STEPS.identity(), [stepChange('identity')])
    },

    identity(session) {
      session.missingSteps.delete('identity')
      events.sendStep(session, 'KYC.APPROVED')
      return pageUpdate('main', RAMP_STEPS.quote(session), [
        message('WIDGET_KYC_STATUS_CHANGE', { status: 'pending' }),
        message('WIDGET_KYC_STATUS_CHANGE', { status: 'approved' }),
        stepChange('quote'),
      ])
    },

    quote: (session, body) =>
      withQuote(session, body, (quoted) => pageUpdate('quote', quoteTerms(session, quoted))),

    card: (session, body) =>
      withQuote(session, body, (quoted) => pageUpdate('main', RAMP_STEPS.card(quoted), [stepChange('card')])),

    purchase(session, body) {
      const [step] = session.missingSteps
      if (step) return failureCode(409, 'STEP_MISSING', `The step "${step}" was left out.`)
      if (session.bought) return failureCode(409, 'ALREADY_BOUGHT', 'This session has bought already.')
      return withQuote(session, body, (quoted) => {
        if (body.card_last_four === DECLINED_LAST_FOUR)
          return failureCode(402, 'CARD_DECLINED', 'The bank declined this card. Nothing was charged.')
        session.bought = true
        events.sendPurchase(session, quoted)
        if (session.user === 'failed')
          return failureCode(402, 'PAYMENT_FAILED', 'The payment failed. Nothing was charged.')
        return pageUpdate('main', RAMP_STEPS.done(session, quoted), [
          stepChange('done'),
          message('WIDGET_TRANSACTION_COMPLETE', { amount: quoted.bitcoinAmount, currency: 'BTC' }),
        ])
      })
    },
  }

  /** The first load uses up a session's token. */
  function openPage(token: string): Promise<Response> {
    const session = sessions.byToken(token)
    if (!session)
      return problemPage(404, 'SESSION_UNKNOWN', 'Session not found', 'The link is incomplete or wrong.')
    if (session.opened)
      return problemPage(
        410,
        'SESSION_OPENED',
        'This link has already been used',
        'A link opens only once, and reloading counts as a second visit.',
      )
    if (now() >= session.expiresAtMs)
      return problemPage(
        410,
        'SESSION_EXPIRED',
        'This session has ended',
        'A link has to be opened within 15 minutes.',
      )
    session.opened = true
    const isSilent = String(session.user === 'silent')
    return pageReply({
      title: TITLE,
      data: html`data-key="${session.pageKey}" data-silent="${isSilent}"`,
      content: session.access_token ? RAMP_STEPS.quote(session) : RAMP_STEPS.code(session),
      messages: [message('WIDGET_READY'), stepChange(session.access_token ? 'quote' : 'code')],
    })
  }

  return new Hono()
    .route('/', pageResources)
    .get('/', (context) => openPage(context.req.query('session') ?? ''))
    .post('/:action', async (context) => {
      const body = await readJsonObject(context.req.raw)
      const session = sessions.byPageKey(String(body?.key))
      const name = context.req.param('action')
      if (name === 'close') {
        if (session) events.sendStep(session, 'SESSION.CLOSED')
        return pageUpdate('main', LEFT, [message('WIDGET_CLOSE')])
      }
      const action = own(actions, name)
      if (!action) return context.notFound()
      if (!body || !session) return failureCode(403, 'NO_SESSION', 'This page has no session.')
      return action(session, body)
    })
    .notFound(() => failureMessage(404, 'There is no such page.'))
}

function withQuote(
  session: Session,
  body: Json,
  answer: (quoted: Quote) => Response | Promise<Response>,
): Response | Promise<Response> {
  const quoted = quote(String(body.amount), session.quote_currency)
  return typeof quoted === 'string' ? failureCode(400, 'BAD_AMOUNT', quoted) : answer(quoted)
}

/** The page of an invalid link. */
function problemPage(status: number, code: string, title: string, text: string): Promise<Response> {
  const content = problemContent(title, text)
  return pageReply({ title: TITLE, status, content, messages: [message('WIDGET_ERROR', { code })] })
}

function message(type: string, payload: object = {}): PageMessage {
  return { type, payload }
}

function stepChange(step: StepName): PageMessage {
  return message('WIDGET_STEP_CHANGE', { step })
}

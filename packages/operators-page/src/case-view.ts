import type { ListedEvent } from '@leyden/bff'
import { type Answer, reasonOfHold, satsText, timeText } from './answer.js'
import type { Case } from './case.js'
import { type Html, html } from './html.js'
import { answerCard, facts, hidden, PAGE_PATH, type Page, searchForm, time } from './page-views.js'
import type { StoredEvent } from './stored.js'

/** The number of events in a list. */
const MOST_SHOWN = 50

interface CaseView {
  prefix: string
  /** Whether the app receives events, so that one can be delivered again. */
  hasReceiver: boolean
  /** What has just been done. */
  notice?: string | undefined
}

/** Everything about one reference, with the answer first. */
export function caseView(found: Case, view: CaseView): Page {
  const { reference, answer, charges, sessions, signed, isShortened } = found
  const isAlone = charges.length + sessions.length === 1
  /** What a part says of itself: the first card of the page has said it already of one of them. */
  const partOf = (own: Answer) =>
    own === answer ? !isAlone && html`<p><strong>${own.title}.</strong></p>` : answerCard(own)
  return {
    title:
      reference ?? (sessions.length > 0 ? 'A purchase without a reference' : 'A payment without a reference'),
    content: html`${searchForm(view.prefix)}
${view.notice && html`<p class="card answer good" role="status">${view.notice}</p>`}
${answerCard(answer)}
${signed && facts({ 'signed last': `${satsText(signed.amountMsat)} to ${signed.lnaddress}`, 'signed at': signed.at && time(signed.at) })}
${charges.length > 0 && html`<h2>Payments</h2>`}
${charges.map((each) => chargePart(each, view, partOf(each.answer)))}
${sessions.length > 0 && html`<h2>Purchases</h2>`}
${sessions.map((each) => sessionPart(each, view, partOf(each.answer)))}
${isShortened && html`<p>Older unpaid ones of this reference are not shown.</p>`}`,
  }
}

function chargePart({ charge, events }: Case['charges'][number], view: CaseView, own: Html | false): Html {
  return html`<article class="card">
<h3>${satsText(charge.amountMsat)}, ${charge.state.status}</h3>
${own}
${!charge.intent && html`<p><strong>A page set the terms and the reference, not your server.</strong></p>`}
${facts({
  'payment hash': html`<code>${charge.id}</code>`,
  recipient: charge.lnaddress,
  requested: time(charge.createdAt),
  expires: time(charge.expiresAt),
  'watched until': time(charge.watchUntil),
  network: `${charge.network}, ${charge.mode}`,
  user: charge.userId && hidden('Show the id of the user', charge.userId),
})}
${eventList(events, view)}
${charge.state.status !== 'paid' && html`<div class="buttons">${actionButton('settle', charge.id, 'Record as paid…', view)}</div>`}
</article>`
}

function sessionPart({ session, events }: Case['sessions'][number], view: CaseView, own: Html | false): Html {
  const { destination, userId } = session
  return html`<article class="card">
<h3>Purchase, ${session.state.status.replace('_', ' ')}</h3>
${own}
${facts({
  session: html`<code>${session.sessionId}</code>`,
  opened: time(session.createdAt),
  expires: time(session.expiresAt),
  buyer: session.guest ? 'a guest' : 'a signed-in user',
  user: userId && hidden('Show the id of the user', userId),
  destination: destination && hidden('Show the address of the buyer', destination),
  mode: session.mode,
})}
${events
  .filter(({ held }) => held)
  .map(
    (
      event,
    ) => html`<div class="card answer warn"><p><strong>Held:</strong> <code>${event.type}</code>. ${reasonOfHold(event)}</p>
<div class="buttons">${actionButton('release', event.id, 'Release…', view)}</div></div>`,
  )}
${eventList(events, view)}
</article>`
}

function eventList(events: readonly StoredEvent[], view: CaseView): Html {
  if (events.length === 0) return html`<p class="soft">No event yet.</p>`
  const shown = events.slice(0, MOST_SHOWN)
  const items = shown.map(
    (
      event,
    ) => html`<li class="card"><div class="row"><strong><code>${event.type}</code></strong><span>${deliveryText(event, view.hasReceiver)}</span></div>
<p class="soft">${time(event.at)} · <code>${event.id}</code></p>
${failureLine(event)}
${view.hasReceiver && html`<div class="buttons">${actionButton('redeliver', event.id, 'Deliver again…', view)}</div>`}</li>`,
  )
  return html`<details${shown.some(({ state }) => state !== 'delivered') && html` open`}><summary>Events (${events.length})</summary><ol>${items}</ol>${events.length > MOST_SHOWN && html`<p>Only the newest ${MOST_SHOWN} are shown.</p>`}</details>`
}

/** The state of a delivery in words. */
export function deliveryText(
  { state, attempts = 0, dueAt }: Pick<ListedEvent, 'state' | 'attempts' | 'dueAt'>,
  hasReceiver: boolean,
): string {
  if (state === 'delivered') return hasReceiver ? 'delivered' : 'not delivered: nobody receives events'
  if (state === 'dead') return `given up after ${attempts} attempts`
  const tried = attempts === 0 ? 'not tried yet' : `tried ${attempts === 1 ? 'once' : `${attempts} times`}`
  return `waiting, ${tried}${dueAt ? `, next not before ${timeText(dueAt)}` : ''}`
}

/** Why the last attempt of a delivery has failed. */
export function failureLine({ failure }: Pick<ListedEvent, 'failure'>): Html | undefined {
  return failure === undefined ? undefined : html`<p class="soft">Last failure: ${failure}</p>`
}

function actionButton(action: string, id: string, text: string, { prefix }: CaseView): Html {
  return html`<form method="post" action="${prefix}${PAGE_PATH}/confirm">
<input type="hidden" name="action" value="${action}"><input type="hidden" name="id" value="${id}">
<button>${text}</button></form>`
}

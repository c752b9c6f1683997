import type { EventQuery, EventState, Kernel, ListedEvent } from '@leyden/bff'
import type { Operations } from '@leyden/bff/operations'
import { isOneOf } from '@leyden/core/internal'
import { satsText } from './answer.js'
import { badField } from './bad-field.js'
import { deliveryText, failureLine } from './case-view.js'
import { type Html, html } from './html.js'
import { PAGE_PATH, type Page, searchForm, time } from './page-views.js'
import type { Stored } from './stored.js'

interface Source {
  operations: Pick<Operations, 'list'>
  kernel: Pick<Kernel, 'store' | 'actions'>
}

const ON_A_PAGE = 50
const STATES = ['waiting', 'dead', 'delivered'] as const satisfies readonly EventState[]

/** What waits for a person, and the newest payments. */
export async function overview({ operations, kernel }: Source, prefix: string): Promise<Page> {
  const { store, actions } = kernel
  const [{ waiting, oldestAt, dead, inReview }, charges] = await Promise.all([
    store.outbox(),
    operations.list({ kind: 'charge', limit: 10 }),
  ])
  const { downSince } = actions.endpoint()
  const base = prefix + PAGE_PATH
  return {
    title: 'Overview',
    content: html`${searchForm(prefix)}
${downSince && html`<p class="card answer bad">Your endpoint has accepted no event since ${time(downSince)}.</p>`}
<ul class="counts">
<li class="card"><strong>${waiting}</strong><a href="${base}/events?state=waiting">events wait</a>${oldestAt && html`<br><span class="soft">the oldest since ${time(oldestAt)}</span>`}</li>
<li class="card"><strong>${dead}</strong><a href="${base}/events?state=dead">events were given up</a></li>
<li class="card"><strong>${inReview}</strong><a href="${base}/sessions?held=1">purchases are held</a></li>
</ul>
<h2>Newest payments</h2>
${subjectList(charges, prefix)}`,
  }
}

/** A page of all payments or purchases. */
export async function subjectsPage(
  { operations }: Source,
  kind: 'charge' | 'ramp',
  query: URLSearchParams,
  prefix: string,
): Promise<Page> {
  const inReview = kind === 'ramp' && query.get('held') === '1' ? true : undefined
  const before = createdBefore(query.get('before'))
  const found = await operations.list({ kind, inReview, before, limit: ON_A_PAGE + 1 })
  const last = found.length > ON_A_PAGE ? found[ON_A_PAGE - 1] : undefined
  const list = kind === 'charge' ? 'payments' : 'sessions'
  const next = last && { before: `${last.createdAt}~${last.id}`, ...(inReview && { held: '1' }) }
  return {
    title: kind === 'charge' ? 'Payments' : inReview ? 'Purchases that are held' : 'Purchases',
    list,
    content: html`${searchForm(prefix)}${subjectList(found.slice(0, ON_A_PAGE), prefix)}${olderLink(`${prefix}${PAGE_PATH}/${list}`, next)}`,
  }
}

/** A page of all events, or of those in one state of delivery. */
export async function eventsPage(
  { kernel: { store, actions } }: Source,
  query: URLSearchParams,
  prefix: string,
): Promise<Page> {
  const asked = query.get('state')
  const state = isOneOf(STATES, asked) ? asked : undefined
  const before = query.get('before')
  const page: EventQuery = {
    state,
    before: before === null ? undefined : readCursor(before),
    limit: ON_A_PAGE + 1,
  }
  const found = await store.events(page)
  const last = found.length > ON_A_PAGE ? found[ON_A_PAGE - 1] : undefined
  const base = prefix + PAGE_PATH
  const filters = [undefined, ...STATES].map(
    (each) =>
      html`<a href="${base}/events${each && `?state=${each}`}"${each === state && html` aria-current="page"`}>${each ?? 'all'}</a>`,
  )
  const items = found.slice(0, ON_A_PAGE).map(
    (
      event,
    ) => html`<li class="card"><div class="row"><a href="${base}/cases/${event.subjectId}"><code>${event.type}</code></a><span>${deliveryText(event, actions.deliveries.wanted)}</span></div>
<p class="soft">${time(event.at)}</p>${failureLine(event)}</li>`,
  )
  return {
    title: 'Events',
    list: 'events',
    content: html`${searchForm(prefix)}<nav aria-label="State">${filters}</nav>${listOf(items)}${olderLink(`${base}/events`, last && { before: cursorOf(last), ...(state && { state }) })}`,
  }
}

/** Charges and sessions with their states, each with a link to its case. */
export function subjectList(subjects: readonly Stored[], prefix: string): Html {
  return listOf(
    subjects.map((subject) => {
      const { status } = subject.state
      const name =
        subject.kind === 'charge'
          ? (subject.reference ?? `payment ${subject.id.slice(0, 12)}…`)
          : subject.sessionId
      const what = subject.kind === 'charge' ? satsText(subject.amountMsat) : 'purchase'
      return html`<li class="card"><div class="row"><a href="${prefix}${PAGE_PATH}/cases/${subject.id}">${name}</a><span>${what}, ${status.replace('_', ' ')}</span></div>
<p class="soft">${time(subject.createdAt)}${subject.kind === 'charge' && !subject.intent && ' · terms set by a page'}</p></li>`
    }),
  )
}

function listOf(items: readonly Html[]): Html {
  return items.length > 0 ? html`<ol>${items}</ol>` : html`<p class="soft">There is nothing here.</p>`
}

function olderLink(path: string, query: Record<string, string> | undefined): Html | undefined {
  return query && html`<p><a href="${path}?${new URLSearchParams(query).toString()}">Older ones</a></p>`
}

function createdBefore(cursor: string | null) {
  if (cursor === null) return undefined
  const [, createdAt, id] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)~([0-9a-f]{32,64})$/.exec(cursor) ?? []
  if (createdAt === undefined || id === undefined) throw badField('before', 'is not a place in this list')
  return { createdAt, id }
}

/** An event's position in the list. It stays valid after the event is erased. */
function cursorOf({ at, subjectId, seq }: ListedEvent): string {
  return `${at.getTime()}.${subjectId}.${seq}`
}

function readCursor(cursor: string): EventQuery['before'] {
  const [, ms, subjectId, seq] = /^(\d{1,15})\.([0-9a-f]{32,64})\.([1-9]\d{0,8})$/.exec(cursor) ?? []
  if (subjectId === undefined) throw badField('before', 'is not a place in this list')
  return { subjectId, seq: Number(seq), at: new Date(Number(ms)) }
}

import type { EndpointHealth, OrderPayment, StoredTerms } from '@leyden/bff'
import type { Charge, Session, StoredEvent } from './stored.js'

/** What happened to a payment or purchase, why, and what to do, in whole sentences. */
export interface Answer {
  /** What happened. */
  kind: AnswerKind
  title: string
  /** Why, one sentence each. */
  why: string[]
  /** What an operator can do. Empty if nothing is to be done. */
  todo: string[]
}

/** From what needs a person to what needs nobody: of several answers about one reference the first one is the title. */
const ANSWER_KINDS = [
  'held',
  'taken_back',
  'paid_twice',
  'wrong_amount',
  'given_up',
  'paid_and_waiting',
  'paid_and_delivered',
  'paid_without_receiver',
  'under_way',
  'failed',
  'open',
  'expired',
  'never_asked_for',
] as const
export type AnswerKind = (typeof ANSWER_KINDS)[number]

/** What the store has about a charge. */
export interface ChargeCase {
  charge: Charge
  /** Newest first. */
  events: readonly StoredEvent[]
  /** What its payment means for the order; undefined until it is paid, and for a charge without an intent. */
  payment: OrderPayment | undefined
}

/** What the store has about a ramp session. */
export interface SessionCase {
  session: Session
  /** Newest first. */
  events: readonly StoredEvent[]
}

/** What this process knows. */
export interface Circumstances {
  now: Date
  /** Whether the app accepts events. */
  endpoint: EndpointHealth
  /** Whether the app receives events. */
  hasReceiver: boolean
  /** Whether this server detects payments to a recipient. */
  detectsPayments: (lnaddress: string) => boolean
}

/** The answer about one invoice. */
export function chargeAnswer(about: ChargeCase, circumstances: Circumstances): Answer {
  const paid = about.events.find(({ type }) => type === 'charge.paid')
  if (about.charge.state.status === 'paid' && paid) return paidAnswer(about, paid, circumstances)
  return unpaidAnswer(about, circumstances)
}

function paidAnswer(
  { charge, payment }: ChargeCase,
  paid: StoredEvent,
  circumstances: Circumstances,
): Answer {
  const { evidence, paidAt } = paid.facts
  const how = {
    preimage: 'proved by its preimage',
    verify: 'reported by the recipient’s provider',
    app: 'reported by your server, your wallet or an operator',
  }
  const since = paidAt === undefined ? '' : ` It was paid at ${timeText(paidAt)}.`
  const known = `The payment of ${satsText(charge.amountMsat)} was ${how[evidence ?? 'app']} at ${timeText(charge.state.at)}.${since}`
  const delivery = deliveryAnswer(paid, circumstances)
  const undelivered = delivery.kind === 'paid_and_delivered' ? [] : delivery.todo
  if (payment?.duplicateOf)
    return {
      kind: 'paid_twice',
      title: 'Paid twice',
      why: [
        known,
        `The payment ${payment.duplicateOf} of the same recipient and amount was stored before it.`,
        ...delivery.why,
      ],
      todo: [`Deliver nothing for this payment, ${charge.id}, and refund it.`, ...undelivered],
    }
  if (payment && !payment.matches)
    return {
      kind: 'wrong_amount',
      title: 'Paid, but not what the order says',
      why: [
        known,
        `When it was stored, your server had signed the order with other terms: ${termsText(payment)}. This invoice was over ${termsText(charge)}.`,
        ...delivery.why,
      ],
      todo: ['Deliver nothing for this payment, and refund it, or agree with the customer.', ...undelivered],
    }
  const doubt = charge.intent
    ? []
    : ['A page set the recipient and the amount, not your server. Compare them before you deliver anything.']
  return { ...delivery, why: [known, ...delivery.why], todo: [...doubt, ...delivery.todo] }
}

/** Whether the app has an event, and what to do if not. */
function deliveryAnswer(event: StoredEvent, { endpoint, hasReceiver }: Circumstances): Answer {
  const { state, attempts = 0, dueAt, failure } = event
  const reason = failure === undefined ? 'The log has the reason of each one.' : `The last one: ${failure}`
  if (state === 'dead')
    return {
      kind: 'given_up',
      title: 'Paid, but your server refused the event for 30 days',
      why: [`The BFF has given up after ${attempts} attempts. ${reason}`],
      todo: ['Correct your endpoint, then deliver the event again.'],
    }
  if (state === 'waiting') {
    const down = endpoint.downSince
      ? [`Your endpoint has accepted no event since ${timeText(endpoint.downSince)}.`]
      : []
    const next =
      dueAt && !endpoint.downSince
        ? `The next attempt is at ${timeText(dueAt)}.`
        : 'The BFF delivers it as soon as your endpoint accepts events.'
    return {
      kind: 'paid_and_waiting',
      title: 'Paid, and the event waits for your server',
      why: [
        attempts === 0 ? 'Nothing has been tried yet.' : `${count(attempts, 'attempt')} failed. ${reason}`,
        ...down,
        next,
      ],
      todo: attempts === 0 ? [] : ['Correct your endpoint. The BFF then delivers the event by itself.'],
    }
  }
  if (!hasReceiver)
    return {
      kind: 'paid_without_receiver',
      title: 'Paid, but nobody receives events',
      why: ['The BFF has no onEvent (LEYDEN_EVENTS_URL).'],
      todo: ['Set onEvent (LEYDEN_EVENTS_URL), then deliver the event again.'],
    }
  return {
    kind: 'paid_and_delivered',
    title: 'Paid, and delivered to your server',
    why: ['Your server has accepted the event.'],
    todo: [
      'If the goods are missing, look for the event’s id in your own server. You can deliver the event again: it has the same id.',
    ],
  }
}

function unpaidAnswer({ charge }: ChargeCase, { now, detectsPayments }: Circumstances): Answer {
  const { expiresAt, watchUntil, createdAt, lnaddress, verifyUrl } = charge
  const asked = `A page requested this invoice over ${satsText(charge.amountMsat)} at ${timeText(createdAt)}.`
  const sources = [
    verifyUrl !== undefined && 'the recipient’s provider',
    detectsPayments(lnaddress) && 'your own server or wallet',
  ].filter((source) => source !== false)
  const isSeen = sources.length > 0
  const source = isSeen
    ? `The BFF learns of a payment from ${sources.join(' and ')}, which has reported none.`
    : 'The BFF cannot see payments to this recipient: only the page of the payer could have proved one.'
  const proof =
    'If the customer says they paid: ask for the preimage, which each wallet shows as proof of payment, and search for it here. Or look for the payment hash in the recipient’s wallet, and then record the payment.'
  if (now.getTime() < Date.parse(watchUntil))
    return {
      kind: 'open',
      title: 'Not paid yet',
      why: [asked, `It can be paid until ${timeText(expiresAt)}.`, source],
      todo: [proof],
    }
  return {
    kind: 'expired',
    title: 'Not paid: the invoice has expired',
    why: [
      asked,
      `It expired at ${timeText(expiresAt)}, and the BFF watched it until ${timeText(watchUntil)}.`,
      source,
    ],
    todo: [proof],
  }
}

/** Why an event is held. */
export function reasonOfHold({ suspect, conflict }: StoredEvent): string {
  if (suspect) return `It contradicts its session or itself in: ${suspect.join(', ')}.`
  return conflict
    ? 'Another event has the same id and other content.'
    : 'A later event has the same id and other content: release the one that is right.'
}

/** The answer about one ramp session. */
export function sessionAnswer(about: SessionCase, circumstances: Circumstances): Answer {
  const { session, events } = about
  const { state } = session
  const at = `The last report is of ${timeText(state.at)}.`
  const newest = events.find(({ facts }) => facts.meaning === 'completed' || facts.releases !== undefined)
  switch (state.status) {
    case 'needs_review': {
      const held = events.filter((event) => event.held)
      return {
        kind: 'held',
        title: 'Held: an operator has to check it',
        why: [
          `${count(held.length, 'event')} of this purchase ${held.length === 1 ? 'waits' : 'wait'} for a decision.`,
          ...held.map(reasonOfHold),
        ],
        todo: ['Compare the purchase in the dashboard of the ramp. If it is right, release the event.'],
      }
    }
    case 'completed': {
      const delivery = newest && deliveryAnswer(newest, circumstances)
      const contradicting = events.filter(({ contradicts }) => contradicts)
      if (contradicting.length > 0)
        return {
          kind: 'taken_back',
          title: 'Completed, and then failed or taken back',
          why: [at, ...contradicting.map(({ type, at }) => `${type} came at ${timeText(at)}.`)],
          todo: [
            'Compare the purchase in the dashboard of the ramp. If it was taken back, take back what you have delivered.',
          ],
        }
      if (state.duplicate_of !== undefined)
        return {
          kind: 'paid_twice',
          title: 'Bought twice',
          why: [
            at,
            `The session ${state.duplicate_of} completed the same order before.`,
            ...(delivery?.why ?? []),
          ],
          todo: ['Deliver nothing for this purchase, and refund it.'],
        }
      if (delivery) return { ...delivery, why: [at, ...delivery.why] }
      return { kind: 'paid_and_delivered', title: 'Completed', why: [at], todo: [] }
    }
    case 'failed':
    case 'cancelled':
      return {
        kind: 'failed',
        title: state.status === 'failed' ? 'The purchase failed' : 'The buyer left the purchase',
        why: [at],
        todo: ['Details are in the dashboard of the ramp.'],
      }
    case 'processing':
      return { kind: 'under_way', title: 'The purchase is under way', why: [at], todo: [] }
    case 'created':
    case 'open':
    case 'expired':
      return circumstances.now.getTime() < Date.parse(session.expiresAt)
        ? {
            kind: 'open',
            title: 'Opened, nothing bought yet',
            why: [`It was opened at ${timeText(session.createdAt)}.`],
            todo: [],
          }
        : {
            kind: 'expired',
            title: 'Nothing was bought',
            why: [
              `It was opened at ${timeText(session.createdAt)} and expired at ${timeText(session.expiresAt)}. The ramp has reported nothing.`,
            ],
            todo: ['If the customer says they paid, look for the session in the dashboard of the ramp.'],
          }
    default:
      return state.status satisfies never
  }
}

/** The answer about an order that your server has signed, and that no page has opened. */
export function unopenedAnswer(
  terms: Pick<StoredTerms, 'lnaddress' | 'amountMsat'>,
  signedAt: string | undefined,
): Answer {
  return {
    kind: 'never_asked_for',
    title: 'Never asked for: no page has requested an invoice',
    why: [
      `Your server signed this order${signedAt === undefined ? '' : ` at ${timeText(signedAt)}`}, over ${termsText(terms)}.`,
      'Nobody could pay it here, because no invoice of it exists.',
    ],
    todo: [
      'If the customer says they paid, ask for the payment hash or the preimage, and search for it here: they may have paid another order.',
    ],
  }
}

/** The answer that stands for all of them. */
export function firstAnswer(answers: readonly Answer[]): Answer | undefined {
  return [...answers].sort((a, b) => ANSWER_KINDS.indexOf(a.kind) - ANSWER_KINDS.indexOf(b.kind))[0]
}

export function satsText(amountMsat: string): string {
  const msat = BigInt(amountMsat)
  const rest = msat % 1_000n === 0n ? '' : `.${String(msat % 1_000n).padStart(3, '0')}`
  return `${new Intl.NumberFormat('en').format(msat / 1_000n)}${rest} sats`
}

function termsText({ lnaddress, amountMsat }: Pick<StoredTerms, 'lnaddress' | 'amountMsat'>): string {
  return `${satsText(amountMsat)} to ${lnaddress}`
}

/** `2026-11-26 07:31:22 UTC`, in words that every operator reads alike. */
export function timeText(time: string | Date): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

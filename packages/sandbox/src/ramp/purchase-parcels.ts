import type { Parcel } from '../webhook/courier.js'
import type { Quote } from './fiat.js'
import { describePurchase, type EventSelection, type EventWriter } from './ramp-events.js'
import type { Session } from './session-book.js'

interface Settings {
  events: EventSelection
  lateMs: number
}

/** What is sent after a purchase, in this order; mischief is what the session's e-mail address asked for. */
export function purchaseParcels(
  session: Session,
  purchase: Quote,
  writer: EventWriter,
  settings: Settings,
): Parcel[] {
  const details = describePurchase(purchase)
  const initiated = () => writer.older(session, 'RAMP_WIDGET.V1.PAYMENT.INITIATED', details)
  const settled = () => writer.older(session, 'RAMP_WIDGET.V1.PAYMENT.SETTLED', details)
  const completed = writer.completed(session, purchase)
  const { mischief } = session

  switch (mischief) {
    case 'twice':
      return [completed, completed]
    case 'late':
      return [{ ...completed, delayMs: settings.lateMs }]
    case 'reordered':
      return [completed, settled(), initiated()]
    case 'forged':
      return [{ ...completed, url: forge(completed.url), once: true }]
    case 'conflict':
      return [completed, contradict(completed)]
    case 'never':
      return []
    case 'failed':
      return [initiated(), writer.older(session, 'RAMP_WIDGET.V1.PAYMENT.FAILED', details)]
    case 'silent':
    case null:
      return settings.events === 'completed'
        ? [completed]
        : [
            initiated(),
            settled(),
            writer.older(session, 'RAMP_WIDGET.V1.WITHDRAWAL.SUCCEEDED', details),
            completed,
          ]
  }
  return mischief satisfies never
}

/**
 * Another capability of the same form: the middle of the last path segment is changed, as the last characters
 * of an encoded secret may hold bits that nobody reads.
 */
function forge(webhookUrl: string): string {
  const url = new URL(webhookUrl)
  const start = url.pathname.lastIndexOf('/') + 1
  const middle = Math.floor((start + url.pathname.length) / 2)
  const other = url.pathname[middle] === 'A' ? 'B' : 'A'
  url.pathname = url.pathname.slice(0, middle) + other + url.pathname.slice(middle + 1)
  return url.href
}

/** The same event id, and another destination: somebody's money went elsewhere. */
function contradict(parcel: Parcel): Parcel {
  const body = parcel.body as { data: object }
  return { ...parcel, body: { ...body, data: { ...body.data, destination: 'mallory@wallet.example' } } }
}

import type { Delivery } from '../webhook/webhook-sender.js'
import type { Fault } from './fault.js'
import type { Quote } from './fiat.js'
import { describePurchase, type EventSelection, type EventWriter, type OlderKind } from './ramp-events.js'
import type { Session } from './session-store.js'

/** The webhooks after a purchase, in order, with the fault that the session's e-mail address selects. */
export function purchaseDeliveries(
  session: Session,
  purchase: Quote,
  writer: EventWriter,
  { events, lateMs }: { events: EventSelection; lateMs: number },
): Delivery[] {
  const details = describePurchase(purchase)
  const older = (kind: OlderKind) => writer.older(session, kind, details)
  const initiated = () => older('RAMP_WIDGET.V1.PAYMENT.INITIATED')
  const settled = () => older('RAMP_WIDGET.V1.PAYMENT.SETTLED')
  const succeeded = () => older('RAMP_WIDGET.V1.WITHDRAWAL.SUCCEEDED')
  const completed = writer.completed(session, purchase)
  const ordinary = () =>
    events === 'completed' ? [completed] : [initiated(), settled(), succeeded(), completed]
  const faulty: Record<Fault, () => Delivery[]> = {
    twice: () => [completed, completed],
    late: () => [{ ...completed, delayMs: lateMs }],
    reordered: () => [completed, settled(), initiated()],
    forged: () => [{ ...completed, url: forge(completed.url), once: true }],
    conflict: () => [completed, contradict(completed)],
    never: () => [],
    failed: () => [initiated(), older('RAMP_WIDGET.V1.PAYMENT.FAILED')],
    silent: ordinary,
  }
  return session.fault === null ? ordinary() : faulty[session.fault]()
}

/**
 * Another capability of the same form. Changes the middle of the last path segment, because the last characters of an
 * encoded secret may contain unused bits.
 */
function forge(webhookUrl: string): string {
  const url = new URL(webhookUrl)
  const start = url.pathname.lastIndexOf('/') + 1
  const middle = Math.floor((start + url.pathname.length) / 2)
  const other = url.pathname[middle] === 'A' ? 'B' : 'A'
  url.pathname = url.pathname.slice(0, middle) + other + url.pathname.slice(middle + 1)
  return url.href
}

/** The same event id with another destination. */
function contradict(delivery: Delivery): Delivery {
  const body = delivery.body as { data: object }
  return { ...delivery, body: { ...body, data: { ...body.data, destination: 'mallory@wallet.example' } } }
}

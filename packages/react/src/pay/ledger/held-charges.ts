import type { Client } from '@leyden/core'
import type { PayEvent } from '../flow/pay-state.js'
import { noteChargeOfPage } from '../stored-charges.js'
import { type ChargeReport, driveCharge } from './charge-driver.js'
import { type ChargeEvent, type ChargeLife, newLife } from './charge-machine.js'
import { duplicateOf, type LedgerOrder, type NumberedOrder, numbered } from './ledger-order.js'
import { type LedgerRecord, type NewCharge, saveLedger } from './ledger-storage.js'
import { deliverProof } from './proof-delivery.js'

/** A widget that has subscribed to the ledger. */
export interface LedgerWidget {
  client: Client
  /** What it asks for, as a record has it. */
  order: NumberedOrder
  /** Whether other tabs may find its charges. */
  isForBrowser: boolean
  /** Whether this tab may store its charges. */
  isStored: boolean
  onEvent: (event: PayEvent) => void
}

/** A charge of the ledger. */
export interface HeldCharge extends LedgerRecord {
  /** The widgets that show or showed the charge. Two widgets can show one signed order. */
  widgets: Set<LedgerWidget>
  /** Whether all of its widgets let this tab store it. */
  isStored: boolean
  /** Whether the page was told of the invoice, in this page load. */
  isAnnounced: boolean
  client: Client
  /** Passes an event to the machine of the charge. */
  send: (event: ChargeEvent) => void
}

/** What the ledger holds: the charges of one BFF that this page has shown, by payment hash, and its widgets. */
export interface HeldCharges {
  readonly charges: ReadonlyMap<string, HeldCharge>
  readonly widgets: Set<LedgerWidget>
  /** Stores the charges for a reload. */
  save(): void
  /** Adds a charge and drives its machine until it ends. */
  add(record: LedgerRecord, client: Client, widget?: LedgerWidget): HeldCharge
  /** The order of a widget, numbered after those of the widgets before it. */
  numbered(order: LedgerOrder | null, before?: readonly LedgerOrder[]): NumberedOrder
}

/** @param onStep gets what became of a charge after each event, and what to report of it */
export function createHeldCharges(
  { baseUrl, clock }: Client,
  onStep: (held: HeldCharge, life: ChargeLife, reports: readonly ChargeReport[]) => void,
): HeldCharges {
  const charges = new Map<string, HeldCharge>()
  const widgets = new Set<LedgerWidget>()
  return {
    charges,
    widgets,
    save() {
      const stored = [...charges.values()].filter(({ isStored }) => isStored)
      saveLedger(baseUrl, clock.offsetMs, stored)
      if (charges.size > 0) noteChargeOfPage(baseUrl)
    },
    add(record, client, widget) {
      const held: HeldCharge = {
        ...record,
        widgets: new Set(),
        isStored: true,
        isAnnounced: false,
        client,
        send: driveCharge(client, newLife(record.shown, record.payment), {
          duplicateOf: () => duplicateOf(held, charges.values()),
          onStep: (life, reports) => onStep(held, life, reports),
        }),
      }
      if (widget) attach(held, widget)
      charges.set(record.shown.charge.id, held)
      held.send({ type: 'loaded' })
      void deliverProof(held)
      return held
    },
    numbered(order, before = []) {
      const taken = [...widgets].map((widget) => widget.order)
      for (const each of before) taken.push(numbered(each, taken))
      return numbered(order, taken)
    },
  }
}

/** The record of a charge that nobody has paid or seen yet. */
export function newRecord(charge: NewCharge, { order }: LedgerWidget, subject?: string): LedgerRecord {
  return { ...charge, ...order, subject, isOnScreen: false, isNoticed: false, isReported: false }
}

/** A widget shows a charge, so it gets its events. */
export function attach(held: HeldCharge, widget: LedgerWidget): void {
  held.widgets.add(widget)
  held.isStored &&= widget.isStored
}

/** Tells the widgets of a charge what is known about it. Idempotent: a widget that knows it changes nothing. */
export function tellWidgets({ widgets, shown, payment }: HeldCharge): void {
  const { id } = shown.charge
  const event: PayEvent = payment ? { ...payment, type: 'paid', id } : { type: 'updated', shown }
  for (const { onEvent } of [...widgets]) onEvent(event)
}

import { type Client, isLeydenError } from '@leyden/core'
import { UNKNOWN_HERE } from '@leyden/core/internal'
import type { ShownCharge, UnmatchedPayment } from '../flow/pay-state.js'
import {
  attach,
  type HeldCharge,
  type HeldCharges,
  type LedgerWidget,
  newRecord,
  tellWidgets,
} from './held-charges.js'
import { isOfOtherTerms, isReceipt, isShownAgain, unmatchedOf } from './ledger-order.js'
import { findOpenCharges, forgetOpenCharge, forgetOpenChargesOfUsers } from './open-charges.js'

/** Whether a widget may show a charge: nobody else is known to be signed in. */
export function isFor({ subject }: HeldCharge, { client }: LedgerWidget): boolean {
  return client.user.subject === undefined || isOwn(subject, client.user.subject)
}

/** Whether a charge of this tab is of the person who is signed in now, or was shown before somebody signed in. */
function isOwn(owner: string | undefined, subject: string | null | undefined): boolean {
  return owner === undefined || owner === subject
}

/**
 * Whose a charge is: which widgets may show it, by its order and by the person who is signed in.
 *
 * @param onReleased called when payments may have lost the widget that showed them
 */
export function createChargeOwner(baseUrl: string, held: HeldCharges, onReleased: () => void) {
  const { charges, widgets } = held
  const all = () => [...charges.values()]

  /** The charges that a widget shows again, the newest first. */
  const ownOf = (widget: LedgerWidget): HeldCharge[] =>
    all()
      // A payment that was shown beside another order is not reported yet.
      .filter(
        (charge) =>
          charge.order === widget.order.order &&
          !charge.isUnmatched &&
          (!charge.isReported || isReceipt(charge)) &&
          isFor(charge, widget),
      )
      .reverse()

  const unmatchedFor = (widget: LedgerWidget): UnmatchedPayment[] => {
    const unmatched = all().filter(
      (charge) => charge.payment && isOfOtherTerms(charge, widget.order) && isFor(charge, widget),
    )
    for (const charge of unmatched) charge.isNoticed = true
    if (unmatched.length > 0) held.save()
    return unmatchedOf(unmatched)
  }

  /** Gives a widget charges that were shown before, and soon their payments that were not reported yet. */
  const restore = (widget: LedgerWidget, own: readonly HeldCharge[]) => {
    for (const charge of own) attach(charge, widget)
    const onScreen = own.find((charge) => charge.isOnScreen && isShownAgain(charge))
    queueMicrotask(() => {
      for (const charge of own)
        if (charge.payment && !charge.isReported && charge.widgets.has(widget)) tellWidgets(charge)
    })
    return {
      shown: onScreen?.shown,
      payment: onScreen?.payment,
      earlier: own.filter((charge) => charge !== onScreen && !isReceipt(charge)).map(({ shown }) => shown),
    }
  }

  /** Drops what a person who has left the page must not leave there. */
  const forgetPerson = (charge: HeldCharge) => {
    if (isReceipt(charge)) charge.isOnScreen = false
    if (charge.shown.charge.note !== undefined) charge.send({ type: 'note_dropped' })
  }

  /**
   * Somebody else is signed in: the widgets show the charges of this person, and no others. Those are still watched, and
   * reported to the page.
   */
  const showOwn = ({ user }: Client) => {
    if (typeof user.subject === 'string')
      for (const charge of charges.values()) if (!isOwn(charge.subject, user.subject)) forgetPerson(charge)
    for (const widget of [...widgets]) {
      if (widget.client.user !== user) continue
      const others = all().filter((charge) => !isFor(charge, widget))
      for (const charge of others) charge.widgets.delete(widget)
      if (others.length > 0)
        widget.onEvent({ type: 'released', ids: others.map(({ shown }) => shown.charge.id) })
      const returned = ownOf(widget).filter((charge) => !charge.widgets.has(widget))
      if (returned.length > 0) widget.onEvent({ type: 'restored', ...restore(widget, returned) })
      const unmatched = unmatchedFor(widget)
      if (unmatched.length > 0) widget.onEvent({ type: 'unmatched', payments: unmatched })
    }
    held.save()
    onReleased()
  }

  /** A page may have several clients of one BFF. */
  const heard = new WeakSet<Client>()

  return {
    /** What a new widget shows again. */
    restoreAll: (widget: LedgerWidget) => ({
      ...restore(widget, ownOf(widget)),
      unmatched: unmatchedFor(widget),
    }),

    /** Follows who is signed in. */
    hearUser(client: Client): void {
      if (heard.has(client)) return
      heard.add(client)
      client.user.onChanged(() => showOwn(client))
      client.user.onSignedOut(() => {
        forgetOpenChargesOfUsers(baseUrl)
        for (const charge of charges.values()) if (charge.subject !== undefined) forgetPerson(charge)
        held.save()
      })
    },

    /**
     * Adds the charges of an order that other tabs have shown. The server says what became of each, and who is signed in
     * now: what belongs to somebody else is left alone.
     *
     * @returns undefined if there are none
     */
    findElsewhere(widget: LedgerWidget, name: string): Promise<readonly ShownCharge[]> | undefined {
      const { client } = widget
      const found = findOpenCharges({ baseUrl, name }).filter(({ shown }) => !charges.has(shown.charge.id))
      if (found.length === 0) return undefined
      const asked = found.map(async ({ shown, paymentGroup, subject }): Promise<ShownCharge[]> => {
        const { id, watchUrl, watchUntil } = shown.charge
        if (watchUrl === undefined) return []
        const state = await client.readState(watchUrl).catch((error: unknown) => {
          if (!isLeydenError(error) || error.code !== 'NOT_FOUND') return undefined
          // The invoice can still be paid. The watch says that nobody would see it.
          if (error.reason === UNKNOWN_HERE) return { kind: 'charge', status: 'open' } as const
          forgetOpenCharge(id)
          return undefined
        })
        const isOfUser = (client.user.subject ?? undefined) === subject
        if (state?.kind !== 'charge' || !isOfUser || charges.has(id) || !widgets.has(widget)) return []
        if (state.status !== 'paid' && client.clock.now() > watchUntil) {
          forgetOpenCharge(id)
          return []
        }
        // An invoice that is paid or has expired is watched, and not shown.
        const known = state.status === 'open' ? shown : { ...shown, phase: 'expired_unchecked' as const }
        const charge = held.add(newRecord({ shown: known, paymentGroup }, widget, subject), client, widget)
        held.save()
        return [charge.shown]
      })
      return Promise.all(asked).then((shown) => shown.flat())
    },
  }
}

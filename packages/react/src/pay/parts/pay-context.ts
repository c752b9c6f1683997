'use client'
import { createContext, type MutableRefObject, type RefObject, useContext } from 'react'
import type { PartProps } from '../../foundation/card/part.js'
import { partsOf } from '../../foundation/card/parts-of.js'
import type { PayTranslate } from '../../foundation/messages/use-messages.js'
import type { PayState } from '../flow/pay-state.js'
import type { PayHandle } from '../pay-handle.js'
import { isForm } from '../pay-view.js'
import type { CopiedThing } from './copy-text.js'

/** What only our views need beside the hook: the device, the network, what lasts a moment, and what the page passes. */
export interface PayScreen {
  /** What was copied, for 2.5 seconds; null otherwise. */
  copied: CopiedThing | null
  /** What could not be copied. It is shown, so that people can copy it by hand. */
  copyFailed: CopiedThing | null
  /**
   * Copies the invoice, the receipt or the payment hash to the clipboard.
   *
   * @param host an element of the widget
   * @param text replaces the usual text
   */
  copy: (thing: CopiedThing, host: HTMLElement | null, text?: string) => void
  /** Opens the device's share sheet with a text. Copies the receipt if the device refuses. */
  share: (text: string, host: HTMLElement | null) => void
  /** Whether the request for an invoice takes longer than usual. It can be cancelled. */
  isSlow: boolean
  /** Whole seconds until a failed request can be retried. */
  retrySeconds: number
  /** Whether there is a network. */
  isOnline: boolean
  /** Whether the main pointer is a finger: the link to the wallet then comes first, and the QR code on request. */
  isTouch: boolean
  /** Whether this browser has shown no invoice before. */
  isFirstVisit: boolean
  /** Whether the device has a share sheet. */
  canShare: boolean
  /** Whether `retryIntent` asks the page for another order. If not, only a reload of the page leads to another one. */
  canRenewOrder: boolean
  /** Whether to offer `done`. With an intent only the page knows what comes next, so it has to pass `onDone`. */
  canFinish: boolean
}

/** The data that a root shares with its parts. */
export interface PayContextValue {
  pay: PayHandle
  screen: PayScreen
  t: PayTranslate
  /** The element of the root. */
  root: RefObject<HTMLElement | null>
  /** The id of the warnings of `Pay.Notices`. */
  warningsId: string
  /** Whether the person has tried to continue, so that missing fields are shown. */
  wasPressed: boolean
  press: () => void
  /** Whether the last press of "Pay" asked for an invoice that has not been shown yet. */
  payPressed: MutableRefObject<boolean>
}

export const PayContext = createContext<PayContextValue | null>(null)

/**
 * @param part the part that reads it. Other components are always in a part
 * @throws Error if there is no root around the part. This does not depend on data, so developers see it at once.
 */
export function usePayContext(part?: string): PayContextValue {
  const value = useContext(PayContext)
  if (!value) throw new Error(`<Pay.${part}> has to be inside of <Pay.Root>.`)
  return value
}

/** Props of a part of a payment: attributes of its root, and `render`. */
export type PayPartProps = PartProps<'div', PayHandle>

/** Makes a part of a payment. */
export const payPart = partsOf('Pay', usePayContext, ({ pay }) => pay)

/** Makes a part that is shown until there is an invoice. */
export const formPart: typeof payPart = (name, draw) =>
  payPart(name, (screen, own) => (isForm(screen.pay) ? draw(screen, own) : null))

/** The props of the view of a state. */
export interface ViewProps<S extends PayState['status']> extends PayContextValue {
  state: PayState<S>
}

'use client'
import { createContext, useContext } from 'react'
import { type PartProps, partsOf } from '../card/part.js'
import type { PayTranslate } from '../messages/use-messages.js'
import type { PayState } from '../pay-flow/pay-state.js'
import type { PayHandle } from './pay-handle.js'

/** The data that a root shares with its parts. */
export interface PayContextValue extends Pick<ViewProps, 'pay' | 't'> {
  /** Whether the person has tried to continue, so that missing fields are shown. */
  wasPressed: boolean
  press: () => void
}

export const PayContext = createContext<PayContextValue | null>(null)

/** @throws Error if there is no root around the part. This does not depend on data, so developers see it at once. */
export function usePayContext(part: string): PayContextValue {
  const value = useContext(PayContext)
  if (!value) throw new Error(`<Pay.${part}> has to be inside of <Pay.Root>.`)
  return value
}

/** Props of a part of a payment: attributes of its root, and `render`. */
export type PayPartProps = PartProps<'div', PayHandle>

/** Makes a part of a payment. */
export const payPart = partsOf('Pay', usePayContext, ({ pay }) => pay)

/** The props of each view: one state of the widget. */
export interface ViewProps<S extends PayState['status'] = PayState['status']> {
  pay: PayHandle
  state: PayState<S>
  t: PayTranslate
}

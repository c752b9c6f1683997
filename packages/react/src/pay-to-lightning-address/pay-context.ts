'use client'
import { createContext, useContext } from 'react'
import { type PartProps, partsOf } from '../card/part.js'
import type { PayMessageKey } from '../messages/pay-english.js'
import type { Translate } from '../messages/use-messages.js'
import type { PayState } from '../pay-flow/index.js'
import type { PayHandle } from './pay-handle.js'

/** What a root shares with the parts in it. */
export interface PayContextValue {
  pay: PayHandle
  t: Translate<PayMessageKey>
  /** The person has tried to go on: missing fields are shown from now on. */
  wasPressed: boolean
  press: () => void
}

export const PayContext = createContext<PayContextValue | null>(null)

/** @throws if there is no root around the part. This does not depend on data, so it shows at once in development. */
export function usePayContext(part: string): PayContextValue {
  const value = useContext(PayContext)
  if (!value) throw new Error(`<Pay.${part}> has to be inside of <Pay.Root>.`)
  return value
}

/** Props of a part of a payment: attributes of its root, and `render`. */
export type PayPartProps = PartProps<'div', PayHandle>

/** Makes a part of a payment. */
export const payPart = partsOf('Pay', usePayContext, ({ pay }) => pay)

/** One state on the screen; what each view is given. */
export interface ViewProps<S extends PayState['status'] = PayState['status']> {
  pay: PayHandle
  state: Extract<PayState, { status: S }>
  t: Translate<PayMessageKey>
}

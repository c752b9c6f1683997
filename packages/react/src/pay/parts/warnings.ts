import { errorKind } from '../../foundation/errors/error-kind.js'
import type { CheckedCharge, ShownCharge } from '../flow/pay-state.js'
import { offeredCharge, unclearCharge } from '../flow/shown-charge.js'
import type { PayHandle } from '../pay-handle.js'
import { isForm, viewName } from '../pay-view.js'
import { usePayContext } from './pay-context.js'

interface Warnings {
  /** A charge that a wallet may have paid. Other views than the form, or what is in its place, show it themselves. */
  unclear: ShownCharge | undefined
  /** Whether payments arrived that do not pay the order. The refusal of a paid order shows them itself. */
  hasUnmatched: boolean
  /** A charge that another tab has shown, and that can still be paid. */
  offered: CheckedCharge | undefined
}

export function warningsOf(pay: PayHandle): Warnings {
  const { state } = pay
  const isRefused = state.status === 'failed' && errorKind(state.error) === 'orderPaid'
  return {
    unclear: viewName(state) === 'form' ? unclearCharge(state) : undefined,
    offered: isForm(pay) ? offeredCharge(state) : undefined,
    hasUnmatched: state.unmatched !== undefined && state.unmatched.length > 0 && !isRefused,
  }
}

/** The attribute of each button that requests an invoice: the warnings describe it. */
export function useWarningsId(): string | undefined {
  const { pay, warningsId } = usePayContext()
  const { unclear, hasUnmatched, offered } = warningsOf(pay)
  return unclear || hasUnmatched || offered ? warningsId : undefined
}

import { TextButton } from '../../foundation/card/buttons.js'
import { Note } from '../../foundation/card/parts.js'
import { errorKind } from '../../foundation/page/error-kind.js'
import { satsText } from '../fields/amount-text.js'
import type { CheckedCharge } from '../flow/pay-state.js'
import { offeredCharge } from '../flow/shown-charge.js'
import type { PayHandle } from '../pay-handle.js'
import { chargeText, unmatchedText } from '../texts/pay-texts.js'
import { timeText } from '../texts/receipt.js'
import { usePayContext } from './pay-context.js'
import { isForm, orderAmount, viewName } from './pay-view.js'

/** What people have to know before they request an invoice; null for nothing. */
export function PayWarnings() {
  const { pay, t, warningsId } = usePayContext()
  const { unclear, hasUnmatched, offered } = warningsOf(pay)
  if (!unclear && !hasUnmatched && !offered) return null
  return (
    <div id={warningsId} className="ly-body">
      {offered && (
        <Note>
          <p>{chargeText('stillOpen', offered, t)}</p>
          <TextButton onClick={() => pay.actions.showOpenInvoice(offered.id)}>
            {t('backToInvoice')}
          </TextButton>
        </Note>
      )}
      {hasUnmatched && <UnmatchedNote />}
      {unclear && <Note tone="warn">{chargeText('unclearNote', unclear, t)}</Note>}
    </div>
  )
}

interface Warnings {
  /** A charge that a wallet may have paid. Other views than the form show it themselves. */
  unclear: CheckedCharge | null
  /** Whether payments arrived that do not pay the order. The refusal of a paid order shows them itself. */
  hasUnmatched: boolean
  /** A charge that another tab has shown, and that can still be paid. */
  offered: CheckedCharge | undefined
}

export function warningsOf(pay: PayHandle): Warnings {
  const { state } = pay
  const isRefused = state.status === 'failed' && errorKind(state.error) === 'orderPaid'
  return {
    unclear: isForm(pay) ? pay.wallets.unclearCharge : null,
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

function UnmatchedNote() {
  const { pay, t } = usePayContext()
  const { state } = pay
  const amount = orderAmount(pay)
  const isInvoiceExpired = state.status === 'paid' || state.status === 'confirming'
  const canPay = viewName(state) === 'form' ? isForm(pay) : !isInvoiceExpired
  return (
    <Note tone="warn" title={unmatchedText(pay, t)}>
      <UnmatchedList />
      <p>{t(state.status === 'paid' ? 'arrivedRefund' : 'arrivedAsk')}</p>
      {canPay && amount !== null && <p>{t('arrivedFull', { amount: satsText(amount, t) })}</p>}
    </Note>
  )
}

/** What arrived, and when. */
export function UnmatchedList() {
  const { pay, t } = usePayContext()
  return (
    <>
      {pay.state.unmatched?.map(({ id, amountMsat, at }) => (
        <div key={id}>
          <bdi>{satsText(amountMsat, t)}</bdi> · <bdi>{timeText(at, t.locale)}</bdi>
        </div>
      ))}
    </>
  )
}

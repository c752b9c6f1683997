import { AddressText } from '../../foundation/card/address-text.js'
import { TextButton } from '../../foundation/card/buttons.js'
import { Note } from '../../foundation/card/parts.js'
import { satsText } from '../fields/amount-text.js'
import { isPayable } from '../flow/shown-charge.js'
import { isForm, orderAmount, viewName } from '../pay-view.js'
import { arrivedText, chargeText, unmatchedText } from '../texts/charge-texts.js'
import { usePayContext } from './pay-context.js'
import { UnmatchedList } from './unmatched-list.js'
import { warningsOf } from './warnings.js'

/** The payments that arrived, and what people have to know before they request an invoice. */
export function PayWarnings() {
  const { pay, t, warningsId } = usePayContext()
  const { arrived = [] } = pay.state
  const { unclear, hasUnmatched, offered } = warningsOf(pay)
  return (
    <>
      {arrived.map((payment) => (
        <Note key={payment.charge.id} tone={payment.duplicateOf === undefined ? 'ok' : 'warn'}>
          <div className="ly-row ly-beside">
            <span className="ly-grow">
              <AddressText text={arrivedText(payment, t)} />
            </span>
            <TextButton onClick={() => pay.actions.dismiss(payment.charge.id)}>{t('dismiss')}</TextButton>
          </div>
        </Note>
      ))}
      {(unclear || hasUnmatched || offered) && (
        <div id={warningsId} className="ly-body">
          {offered && (
            <Note>
              <p>
                <AddressText text={chargeText('stillOpen', offered, t)} />
              </p>
              <BackToInvoice id={offered.id} />
            </Note>
          )}
          {hasUnmatched && <UnmatchedNote />}
          {unclear && (
            <Note tone="warn">
              <p>{chargeText('unclearNote', unclear.charge, t)}</p>
              {isPayable(unclear) && <BackToInvoice id={unclear.charge.id} />}
            </Note>
          )}
        </div>
      )}
    </>
  )
}

function BackToInvoice({ id }: { id: string }) {
  const { pay, t } = usePayContext()
  return <TextButton onClick={() => pay.actions.showOpenInvoice(id)}>{t('backToInvoice')}</TextButton>
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

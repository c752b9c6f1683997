import { type ReactNode, useId, useState } from 'react'
import { AddressText } from '../../foundation/card/address-text.js'
import { SecondButton, TextButton } from '../../foundation/card/buttons.js'
import { Note } from '../../foundation/card/parts.js'
import { amountText } from '../fields/amount-text.js'
import { timeText } from '../texts/times.js'
import { usePayContext } from './pay-context.js'
import { ReceiptActions, ReceiptCard } from './receipt-card.js'

/** "Your payments": the receipts to find again, folded, and a button that deletes them. */
export function PaymentList() {
  const { pay, t } = usePayContext()
  const { receipts } = pay.view
  return (
    <Folded
      className="ly-payments"
      summary={
        <summary className="ly-summary ly-small ly-muted">
          {t('yourPayments')} <span className="ly-ltr" translate="no">{`(${receipts.length})`}</span>
        </summary>
      }
    >
      <ul className="ly-kept-list">
        {receipts.map((receipt) => (
          <li key={receipt.charge.id}>
            <Folded
              className="ly-kept"
              summary={
                <summary className="ly-summary ly-kept-line">
                  <bdi className="ly-strong" translate="no">
                    {amountText(receipt.charge, t)}
                  </bdi>
                  <span className="ly-small ly-muted">
                    <AddressText text={t('to', { address: receipt.charge.address })} />
                  </span>
                  <span className="ly-small ly-muted">{timeText(receipt.at, t.locale)}</span>
                </summary>
              }
            >
              <div className="ly-body ly-kept-receipt">
                <ReceiptCard receipt={receipt} />
                <ReceiptActions receipt={receipt} />
              </div>
            </Folded>
          </li>
        ))}
      </ul>
      <ForgetReceipts />
    </Folded>
  )
}

interface FoldedProps {
  className: string
  summary: ReactNode
  children: ReactNode
}

/** What is drawn only once it is unfolded, so that a page never has the "Paid" of another order beside its form. */
function Folded({ className, summary, children }: FoldedProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={className} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      {summary}
      {isOpen && children}
    </details>
  )
}

/** Deletes the receipts, after a question. */
function ForgetReceipts() {
  const { pay, t, root } = usePayContext()
  const [isAsked, setIsAsked] = useState(false)
  const note = useId()
  const forget = () => {
    pay.actions.forgetReceipts()
    setIsAsked(false)
    // The button is gone with the list.
    root.current?.querySelector<HTMLElement>('[data-ly-lead]')?.focus({ preventScroll: true })
  }
  return (
    <div className="ly-stack">
      <TextButton aria-expanded={isAsked} onClick={() => setIsAsked(!isAsked)}>
        {t('deleteReceipts')}
      </TextButton>
      {isAsked && (
        <>
          <div id={note}>
            <Note>{t('deleteReceiptsNote')}</Note>
          </div>
          <SecondButton onClick={forget} aria-describedby={note}>
            {t('deleteNow')}
          </SecondButton>
        </>
      )}
    </div>
  )
}

import type { ReactNode } from 'react'
import { AddressText } from '../../foundation/card/address-text.js'
import { SecondButton } from '../../foundation/card/buttons.js'
import { Fact, Tick } from '../../foundation/card/result-parts.js'
import type { PayState } from '../flow/pay-state.js'
import { receiptText, receiptTexts } from '../texts/receipt.js'
import { CopyByHand } from './copy-by-hand.js'
import { PaymentHead } from './invoice-parts.js'
import { usePayContext } from './pay-context.js'

interface ReceiptCardProps {
  receipt: PayState<'paid'>
}

/**
 * A receipt, as one object: the amount and the recipient where the invoice had them, a seal that says on whose word it is
 * paid, and the facts. What only this device has kept has no seal.
 */
export function ReceiptCard({ receipt }: ReceiptCardProps) {
  const { t } = usePayContext()
  const { evidence, isSealed, test, facts } = receiptTexts(receipt, t)
  return (
    <div className="ly-receipt">
      <div className="ly-row ly-bar">
        {/* It is in the heading, too. */}
        <span className="ly-title ly-grow" aria-hidden="true">
          {t('paidTitle')}
        </span>
        {test !== undefined && <span className="ly-tag">{test}</span>}
      </div>
      <PaymentHead state={receipt} />
      <div className="ly-seal ly-small ly-muted" data-tone={isSealed ? 'ok' : undefined}>
        {isSealed && (
          <span className="ly-mark" data-tone="ok" aria-hidden="true">
            <Tick />
          </span>
        )}
        <AddressText text={evidence} />
      </div>
      <dl className="ly-facts">
        {facts.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </div>
  )
}

interface ReceiptActionsProps extends ReceiptCardProps {
  /** The button that leads on, if there is one. */
  next?: ReactNode
}

/** Shares a receipt as a text, or copies it where the browser has no share sheet. */
export function ReceiptActions({ receipt, next }: ReceiptActionsProps) {
  const { screen, t, root } = usePayContext()
  const { canShare, copied, copyFailed } = screen
  const text = receiptText(receipt, t)
  const share = () => screen.share(text, root.current)
  const copy = () => screen.copy('receipt', root.current, text)
  return (
    <>
      {copyFailed === 'receipt' && <CopyByHand text={text} name={t('receipt')} />}
      <div className="ly-actions ly-receipt-actions">
        <SecondButton icon={canShare ? 'share' : 'copy'} onClick={canShare ? share : copy}>
          {t(copied === 'receipt' ? 'copied' : canShare ? 'shareReceipt' : 'copyReceipt')}
        </SecondButton>
        {next}
      </div>
    </>
  )
}

import type { ReactNode } from 'react'
import { Avatar } from '../../address/avatar.js'
import { AddressText } from '../../foundation/card/address-text.js'
import { SecondButton } from '../../foundation/card/buttons.js'
import { Fact, StateHeading, Tick } from '../../foundation/card/parts.js'
import { Icon } from '../../foundation/icons/icon.js'
import type { PayState } from '../flow/pay-state.js'
import { receiptText, receiptTexts } from '../texts/receipt.js'
import { CopyByHand } from './copy-by-hand.js'
import { usePayContext } from './pay-context.js'

interface ReceiptCardProps {
  receipt: PayState<'paid'>
}

/**
 * A receipt, as one object: the amount, the recipient with their picture, the facts, and a seal that says on whose word
 * it is paid. What only this device has kept has no seal.
 */
export function ReceiptCard({ receipt }: ReceiptCardProps) {
  const { t } = usePayContext()
  const { title, to, evidence, isSealed, test, facts } = receiptTexts(receipt, t)
  const { imageDataUrl } = receipt.recipient
  return (
    <div className="ly-receipt">
      <StateHeading
        tone={isSealed ? 'ok' : undefined}
        mark={isSealed ? <Tick /> : null}
        title={title}
        badge={test !== undefined && <span className="ly-tag">{test}</span>}
      >
        <span className="ly-payee">
          {imageDataUrl !== undefined && <Avatar imageDataUrl={imageDataUrl} />}
          <span>
            <AddressText text={to} />
          </span>
        </span>
      </StateHeading>
      <dl className="ly-facts">
        {facts.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
      <div className="ly-seal ly-small ly-muted" data-tone={isSealed ? 'ok' : undefined}>
        {isSealed && <Icon name="shield" />}
        <AddressText text={evidence} />
      </div>
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

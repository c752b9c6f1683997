import type { ReactNode } from 'react'
import { Avatar } from '../../address/avatar.js'
import { AddressText } from '../../foundation/card/address-text.js'
import { SecondButton, TextButton } from '../../foundation/card/buttons.js'
import { useCodeToMark } from '../../foundation/card/code-to-mark.js'
import { Fact, StateHeading, Tick } from '../../foundation/card/parts.js'
import { Icon } from '../../foundation/icons/icon.js'
import type { Receipt } from '../pay-callbacks.js'
import { receiptText, receiptTexts } from '../texts/receipt.js'
import { CopyByHand } from './copy-by-hand.js'
import { usePayContext } from './pay-context.js'
import { printReceipt } from './print-receipt.js'
import { drawReceipt, saveFile } from './receipt-picture.js'

interface ReceiptCardProps {
  receipt: Omit<Receipt, 'reference'>
}

/**
 * A receipt, as one object: the amount, the recipient with their picture, the facts, and a seal that says on whose word
 * it is paid. What only this device has kept has no seal.
 */
export function ReceiptCard({ receipt }: ReceiptCardProps) {
  const { t, root } = usePayContext()
  useCodeToMark(root)
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
  /** What few people need, folded. */
  children?: ReactNode
}

/** What can be done with a receipt: shared, saved as a picture, printed, copied. */
export function ReceiptActions({ receipt, next, children }: ReceiptActionsProps) {
  const { pay, t, root } = usePayContext()
  const { canShare, copied, copyFailed } = pay.view
  const texts = receiptTexts(receipt, t)
  const text = receiptText(receipt, t)
  const { direction, locale } = t
  const look = { imageDataUrl: receipt.recipient.imageDataUrl, direction, locale }
  const draw = () => drawReceipt(texts, look, receipt.charge.id)
  const copy = () => pay.actions.copy('receipt', root.current, text)
  const share = async () => pay.actions.share(text, root.current, await draw().catch(() => undefined))
  const save = async () => {
    const picture = await draw().catch(() => undefined)
    // Where a browser draws no pictures, the text is the receipt.
    if (picture && root.current) saveFile(picture, root.current)
    else copy()
  }
  const print = () => root.current && printReceipt(texts, look, root.current)
  return (
    <>
      {copyFailed === 'receipt' && <CopyByHand text={text} name={t('receipt')} />}
      <div className="ly-actions ly-receipt-actions">
        <SecondButton icon={canShare ? 'share' : undefined} onClick={canShare ? share : save}>
          {t(canShare ? 'shareReceipt' : 'saveReceipt')}
        </SecondButton>
        {next}
      </div>
      <div className="ly-links">
        {canShare && <TextButton onClick={save}>{t('saveReceipt')}</TextButton>}
        <TextButton onClick={copy}>{t(copied === 'receipt' ? 'copied' : 'copyReceipt')}</TextButton>
        <TextButton onClick={print}>{t('printReceipt')}</TextButton>
        {children}
      </div>
    </>
  )
}

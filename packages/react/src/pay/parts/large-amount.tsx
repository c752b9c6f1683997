import { type PrintableAmount, printAmount, satsDigits, satsText } from '../fields/amount-text.js'
import { usePayContext } from './pay-context.js'

/** An amount in large digits with its unit, and at the end of the line the amount in the other unit. */
export function LargeAmount({ amount }: { amount: PrintableAmount }) {
  const { t } = usePayContext()
  const { amountMsat } = amount
  const { main, other } = printAmount(amount, t)
  const isSats = main === satsText(amountMsat, t)
  return (
    <>
      <span className="ly-grow" translate="no">
        <span className="ly-amount">{isSats ? satsDigits(amountMsat, t.locale) : main}</span>{' '}
        {isSats && <span className="ly-unit">{t('sats', { count: Number(amountMsat) / 1_000 })}</span>}
      </span>
      {other !== null && (
        <span className="ly-unit ly-unbroken" translate="no">
          {other}
        </span>
      )}
    </>
  )
}

import { usePayContext } from './pay-context.js'

/** The text itself, to be selected by hand, if neither the clipboard nor the copy command works. */
export function CopyByHand({ text, name }: { text: string; name?: string }) {
  const { t } = usePayContext()
  return (
    <label>
      <span className="ly-label">{t('copyFailed')}</span>
      <textarea
        className="ly-invoice-text ly-ltr"
        translate="no"
        readOnly
        value={text}
        aria-label={name ?? t('invoiceText')}
        onFocus={(event) => event.currentTarget.select()}
      />
    </label>
  )
}

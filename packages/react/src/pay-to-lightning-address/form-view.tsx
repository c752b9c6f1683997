import { formatSats } from '@leyden/core/money'
import { useId, useState } from 'react'
import { Button, Hint, Note } from '../card/parts.js'
import { AddressBox } from '../lightning-address/address-box.js'
import type { PayMessageKey } from '../messages/pay-english.js'
import type { Translate } from '../messages/use-messages.js'
import { formatFiat } from './fiat.js'
import { unclearText } from './pay-texts.js'
import { recipientOf } from './pay-view.js'
import { PayerBox } from './payer-box.js'
import type { AmountField } from './use-amount-field.js'
import type { PayHandle } from './use-pay-to-lightning-address.js'
import { ViewHead } from './view-head.js'

interface FormProps {
  pay: PayHandle
  t: Translate<PayMessageKey>
}

/** Whom, how much, and a note. */
export function FormView({ pay, t }: FormProps) {
  const { state, fields } = pay
  const { address, amount, note } = fields
  const asking = state.status === 'requesting'
  const [pressed, setPressed] = useState(false)
  const press = () => {
    // What is missing is told when somebody wants to go on, not before.
    setPressed(true)
    pay.actions.showInvoice()
  }
  return (
    <>
      <ViewHead pay={pay} title={t('payTitle')} t={t} />
      <AddressBox
        entry={address}
        t={t}
        label={t('addressLabel')}
        frozen={asking}
        onChangeAddress={pay.actions.changeAddress}
      />
      {amount.locked ? (
        <FixedAmount pay={pay} t={t} />
      ) : (
        <AmountBox pay={pay} t={t} frozen={asking} strict={pressed} />
      )}
      {note.offered && <NoteBox pay={pay} t={t} frozen={asking} />}
      {pay.unclearCharge && <Note tone="warn">{unclearText(pay.unclearCharge, t)}</Note>}
      <PayerBox pay={pay} t={t} frozen={asking} strict={pressed} />
      <Button off={!pay.canShowInvoice && !asking} busy={asking} onClick={press}>
        {t(asking ? 'requesting' : 'showInvoice')}
      </Button>
    </>
  )
}

function FixedAmount({ pay, t }: FormProps) {
  const { amount } = pay.fields
  return (
    <div>
      <div className="ly-row">
        <div className="ly-grow">
          <span className="ly-amount">{amount.text}</span> <span className="ly-unit">{t('sats')}</span>
        </div>
        {amount.fiatText !== null && (
          <span className="ly-muted">{t('approximately', { amount: amount.fiatText })}</span>
        )}
      </div>
      <AmountHint pay={pay} t={t} strict />
    </div>
  )
}

function AmountBox({ pay, t, frozen, strict }: FormProps & { frozen: boolean; strict: boolean }) {
  const id = useId()
  const { fiat, presets, fields } = pay
  const { amount } = fields
  const bad = isShown(amount.problem, strict)
  const other = amount.unit === 'sats' ? (fiat?.currency ?? '') : t('sats')
  return (
    <>
      <div>
        <label className="ly-label" htmlFor={id}>
          {t('amountLabel')}
        </label>
        <div
          className="ly-field"
          data-ly-size="big"
          data-ly-long={amount.text.length > 8 || undefined}
          data-tone={bad ? 'bad' : undefined}
        >
          <input
            {...amount.inputProps}
            id={id}
            className="ly-input ly-ltr"
            placeholder="0"
            readOnly={frozen}
            aria-describedby={`${id}-hint`}
          />
          {fiat ? (
            <button type="button" className="ly-unit ly-unit-switch" onClick={amount.switchUnit}>
              {amount.unit === 'sats' ? t('sats') : fiat.currency} ⇄ {other}
              <span className="ly-hidden">{t('switchUnit', { unit: other })}</span>
            </button>
          ) : (
            <span className="ly-unit">{t('sats')}</span>
          )}
        </div>
        <AmountHint id={`${id}-hint`} pay={pay} t={t} strict={strict} />
      </div>
      {presets.length > 0 && (
        <fieldset className="ly-chips" aria-label={t('presets')} disabled={frozen}>
          {presets.map((preset) => (
            <button
              key={String(preset)}
              type="button"
              className="ly-chip"
              aria-pressed={amount.sats === preset}
              onClick={() => amount.setSats(preset)}
            >
              {amount.unit === 'fiat' && fiat
                ? formatFiat(preset, fiat, t.locale)
                : formatSats(preset, t.locale)}
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}

/** An amount that is not there yet is no mistake until somebody wants to go on. */
function isShown(problem: AmountField['problem'], strict: boolean): boolean {
  return problem !== null && (strict || problem !== 'missing')
}

function AmountHint({ id, pay, t, strict }: FormProps & { id?: string; strict: boolean }) {
  const { fiat, fields } = pay
  const { amount } = fields
  const recipient = recipientOf(pay)
  const min = recipient ? formatSats(recipient.minSats, t.locale) : ''
  const max = recipient ? formatSats(recipient.maxSats, t.locale) : ''
  const bad = isShown(amount.problem, strict)
  const text = () => {
    if (bad)
      switch (amount.problem) {
        case 'missing':
          return t('amountMissing')
        case 'not_whole':
          return t('amountNotWhole')
        case 'too_small':
          return t('amountTooSmall', { min })
        case 'too_large':
          return t('amountTooLarge', { max })
        default:
          return ''
      }
    if (!recipient) return ''
    if (min === max) return t('amountFixed', { amount: min })
    return amount.locked ? '' : t('limits', { min, max })
  }
  const other =
    amount.locked || !fiat || amount.sats === null
      ? null
      : amount.unit === 'fiat'
        ? t('amountSats', { amount: formatSats(amount.sats, t.locale) })
        : amount.fiatText
  if (amount.locked && text() === '') return null
  const rate = rateNote(pay, t)
  return (
    <Hint {...(id !== undefined && { id })} tone={bad ? 'bad' : undefined}>
      <span className="ly-grow">
        {!bad && text()}
        <span role="status">{bad && text()}</span>
      </span>
      {other !== null && (
        <span className="ly-muted" title={rate}>
          {t('approximately', { amount: other })}
        </span>
      )}
      {rate !== undefined && amount.unit === 'fiat' && <span className="ly-full">{rate}</span>}
    </Hint>
  )
}

function rateNote({ fiat }: PayHandle, t: Translate<PayMessageKey>): string | undefined {
  if (!fiat?.asOf) return undefined
  const time = new Intl.DateTimeFormat(t.locale, { dateStyle: 'short', timeStyle: 'short' }).format(fiat.asOf)
  return t('rateOf', { time })
}

function NoteBox({ pay, t, frozen }: FormProps & { frozen: boolean }) {
  const id = useId()
  const { note } = pay.fields
  if (note.locked)
    return (
      <div>
        <div className="ly-label">{t('noteLabel')}</div>
        <bdi>{note.text}</bdi>
      </div>
    )
  const used = note.text.length
  return (
    <div>
      <label className="ly-label" htmlFor={id}>
        {t('noteLabel')} <span className="ly-optional">{t('optional')}</span>
      </label>
      <div className="ly-field" data-tone={note.tooLong ? 'bad' : undefined}>
        <input
          {...note.inputProps}
          id={id}
          className="ly-input"
          dir="auto"
          readOnly={frozen}
          aria-describedby={`${id}-count`}
        />
        <span id={`${id}-count`} className="ly-counter ly-ltr" data-tone={note.tooLong ? 'bad' : undefined}>
          {t('noteCount', { used, max: note.max })}
        </span>
      </div>
      <Hint tone="bad" rare={!note.tooLong}>
        <span role="status">{note.tooLong && t('noteTooLong', { count: used - note.max })}</span>
      </Hint>
    </div>
  )
}

'use client'

import { formatSats, satsToMsat } from '@leyden/core/money'
import { useId } from 'react'
import { Hint } from '../card/parts.js'
import { aboutFiat, satsText } from './amount-text.js'
import { exampleOf, formatFiat } from './fiat.js'
import { payPart, type ViewProps } from './pay-context.js'
import type { PayHandle } from './pay-handle.js'
import { isForm, recipientOf } from './pay-view.js'
import type { AmountField } from './use-amount-field.js'

/** The amount with its limits, presets and currency. A fixed amount is only shown. */
export const PayAmount = payPart('Amount', ({ pay, t, wasPressed }) => {
  const { amount } = pay.fields
  if (!isForm(pay)) return null
  const isBad = isShown(amount.problem, wasPressed || amount.locked)
  return {
    'data-ly-needed': '',
    className: 'leyden-amount ly-part ly-body',
    'data-state': amount.locked ? 'locked' : isBad ? amount.problem : 'editable',
    'data-tone': isBad ? 'bad' : undefined,
    children: amount.locked ? (
      <FixedAmount pay={pay} t={t} />
    ) : (
      <AmountBox pay={pay} t={t} frozen={pay.state.status === 'requesting'} strict={wasPressed} />
    ),
  }
})

type AmountProps = Pick<ViewProps, 'pay' | 't'>

function FixedAmount({ pay, t }: AmountProps) {
  const { amount } = pay.fields
  const other = aboutFiat(amount.sats, pay.fiat, t)
  return (
    <div>
      <div className="ly-row">
        <div className="ly-grow">
          <span className="ly-amount">{amount.text}</span>{' '}
          <span className="ly-unit">{t('sats', { count: Number(amount.sats) })}</span>
        </div>
        {other !== null && <span className="ly-muted ly-unbroken">{other}</span>}
      </div>
      <AmountHint pay={pay} t={t} strict />
    </div>
  )
}

function AmountBox({ pay, t, frozen, strict }: AmountProps & { frozen: boolean; strict: boolean }) {
  const id = useId()
  const { fiat, fields } = pay
  const { amount } = fields
  const bad = isShown(amount.problem, strict)
  const sats = t('sats', { count: Number(amount.sats ?? 0) })
  const other = amount.unit === 'sats' ? (fiat?.currency ?? '') : t('sats')
  return (
    <>
      <div>
        <label className="ly-label" htmlFor={id}>
          {t('amountLabel')}
        </label>
        <div
          className="ly-row ly-field ly-amount"
          data-ly-long={amount.text.length > 8 || undefined}
          data-tone={bad ? 'bad' : undefined}
        >
          <input
            {...amount.inputProps}
            id={id}
            className="ly-input ly-ltr"
            placeholder="0"
            readOnly={frozen}
            enterKeyHint="go"
            aria-invalid={bad || undefined}
            aria-describedby={`${id}-hint`}
          />
          <span className="ly-unit">{amount.unit === 'sats' ? sats : fiat?.currency}</span>
          {fiat && (
            <button
              type="button"
              className="ly-unit ly-unit-switch"
              aria-label={t('switchUnit', { unit: other })}
              onClick={amount.switchUnit}
            >
              <SwitchArrows />
              {other}
            </button>
          )}
        </div>
        <AmountHint id={`${id}-hint`} pay={pay} t={t} strict={strict} />
      </div>
      {amount.choices.length > 0 && (
        <fieldset className="ly-chips" aria-label={t('presets')} disabled={frozen}>
          {amount.choices.map(({ label, isChosen, choose }) => (
            <button key={label} type="button" className="ly-chip" aria-pressed={isChosen} onClick={choose}>
              {label}
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}

function SwitchArrows() {
  return (
    <svg className="ly-icon" width="14" height="14" viewBox="0 0 16 16" strokeWidth="1.7" aria-hidden="true">
      <path strokeLinecap="round" strokeLinejoin="round" d="M5 2v11M2 10l3 3 3-3M11 14V3M8 6l3-3 3 3" />
    </svg>
  )
}

/** A missing amount is an error only after the person has tried to go on. */
function isShown(problem: AmountField['problem'], strict: boolean): boolean {
  return problem !== null && (strict || problem !== 'missing')
}

function AmountHint({ id, pay, t, strict }: AmountProps & { id?: string | undefined; strict: boolean }) {
  const { fiat, fields } = pay
  const { amount } = fields
  const recipient = recipientOf(pay.state, fields.address.lookup)
  const inFiat = amount.unit === 'fiat' && fiat
  // The limits in the currency are rounded so that an amount within them is also within the limits in satoshis.
  const limit = (sats: bigint, rounding: 'up' | 'down') =>
    (inFiat && formatFiat(sats, fiat, t.locale, rounding)) || satsText(satsToMsat(sats), t)
  const min = recipient ? limit(recipient.minSats, 'up') : ''
  const max = recipient ? limit(recipient.maxSats, 'down') : ''
  const bad = isShown(amount.problem, strict)
  const text = () => {
    if (bad)
      switch (amount.problem) {
        case 'missing':
          return t('amountMissing')
        case 'not_whole':
          return inFiat ? t('amountNotNumber', { example: exampleOf(fiat, t.locale) }) : t('amountNotWhole')
        case 'too_small':
          return t('amountTooSmall', { min })
        case 'too_large':
          return t('amountTooLarge', { max })
        default:
          return ''
      }
    if (!recipient) return ''
    if (recipient.minSats === recipient.maxSats) return t('amountFixed', { amount: min })
    // The unit is shown once.
    const least = inFiat ? min : formatSats(recipient.minSats, t.locale)
    return amount.locked ? '' : t('limits', { min: least, max })
  }
  const other =
    amount.locked || !amount.sats
      ? null
      : inFiat
        ? satsText(satsToMsat(amount.sats), t)
        : aboutFiat(amount.sats, fiat, t)
  if (amount.locked && text() === '') return null
  const rate = rateNote(pay, t)
  return (
    <Hint id={id} tone={bad ? 'bad' : undefined}>
      <span className="ly-grow">
        {!bad && text()}
        <span role="status">{bad && text()}</span>
      </span>
      {other !== null && (
        <span className="ly-muted ly-unbroken" title={rate}>
          {other}
        </span>
      )}
      {rate !== undefined && amount.unit === 'fiat' && <span className="ly-full ly-muted">{rate}</span>}
    </Hint>
  )
}

function rateNote({ fiat }: PayHandle, t: ViewProps['t']): string | undefined {
  if (!fiat?.asOf) return undefined
  const time = new Intl.DateTimeFormat(t.locale, { dateStyle: 'short', timeStyle: 'short' }).format(fiat.asOf)
  return t('rateOf', { time })
}

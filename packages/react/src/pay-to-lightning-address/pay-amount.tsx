'use client'

import { formatSats, satsToMsat } from '@leyden/core/money'
import { Hint } from '../card/parts.js'
import { TextField } from '../card/text-field.js'
import { aboutFiat, satsText } from './amount-text.js'
import { exampleOf, formatFiat } from './fiat.js'
import { payPart, type ViewProps } from './pay-context.js'
import type { PayHandle } from './pay-handle.js'
import { isForm, recipientOf } from './pay-view.js'
import type { AmountProblem } from './use-amount-field.js'

interface AmountProps extends Pick<ViewProps, 'pay' | 't'> {
  /** Whether the amount is shown to be wrong. */
  isBad: boolean
}

/** The amount with its limits, presets and currency. A fixed amount is only shown. */
export const PayAmount = payPart('Amount', ({ pay, t, wasPressed }) => {
  const { locked, problem } = pay.fields.amount
  if (!isForm(pay)) return null
  // A missing amount is an error only after the person has tried to go on.
  const isBad = problem !== null && (wasPressed || locked || problem !== 'missing')
  const Amount = locked ? FixedAmount : AmountBox
  return {
    'data-ly-needed': '',
    className: 'leyden-amount ly-part ly-body',
    'data-state': locked ? 'locked' : isBad ? problem : 'editable',
    'data-tone': isBad ? 'bad' : undefined,
    children: <Amount pay={pay} t={t} isBad={isBad} />,
  }
})

function FixedAmount({ pay, t, isBad }: AmountProps) {
  const { amount } = pay.fields
  const other = aboutFiat(amount.sats, pay.fiat, t)
  const text = hintText(pay, isBad, t)
  return (
    <div>
      <div className="ly-row">
        <div className="ly-grow">
          <span className="ly-amount">{amount.text}</span>{' '}
          <span className="ly-unit">{t('sats', { count: Number(amount.sats) })}</span>
        </div>
        {other !== null && <span className="ly-muted ly-unbroken">{other}</span>}
      </div>
      {text && (
        <Hint tone={isBad ? 'bad' : undefined}>
          <HintText text={text} isBad={isBad} />
        </Hint>
      )}
    </div>
  )
}

function AmountBox({ pay, t, isBad }: AmountProps) {
  const { fiat, fields } = pay
  const { amount } = fields
  const isFrozen = pay.state.status === 'requesting'
  const sats = t('sats', { count: Number(amount.sats ?? 0) })
  const other = amount.unit === 'sats' ? (fiat?.currency ?? '') : t('sats')
  return (
    <>
      <TextField
        {...amount.inputProps}
        label={t('amountLabel')}
        isBad={isBad}
        boxClass={amount.text.length > 8 ? 'ly-amount ly-long' : 'ly-amount'}
        className="ly-input ly-ltr"
        placeholder="0"
        readOnly={isFrozen}
        aria-invalid={isBad || undefined}
        after={
          <>
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
          </>
        }
        hint={<AmountHint pay={pay} t={t} isBad={isBad} />}
      />
      {amount.choices.length > 0 && (
        <fieldset className="ly-chips" aria-label={t('presets')} disabled={isFrozen}>
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

/** The limits or what is wrong, and the amount in the other unit. */
function AmountHint({ pay, t, isBad }: AmountProps) {
  const { fiat, fields } = pay
  const { sats, unit } = fields.amount
  const inFiat = unit === 'fiat'
  const other = inFiat && sats ? satsText(satsToMsat(sats), t) : aboutFiat(inFiat ? null : sats, fiat, t)
  const rate = rateNote(pay, t)
  return (
    <>
      <HintText text={hintText(pay, isBad, t)} isBad={isBad} />
      {other !== null && (
        <span className="ly-muted ly-unbroken" title={rate}>
          {other}
        </span>
      )}
      {rate !== undefined && inFiat && <span className="ly-full ly-muted">{rate}</span>}
    </>
  )
}

/** Screen readers announce a text when it becomes an error. */
function HintText({ text, isBad }: { text: string; isBad: boolean }) {
  return (
    <span className="ly-grow">
      {!isBad && text}
      <span role="status">{isBad && text}</span>
    </span>
  )
}

function hintText({ state, fiat, fields }: PayHandle, isBad: boolean, t: ViewProps['t']): string {
  const { amount, address } = fields
  const recipient = recipientOf(state, address.lookup)
  const inFiat = amount.unit === 'fiat' && fiat
  // The limits in the currency are rounded so that an amount within them is also within the limits in satoshis.
  const limit = (sats: bigint, rounding: 'up' | 'down') =>
    (inFiat && formatFiat(sats, fiat, t.locale, rounding)) || satsText(satsToMsat(sats), t)
  const min = recipient ? limit(recipient.minSats, 'up') : ''
  const max = recipient ? limit(recipient.maxSats, 'down') : ''
  const problems: Record<AmountProblem, string> = {
    missing: t('amountMissing'),
    not_whole: inFiat ? t('amountNotNumber', { example: exampleOf(fiat, t.locale) }) : t('amountNotWhole'),
    too_small: t('amountTooSmall', { min }),
    too_large: t('amountTooLarge', { max }),
  }
  if (isBad && amount.problem) return problems[amount.problem]
  if (!recipient) return ''
  if (recipient.minSats === recipient.maxSats) return t('amountFixed', { amount: min })
  // The unit is shown once.
  const least = inFiat ? min : formatSats(recipient.minSats, t.locale)
  return amount.locked ? '' : t('limits', { min: least, max })
}

function rateNote({ fiat }: PayHandle, t: ViewProps['t']): string | undefined {
  if (!fiat?.asOf) return undefined
  const time = new Intl.DateTimeFormat(t.locale, { dateStyle: 'short', timeStyle: 'short' }).format(fiat.asOf)
  return t('rateOf', { time })
}

'use client'

import { satsToMsat } from '@leyden/core/money'
import { inElement } from '../../foundation/card/address-text.js'
import { Hint } from '../../foundation/card/parts.js'
import { TextField } from '../../foundation/card/text-field.js'
import { aboutFiat, satsText } from '../fields/amount-text.js'
import { decimalsOf, exampleOf, formatFiat } from '../fields/fiat.js'
import { recipientOf } from '../pay-view.js'
import { shortTime } from '../texts/times.js'
import { LargeAmount } from './large-amount.js'
import { formPart, type PayContextValue, usePayContext } from './pay-context.js'

interface AmountProps {
  /** Whether the amount is shown to be wrong. */
  isBad: boolean
}

/** The amount with its presets and currency. A fixed amount is only shown. */
export const PayAmount = formPart('Amount', ({ pay, wasPressed }) => {
  const { locked, problem, mayRefuse } = pay.fields.amount
  // A missing amount is an error only after the person has tried to go on.
  const isBad = problem !== null && (wasPressed || locked || (mayRefuse && problem !== 'missing'))
  return {
    'data-ly-needed': '',
    'data-state': locked ? 'locked' : isBad ? problem : 'editable',
    'data-tone': isBad ? 'bad' : undefined,
    children: locked ? <FixedAmount isBad={isBad} /> : <AmountBox isBad={isBad} />,
  }
})

function FixedAmount({ isBad }: AmountProps) {
  const screen = usePayContext()
  const { amountMsat } = screen.pay.fields.amount
  return (
    <div>
      {amountMsat !== null && (
        <div className="ly-row ly-beside">
          <LargeAmount amount={{ amountMsat, price: screen.pay.view.fiat }} />
        </div>
      )}
      {isBad && (
        <Hint tone="bad">
          <ProblemText isBad />
        </Hint>
      )}
    </div>
  )
}

function AmountBox({ isBad }: AmountProps) {
  const { pay, t } = usePayContext()
  const { amount } = pay.fields
  const isFrozen = pay.state.status === 'requesting'
  const sats = t('sats', { count: Number(amount.sats ?? 0) })
  return (
    <>
      <TextField
        {...amount.inputProps}
        label={t('amountLabel')}
        isBad={isBad}
        boxClass={`ly-row ly-field ly-amount${amount.text.length > 8 ? ' ly-long' : ''}`}
        placeholder="0"
        readOnly={isFrozen}
        after={
          <span className="ly-row ly-units">
            <span className="ly-unit" translate="no">
              {amount.unit === 'sats' ? sats : pay.view.fiat?.currency}
            </span>
            <UnitSwitch />
          </span>
        }
        hint={<AmountHint isBad={isBad} />}
      />
      {amount.awaitedChoices > 0 && <ChoicesPlace count={amount.awaitedChoices} />}
      {amount.choices.length > 0 && (
        <fieldset className="ly-chips" aria-label={t('presets')} disabled={isFrozen}>
          {amount.choices.map(({ label, isChosen, choose }) => (
            <button
              key={label}
              type="button"
              className="ly-chip"
              translate="no"
              aria-pressed={isChosen}
              onClick={choose}
            >
              {label}
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}

/** Keeps the place of the amounts to choose from, while the rate of the currency is awaited. */
function ChoicesPlace({ count }: { count: number }) {
  const numbers = Array.from({ length: count }, (_, number) => number)
  return (
    <div className="ly-chips ly-unseen" aria-hidden="true">
      {numbers.map((number) => (
        // About as wide as "$2.00".
        <span key={number} className="ly-chip">
          {'\u2007'.repeat(5)}
        </span>
      ))}
    </div>
  )
}

/** Switches between satoshis and the currency, if there is a price. */
function UnitSwitch() {
  const { pay, t } = usePayContext()
  const { unit, switchUnit } = pay.fields.amount
  const { fiat } = pay.view
  if (!fiat) return null
  const other = unit === 'sats' ? fiat.currency : t('sats')
  const label = t('switchUnit', { unit: other })
  return (
    <button
      type="button"
      translate="no"
      className="ly-unit ly-unit-switch"
      aria-label={label}
      onClick={switchUnit}
    >
      <svg
        className="ly-icon"
        width="14"
        height="14"
        viewBox="0 0 16 16"
        strokeWidth="1.7"
        aria-hidden="true"
      >
        <path strokeLinecap="round" strokeLinejoin="round" d="M5 2v11M2 10l3 3 3-3M11 14V3M8 6l3-3 3 3" />
      </svg>
      {inElement(other)}
    </button>
  )
}

/** What is wrong, and the amount in the other unit. */
function AmountHint({ isBad }: AmountProps) {
  const { pay, t } = usePayContext()
  const { fiat } = pay.view
  const { sats, unit } = pay.fields.amount
  const inFiat = unit === 'fiat'
  const other = inFiat && sats ? satsText(satsToMsat(sats), t) : aboutFiat(inFiat ? null : sats, fiat, t)
  const rate = fiat?.asOf && t('rateOf', { time: shortTime(fiat.asOf, t.locale) })
  return (
    <>
      <ProblemText isBad={isBad} />
      {other !== null && (
        <span className="ly-muted ly-unbroken" translate="no" title={rate}>
          {other}
        </span>
      )}
    </>
  )
}

/** What is wrong with the amount. Screen readers announce it. */
function ProblemText({ isBad }: AmountProps) {
  const screen = usePayContext()
  return (
    <span className="ly-grow" role="status">
      {isBad && inElement(problemText(screen))}
    </span>
  )
}

function problemText({ pay, t }: PayContextValue): string {
  const { amount, address } = pay.fields
  const recipient = recipientOf(pay.state, address.lookup)
  const { problem } = amount
  const fiat = amount.unit === 'fiat' && pay.view.fiat
  // The limits in the currency are rounded so that an amount within them is also within the limits in satoshis.
  // The number and its unit stay on one line.
  const limit = (sats = 0n, rounding: 'up' | 'down') =>
    (fiat && formatFiat(sats, fiat, t.locale, rounding)) ||
    satsText(satsToMsat(sats), t).replaceAll(' ', '\u00a0')
  const min = () => limit(recipient?.minSats, 'up')
  const max = () => limit(recipient?.maxSats, 'down')
  switch (problem) {
    case 'missing':
      return t('amountMissing')
    case 'not_whole':
      return fiat ? t('amountNotNumber', { example: exampleOf(fiat, t.locale) }) : t('amountNotWhole')
    case 'too_precise':
      return fiat ? t('amountDecimals', { count: decimalsOf(fiat) }) : ''
    case 'too_small':
      return t('amountTooSmall', { min: min() })
    case 'too_large':
      return t('amountTooLarge', { max: max() })
    case null:
      return ''
    default:
      return problem satisfies never
  }
}

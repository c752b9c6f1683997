import { formatSats } from '@leyden/core/money'
import { useId, useState } from 'react'
import { Button, Hint, Note } from '../card/parts.js'
import { AddressBox } from '../lightning-address/address-box.js'
import type { PayMessageKey } from '../messages/pay-english.js'
import type { Words } from '../messages/use-words.js'
import { formatFiat } from './fiat.js'
import { unclearWords } from './pay-words.js'
import { PayerBox } from './payer-box.js'
import type { PayToLightningAddress } from './use-pay-to-lightning-address.js'
import { ViewHead } from './view-head.js'

interface FormProps {
  pay: PayToLightningAddress
  say: Words<PayMessageKey>
}

/** Whom, how much, and a note. */
export function FormView({ pay, say }: FormProps) {
  const { state, address, amount, note } = pay
  const asking = state.status === 'requesting'
  const [pressed, setPressed] = useState(false)
  const press = () => {
    // What is missing is told when somebody wants to go on, not before.
    setPressed(true)
    pay.showInvoice()
  }
  return (
    <>
      <ViewHead pay={pay} title={say('payTitle')} say={say} />
      <AddressBox
        entry={address}
        say={say}
        label={say('addressLabel')}
        frozen={asking}
        onChangeAddress={pay.changeAddress}
      />
      {amount.locked ? (
        <FixedAmount pay={pay} say={say} />
      ) : (
        <AmountBox pay={pay} say={say} frozen={asking} strict={pressed} />
      )}
      {note.offered && <NoteBox pay={pay} say={say} frozen={asking} />}
      {pay.unclearCharge && <Note tone="warn">{unclearWords(pay.unclearCharge, say)}</Note>}
      <PayerBox pay={pay} say={say} frozen={asking} strict={pressed} />
      <Button off={!pay.canShowInvoice && !asking} busy={asking} onClick={press}>
        {say(asking ? 'requesting' : 'showInvoice')}
      </Button>
    </>
  )
}

function FixedAmount({ pay, say }: FormProps) {
  const { amount } = pay
  return (
    <div>
      <div className="leyden-row">
        <div className="leyden-grow">
          <span className="leyden-amount">{amount.text}</span>{' '}
          <span className="leyden-unit">{say('sats')}</span>
        </div>
        {amount.fiatText !== null && (
          <span className="leyden-muted">{say('approximately', { amount: amount.fiatText })}</span>
        )}
      </div>
      <AmountHint pay={pay} say={say} strict />
    </div>
  )
}

function AmountBox({ pay, say, frozen, strict }: FormProps & { frozen: boolean; strict: boolean }) {
  const id = useId()
  const { amount, fiat, presets, locale } = pay
  const bad = isShown(amount.problem, strict)
  const other = amount.unit === 'sats' ? (fiat?.currency ?? '') : say('sats')
  return (
    <>
      <div>
        <label className="leyden-label" htmlFor={id}>
          {say('amountLabel')}
        </label>
        <div
          className="leyden-field"
          data-size="big"
          data-long={amount.text.length > 8 || undefined}
          data-tone={bad ? 'bad' : undefined}
        >
          <input
            {...amount.inputProps}
            id={id}
            className="leyden-input leyden-ltr"
            placeholder="0"
            readOnly={frozen}
            aria-describedby={`${id}-hint`}
          />
          {fiat ? (
            <button type="button" className="leyden-unit leyden-unit-switch" onClick={amount.switchUnit}>
              {amount.unit === 'sats' ? say('sats') : fiat.currency} ⇄ {other}
              <span className="leyden-hidden">{say('switchUnit', { unit: other })}</span>
            </button>
          ) : (
            <span className="leyden-unit">{say('sats')}</span>
          )}
        </div>
        <AmountHint id={`${id}-hint`} pay={pay} say={say} strict={strict} />
      </div>
      {presets.length > 0 && (
        <fieldset className="leyden-chips" aria-label={say('presets')} disabled={frozen}>
          {presets.map((preset) => (
            <button
              key={String(preset)}
              type="button"
              className="leyden-chip"
              aria-pressed={amount.sats === preset}
              onClick={() => amount.setSats(preset)}
            >
              {amount.unit === 'fiat' && fiat ? formatFiat(preset, fiat, locale) : formatSats(preset, locale)}
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}

/** An amount that is not there yet is no mistake until somebody wants to go on. */
function isShown(problem: PayToLightningAddress['amount']['problem'], strict: boolean): boolean {
  return problem !== null && (strict || problem !== 'missing')
}

function AmountHint({ id, pay, say, strict }: FormProps & { id?: string; strict: boolean }) {
  const { amount, state, fiat } = pay
  const recipient = 'recipient' in state ? state.recipient : null
  const min = recipient ? formatSats(recipient.minSats, say.locale) : ''
  const max = recipient ? formatSats(recipient.maxSats, say.locale) : ''
  const bad = isShown(amount.problem, strict)
  const text = () => {
    if (bad)
      switch (amount.problem) {
        case 'missing':
          return say('amountMissing')
        case 'not_whole':
          return say('amountNotWhole')
        case 'too_small':
          return say('amountTooSmall', { min })
        case 'too_large':
          return say('amountTooLarge', { max })
        default:
          return ''
      }
    if (!recipient) return ''
    if (min === max) return say('amountFixed', { amount: min })
    return amount.locked ? '' : say('limits', { min, max })
  }
  const other =
    amount.locked || !fiat || amount.sats === null
      ? null
      : amount.unit === 'fiat'
        ? say('amountSats', { amount: formatSats(amount.sats, say.locale) })
        : amount.fiatText
  if (amount.locked && text() === '') return null
  const rate = rateNote(pay, say)
  return (
    <Hint {...(id !== undefined && { id })} tone={bad ? 'bad' : undefined}>
      <span className="leyden-grow">
        {!bad && text()}
        <span role="status">{bad && text()}</span>
      </span>
      {other !== null && (
        <span className="leyden-muted" title={rate}>
          {say('approximately', { amount: other })}
        </span>
      )}
      {rate !== undefined && amount.unit === 'fiat' && <span className="leyden-full">{rate}</span>}
    </Hint>
  )
}

function rateNote({ fiat }: PayToLightningAddress, say: Words<PayMessageKey>): string | undefined {
  if (!fiat?.asOf) return undefined
  const time = new Intl.DateTimeFormat(say.locale, { dateStyle: 'short', timeStyle: 'short' }).format(
    fiat.asOf,
  )
  return say('rateOf', { time })
}

function NoteBox({ pay, say, frozen }: FormProps & { frozen: boolean }) {
  const id = useId()
  const { note } = pay
  if (note.locked)
    return (
      <div>
        <div className="leyden-label">{say('noteLabel')}</div>
        <bdi>{note.text}</bdi>
      </div>
    )
  const used = note.text.length
  return (
    <div>
      <label className="leyden-label" htmlFor={id}>
        {say('noteLabel')} <span className="leyden-optional">{say('optional')}</span>
      </label>
      <div className="leyden-field" data-tone={note.tooLong ? 'bad' : undefined}>
        <input
          {...note.inputProps}
          id={id}
          className="leyden-input"
          dir="auto"
          readOnly={frozen}
          aria-describedby={`${id}-count`}
        />
        <span
          id={`${id}-count`}
          className="leyden-counter leyden-ltr"
          data-tone={note.tooLong ? 'bad' : undefined}
        >
          {say('noteCount', { used, max: note.max })}
        </span>
      </div>
      <Hint tone="bad" rare={!note.tooLong}>
        <span role="status">{note.tooLong && say('noteTooLong', { count: used - note.max })}</span>
      </Hint>
    </div>
  )
}

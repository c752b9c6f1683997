import { useId, useState } from 'react'
import { Hint, TextButton } from '../card/parts.js'
import { payerDataName } from '../lightning-address/address-words.js'
import type { PayMessageKey } from '../messages/pay-english.js'
import type { Words } from '../messages/use-words.js'
import type { PayToLightningAddress } from './use-pay-to-lightning-address.js'
import type { PayerField } from './use-payer-entry.js'

interface PayerBoxProps {
  pay: PayToLightningAddress
  say: Words<PayMessageKey>
  frozen: boolean
  /** Tell what is missing. */
  strict: boolean
}

/** What the recipient asks about the payer: what it insists on is open to see, the rest is there for who likes. */
export function PayerBox({ pay, say, frozen, strict }: PayerBoxProps) {
  const { fields } = pay.payer
  const [opened, setOpened] = useState(false)
  const demanded = fields.filter(({ mandatory }) => mandatory)
  const offered = fields.filter(({ mandatory }) => !mandatory)
  const inputs = (some: readonly PayerField[]) =>
    some.map((field) => (
      <PayerInput key={field.kind} field={field} say={say} frozen={frozen} strict={strict} />
    ))
  const whereTo = <div className="leyden-small leyden-muted">{say('payerGoesTo')}</div>
  // A mistake does not get folded away.
  const bad = offered.some((field) => isTold(field, strict))
  const open = opened || bad
  return (
    <>
      {demanded.length > 0 && (
        <fieldset className="leyden-payer" aria-label={say('payerTitle')}>
          {whereTo}
          {inputs(demanded)}
        </fieldset>
      )}
      {offered.length > 0 && (
        <div>
          <div className="leyden-row">
            <TextButton aria-expanded={open} onClick={() => setOpened(bad || !opened)}>
              {say('payerTitle')}
            </TextButton>
            <span className="leyden-small leyden-optional">{say('optional')}</span>
          </div>
          {open && (
            <fieldset className="leyden-payer" aria-label={say('payerTitle')}>
              {demanded.length === 0 && whereTo}
              {inputs(offered)}
            </fieldset>
          )}
        </div>
      )}
    </>
  )
}

function PayerInput({ field, say, frozen, strict }: Omit<PayerBoxProps, 'pay'> & { field: PayerField }) {
  const id = useId()
  const bad = isTold(field, strict)
  return (
    <div>
      <label className="leyden-label" htmlFor={id}>
        {payerDataName(field.kind, say)}{' '}
        {!field.mandatory && <span className="leyden-optional">{say('optional')}</span>}
      </label>
      <div className="leyden-field" data-tone={bad ? 'bad' : undefined}>
        <input
          {...field.inputProps}
          id={id}
          className={field.kind === 'name' ? 'leyden-input' : 'leyden-input leyden-ltr'}
          dir={field.kind === 'name' ? 'auto' : undefined}
          readOnly={frozen}
          aria-required={field.mandatory || undefined}
          aria-invalid={bad || undefined}
          aria-describedby={`${id}-hint`}
        />
      </div>
      <Hint id={`${id}-hint`} tone="bad" rare={!bad}>
        <span role="status">
          {bad && say(field.problem === 'missing' ? 'payerMissing' : 'payerMalformed')}
        </span>
      </Hint>
    </div>
  )
}

/** Nobody is told of a mistake while they are at it, nor that something is missing before they want to go on. */
function isTold({ problem, left }: PayerField, strict: boolean): boolean {
  return problem !== null && (strict || (left && problem === 'malformed'))
}

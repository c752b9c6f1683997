'use client'

import { forwardRef, useId, useState } from 'react'
import { type PartProps, usePart } from '../card/part.js'
import { Hint, TextButton } from '../card/parts.js'
import { payerDataName } from '../lightning-address/address-texts.js'
import type { PayMessageKey } from '../messages/pay-english.js'
import type { Translate } from '../messages/use-messages.js'
import { usePayContext } from './pay-context.js'
import type { PayHandle } from './pay-handle.js'
import { isForm } from './pay-view.js'
import type { PayerField } from './use-payer-fields.js'

interface PayerBoxProps {
  pay: PayHandle
  t: Translate<PayMessageKey>
  frozen: boolean
  /** Whether to show what is missing. */
  strict: boolean
}

export type PayPayerProps = PartProps<'div', PayHandle>

/** The payer data that the recipient asks for: mandatory fields are visible, optional ones are folded away. */
export const PayPayer = forwardRef<HTMLDivElement, PayPayerProps>(function PayPayer(given, ref) {
  const { pay, t, wasPressed } = usePayContext('Payer')
  const { fields, complete } = pay.fields.payer
  const element = usePart({
    tag: 'div',
    own: {
      'data-ly-needed': '',
      className: 'leyden-payer ly-part ly-body',
      'data-state': complete ? 'complete' : 'incomplete',
      children: <PayerBox pay={pay} t={t} frozen={pay.state.status === 'requesting'} strict={wasPressed} />,
    },
    given,
    ref,
    handle: pay,
  })
  return isForm(pay) && fields.length > 0 ? element : null
})

function PayerBox({ pay, t, frozen, strict }: PayerBoxProps) {
  const { fields } = pay.fields.payer
  const [opened, setOpened] = useState(false)
  const demanded = fields.filter(({ mandatory }) => mandatory)
  const offered = fields.filter(({ mandatory }) => !mandatory)
  const inputs = (some: readonly PayerField[]) =>
    some.map((field) => <PayerInput key={field.kind} field={field} t={t} frozen={frozen} strict={strict} />)
  const whereTo = <div className="ly-small ly-muted">{t('payerGoesTo')}</div>
  // A field with an error is never folded away.
  const bad = offered.some((field) => showsProblem(field, strict))
  const open = opened || bad
  return (
    <>
      {demanded.length > 0 && (
        <fieldset className="ly-payer" aria-label={t('payerTitle')}>
          {whereTo}
          {inputs(demanded)}
        </fieldset>
      )}
      {offered.length > 0 && (
        <div>
          <div className="ly-row">
            <TextButton aria-expanded={open} onClick={() => setOpened(bad || !opened)}>
              {t('payerTitle')}
            </TextButton>
            <span className="ly-small ly-optional">{t('optional')}</span>
          </div>
          {open && (
            <fieldset className="ly-payer" aria-label={t('payerTitle')}>
              {demanded.length === 0 && whereTo}
              {inputs(offered)}
            </fieldset>
          )}
        </div>
      )}
    </>
  )
}

function PayerInput({ field, t, frozen, strict }: Omit<PayerBoxProps, 'pay'> & { field: PayerField }) {
  const id = useId()
  const bad = showsProblem(field, strict)
  return (
    <div>
      <label className="ly-label" htmlFor={id}>
        {payerDataName(field.kind, t)}{' '}
        {!field.mandatory && <span className="ly-optional">{t('optional')}</span>}
      </label>
      <div className="ly-field" data-tone={bad ? 'bad' : undefined}>
        <input
          {...field.inputProps}
          id={id}
          className={field.kind === 'name' ? 'ly-input' : 'ly-input ly-ltr'}
          dir={field.kind === 'name' ? 'auto' : undefined}
          readOnly={frozen}
          enterKeyHint="go"
          aria-required={field.mandatory || undefined}
          aria-invalid={bad || undefined}
          aria-describedby={`${id}-hint`}
        />
      </div>
      <Hint id={`${id}-hint`} tone="bad" rare={!bad}>
        <span role="status">{bad && t(field.problem === 'missing' ? 'payerMissing' : 'payerMalformed')}</span>
      </Hint>
    </div>
  )
}

/** No error is shown while the person types, and no missing field before they try to go on. */
function showsProblem({ problem, left }: PayerField, strict: boolean): boolean {
  return problem !== null && (strict || (left && problem === 'malformed'))
}

'use client'

import { useState } from 'react'
import { TextButton } from '../card/parts.js'
import { TextField } from '../card/text-field.js'
import { payerDataName } from '../lightning-address/address-texts.js'
import { payPart, type ViewProps } from './pay-context.js'
import { isForm } from './pay-view.js'
import type { PayerField } from './use-payer-fields.js'

interface PayerBoxProps extends Pick<ViewProps, 'pay' | 't'> {
  frozen: boolean
  /** Whether to show errors for missing fields. */
  strict: boolean
}

/** The payer data that the recipient asks for: mandatory fields are visible, optional ones are collapsed. */
export const PayPayer = payPart('Payer', ({ pay, t, wasPressed }) => {
  const { fields, complete } = pay.fields.payer
  if (!isForm(pay) || fields.length === 0) return null
  return {
    'data-ly-needed': '',
    className: 'leyden-payer ly-part ly-body',
    'data-state': complete ? 'complete' : 'incomplete',
    children: <PayerBox pay={pay} t={t} frozen={pay.state.status === 'requesting'} strict={wasPressed} />,
  }
})

function PayerBox({ pay, t, frozen, strict }: PayerBoxProps) {
  const { fields } = pay.fields.payer
  const [opened, setOpened] = useState(false)
  const demanded = fields.filter(({ mandatory }) => mandatory)
  const offered = fields.filter(({ mandatory }) => !mandatory)
  const group = (some: readonly PayerField[], isFirst: boolean) => (
    <fieldset className="ly-stack ly-payer" aria-label={t('payerTitle')}>
      {isFirst && <div className="ly-small ly-muted">{t('payerGoesTo')}</div>}
      {some.map((field) => (
        <PayerInput key={field.kind} field={field} t={t} frozen={frozen} strict={strict} />
      ))}
    </fieldset>
  )
  // A field with an error is never collapsed.
  const bad = offered.some((field) => showsProblem(field, strict))
  const open = opened || bad
  return (
    <>
      {demanded.length > 0 && group(demanded, true)}
      {offered.length > 0 && (
        <div>
          <div className="ly-row">
            <TextButton aria-expanded={open} onClick={() => setOpened(bad || !opened)}>
              {t('payerTitle')}
            </TextButton>
            <span className="ly-small ly-optional">{t('optional')}</span>
          </div>
          {open && group(offered, demanded.length === 0)}
        </div>
      )}
    </>
  )
}

function PayerInput({ field, t, frozen, strict }: Omit<PayerBoxProps, 'pay'> & { field: PayerField }) {
  const isBad = showsProblem(field, strict)
  const problem = isBad && t(field.problem === 'missing' ? 'payerMissing' : 'payerMalformed')
  return (
    <TextField
      {...field.inputProps}
      label={payerDataName(field.kind, t)}
      optional={!field.mandatory && t('optional')}
      isBad={isBad}
      className={field.kind === 'name' ? 'ly-input' : 'ly-input ly-ltr'}
      dir={field.kind === 'name' ? 'auto' : undefined}
      readOnly={frozen}
      aria-required={field.mandatory || undefined}
      aria-invalid={isBad || undefined}
      hint={<span role="status">{problem}</span>}
      isHintRare={!isBad}
    />
  )
}

/** No error is shown while the person types, and none for a missing field before they try to continue. */
function showsProblem({ problem, left }: PayerField, strict: boolean): boolean {
  return problem !== null && (strict || (left && problem === 'malformed'))
}

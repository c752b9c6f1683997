'use client'

import { useState } from 'react'
import { payerDataName } from '../../address/address-texts.js'
import { TextButton } from '../../foundation/card/buttons.js'
import { TextField } from '../../foundation/card/text-field.js'
import type { PayerField } from '../fields/use-payer-fields.js'
import { formPart, usePayContext } from './pay-context.js'

/** The payer data that the recipient asks for: mandatory fields are visible, optional ones are collapsed. */
export const PayPayer = formPart('Payer', ({ pay }) => {
  const { fields, complete } = pay.fields.payer
  if (fields.length === 0) return null
  return {
    'data-ly-needed': '',
    'data-state': complete ? 'complete' : 'incomplete',
    children: <PayerBox />,
  }
})

function PayerBox() {
  const { pay, t, wasPressed } = usePayContext()
  const { fields } = pay.fields.payer
  const [opened, setOpened] = useState(false)
  const demanded = fields.filter(({ mandatory }) => mandatory)
  const offered = fields.filter(({ mandatory }) => !mandatory)
  const group = (some: readonly PayerField[], isFirst: boolean) => (
    <fieldset className="ly-stack ly-payer" aria-label={t('payerTitle')}>
      {isFirst && <div className="ly-small ly-muted">{t('payerGoesTo')}</div>}
      {some.map((field) => (
        <PayerInput key={field.kind} field={field} />
      ))}
    </fieldset>
  )
  // A field with an error is never collapsed.
  const bad = offered.some((field) => showsProblem(field, wasPressed))
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

function PayerInput({ field }: { field: PayerField }) {
  const { pay, t, wasPressed } = usePayContext()
  const isBad = showsProblem(field, wasPressed)
  const problem = isBad && t(field.problem === 'missing' ? 'payerMissing' : 'payerMalformed')
  return (
    <TextField
      {...field.inputProps}
      label={payerDataName(field.kind, t)}
      optional={!field.mandatory && t('optional')}
      isBad={isBad}
      dir={field.kind === 'name' ? 'auto' : undefined}
      readOnly={pay.state.status === 'requesting'}
      aria-required={field.mandatory || undefined}
      hint={<span role="status">{problem}</span>}
      isHintRare={!isBad}
    />
  )
}

/** No error is shown while the person types, and none for a missing field before they try to continue. */
function showsProblem({ problem, left }: PayerField, wasPressed: boolean): boolean {
  return problem !== null && (wasPressed || (left && problem === 'malformed'))
}

'use client'

import { forwardRef } from 'react'
import { type PartProps, usePart } from '../card/part.js'
import { Note, TextButton } from '../card/parts.js'
import { usePayContext } from './pay-context.js'
import type { PayHandle } from './pay-handle.js'
import { arrivedText, unclearText } from './pay-texts.js'
import { isForm } from './pay-view.js'

export type PayNoticesProps = PartProps<'div', PayHandle>

/**
 * Notices beside whatever else is shown: payments that arrived, each until it is dismissed, and in the form a warning
 * that a wallet may have paid already. Each card should have it.
 */
export const PayNotices = forwardRef<HTMLDivElement, PayNoticesProps>(function PayNotices(given, ref) {
  const { pay, t } = usePayContext('Notices')
  const { arrived = [] } = pay.state
  const unclear = isForm(pay) ? pay.unclearCharge : null
  const element = usePart({
    tag: 'div',
    own: {
      className: 'leyden-notices ly-part ly-body',
      'data-state': pay.state.status,
      children: (
        <>
          {arrived.map((payment) => (
            <Note key={payment.charge.id} tone={payment.duplicateOf === undefined ? 'ok' : 'warn'}>
              <div className="ly-row">
                <span className="ly-grow">{arrivedText(payment, t)}</span>
                <TextButton onClick={() => pay.actions.dismiss(payment.charge.id)}>{t('dismiss')}</TextButton>
              </div>
            </Note>
          ))}
          {unclear && <Note tone="warn">{unclearText(unclear, t)}</Note>}
        </>
      ),
    },
    given,
    ref,
    handle: pay,
  })
  return arrived.length > 0 || unclear ? element : null
})

'use client'

import { forwardRef } from 'react'
import { type PartProps, usePart } from '../card/part.js'
import { ConfirmingView, ExpiredView, PaidView, UnconfirmedView } from './ending-views.js'
import { IntentView } from './intent-view.js'
import { usePayContext, type ViewProps } from './pay-context.js'
import type { PayHandle } from './pay-handle.js'
import { codeOf, isForm, toneOf } from './pay-view.js'
import { FailedView, MismatchView } from './trouble-views.js'
import { ViewHead } from './view-head.js'

export type PayStatusProps = PartProps<'div', PayHandle>

/** Everything that is neither form nor invoice: that it is paid, what went wrong, and what can be done now. */
export const PayStatus = forwardRef<HTMLDivElement, PayStatusProps>(function PayStatus(given, ref) {
  const { pay, t } = usePayContext('Status')
  const element = usePart({
    tag: 'div',
    own: {
      className: 'leyden-status ly-part ly-body',
      'data-state': pay.state.status,
      'data-tone': toneOf(pay),
      'data-code': codeOf(pay),
      children: viewOf({ pay, t }),
    },
    given,
    ref,
    handle: pay,
  })
  return isForm(pay) || pay.state.status === 'awaiting' ? null : element
})

function viewOf({ pay, t }: Pick<ViewProps, 'pay' | 't'>) {
  const { state } = pay
  switch (state.status) {
    case 'idle':
    case 'requesting':
      if (!pay.isReady) return <NotReadyView pay={pay} t={t} />
      return pay.intent && pay.intent.status !== 'read' ? (
        <IntentView pay={pay} entry={pay.intent} t={t} />
      ) : null
    case 'awaiting':
      return null
    case 'confirming':
      return <ConfirmingView pay={pay} state={state} t={t} />
    case 'paid':
      return <PaidView pay={pay} state={state} t={t} />
    case 'expired':
      return <ExpiredView pay={pay} state={state} t={t} />
    case 'unconfirmed':
      return <UnconfirmedView pay={pay} state={state} t={t} />
    case 'mismatch':
      return <MismatchView pay={pay} state={state} t={t} />
    case 'failed':
      return <FailedView pay={pay} state={state} t={t} />
    default:
      return state satisfies never
  }
}

/** If the page's developer has something to fix, or the page does not know yet what is to be paid. */
function NotReadyView({ pay, t }: Pick<ViewProps, 'pay' | 't'>) {
  return (
    <>
      <ViewHead pay={pay} title={t('payTitle')} t={t} />
      <p className="ly-muted">{t('notReady')}</p>
    </>
  )
}

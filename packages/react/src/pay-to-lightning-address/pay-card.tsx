import { type ComponentPropsWithoutRef, type Ref, useRef } from 'react'
import { Card } from '../card/card.js'
import { useMergedRef } from '../card/merge.js'
import type { PayMessageKey } from '../messages/pay-english.js'
import type { Translate } from '../messages/use-messages.js'
import type { PayState } from '../pay-flow/index.js'
import { useStageFocus } from '../widget/use-stage-focus.js'
import { ArrivedNotices } from './arrived-notices.js'
import { ConfirmingView, ExpiredView, PaidView, UnconfirmedView } from './ending-views.js'
import { FormView } from './form-view.js'
import { IntentView } from './intent-view.js'
import { InvoiceView } from './invoice-view.js'
import { announcement } from './pay-texts.js'
import { stageOf, toneOf } from './pay-view.js'
import { FailedView, MismatchView } from './trouble-views.js'
import type { PayHandle } from './use-pay-to-lightning-address.js'
import { ViewHead } from './view-head.js'

/** One state on the screen; what each view is given. */
export interface ViewProps<S extends PayState['status'] = PayState['status']> {
  pay: PayHandle
  state: Extract<PayState, { status: S }>
  t: Translate<PayMessageKey>
}

export interface PayCardProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children'> {
  pay: PayHandle
  t: Translate<PayMessageKey>
  lang: string
  rootRef?: Ref<HTMLElement> | undefined
}

/** The card of one moment of the flow: looks only, all behaviour is in `pay`. */
export function PayCard({ pay, t, lang, rootRef, ...rest }: PayCardProps) {
  const { state } = pay
  const root = useRef<HTMLElement>(null)
  const moved = useStageFocus(root, stageOf(state))
  return (
    <Card
      name={t('payTitle')}
      {...rest}
      rootRef={useMergedRef(root, rootRef)}
      lang={lang}
      direction={t.direction}
      state={state.status}
      tone={toneOf(pay)}
      data-address={state.status === 'idle' ? pay.fields.address.lookup.status : undefined}
    >
      <div className="ly-body">
        <ArrivedNotices pay={pay} t={t} />
        {viewOf(pay, t)}
      </div>
      {/* Where focus goes to the new heading, that is read out already. */}
      <div className="ly-hidden" role="status">
        {announcement(pay, moved, t)}
      </div>
    </Card>
  )
}

function viewOf(pay: PayHandle, t: Translate<PayMessageKey>) {
  const { state } = pay
  switch (state.status) {
    case 'idle':
    case 'requesting':
      if (!pay.isReady) return <NotReadyView pay={pay} t={t} />
      return pay.intent && pay.intent.status !== 'read' ? (
        <IntentView pay={pay} entry={pay.intent} t={t} />
      ) : (
        <FormView pay={pay} t={t} />
      )
    case 'awaiting':
      return <InvoiceView pay={pay} state={state} t={t} />
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

/** Where the page's developer has something to mend, or the page does not know yet what is to be paid. */
function NotReadyView({ pay, t }: Pick<ViewProps, 'pay' | 't'>) {
  return (
    <>
      <ViewHead pay={pay} title={t('payTitle')} t={t} />
      <p className="ly-muted">{t('notReady')}</p>
    </>
  )
}

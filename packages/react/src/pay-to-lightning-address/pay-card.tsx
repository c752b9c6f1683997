import { type ComponentPropsWithoutRef, type Ref, useRef } from 'react'
import { Card } from '../card/card.js'
import { useMergedRef } from '../card/merge.js'
import type { PayMessageKey } from '../messages/pay-english.js'
import type { Words } from '../messages/use-words.js'
import type { PayState } from '../pay-flow/index.js'
import { ArrivedNotices } from './arrived-notices.js'
import { ConfirmingView, ExpiredView, PaidView, UnconfirmedView } from './ending-views.js'
import { FormView } from './form-view.js'
import { IntentView } from './intent-view.js'
import { InvoiceView } from './invoice-view.js'
import { announcement } from './pay-words.js'
import { FailedView, MismatchView } from './trouble-views.js'
import type { PayToLightningAddress } from './use-pay-to-lightning-address.js'
import { useStageFocus } from './use-stage-focus.js'
import { ViewHead } from './view-head.js'

/** One state on the screen; what each view is given. */
export interface ViewProps<S extends PayState['status'] = PayState['status']> {
  pay: PayToLightningAddress
  state: Extract<PayState, { status: S }>
  say: Words<PayMessageKey>
}

export interface PayCardProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children'> {
  pay: PayToLightningAddress
  say: Words<PayMessageKey>
  lang: string
  rootRef?: Ref<HTMLElement> | undefined
}

/** The card of one moment of the flow: looks only, all behaviour is in `pay`. */
export function PayCard({ pay, say, lang, rootRef, ...rest }: PayCardProps) {
  const { state } = pay
  const root = useRef<HTMLElement>(null)
  const moved = useStageFocus(root, stageOf(state))
  return (
    <Card
      name={say('payTitle')}
      {...rest}
      rootRef={useMergedRef(root, rootRef)}
      lang={lang}
      direction={say.direction}
      state={pay.notReady && stageOf(state) === 'form' ? 'empty' : state.status}
      tone={pay.intent?.status === 'failed' || pay.intent?.status === 'expired' ? 'bad' : toneOf(state)}
    >
      <div className="leyden-body">
        <ArrivedNotices pay={pay} say={say} />
        {viewOf(pay, say)}
      </div>
      {/* Where focus goes to the new heading, that is read out already. */}
      <div className="leyden-hidden" role="status">
        {announcement(pay, moved, say)}
      </div>
    </Card>
  )
}

function viewOf(pay: PayToLightningAddress, say: Words<PayMessageKey>) {
  const { state } = pay
  switch (state.status) {
    case 'empty':
    case 'looking':
    case 'invalid':
    case 'unreachable':
    case 'ready':
    case 'requesting':
      if (pay.notReady) return <NotReadyView pay={pay} say={say} />
      return pay.intent && pay.intent.status !== 'read' ? (
        <IntentView pay={pay} entry={pay.intent} say={say} />
      ) : (
        <FormView pay={pay} say={say} />
      )
    case 'awaiting':
      return <InvoiceView pay={pay} state={state} say={say} />
    case 'confirming':
      return <ConfirmingView pay={pay} state={state} say={say} />
    case 'paid':
      return <PaidView pay={pay} state={state} say={say} />
    case 'expired':
      return <ExpiredView pay={pay} state={state} say={say} />
    case 'unconfirmed':
      return <UnconfirmedView pay={pay} state={state} say={say} />
    case 'mismatch':
      return <MismatchView pay={pay} state={state} say={say} />
    case 'failed':
      return <FailedView pay={pay} state={state} say={say} />
    default:
      return state satisfies never
  }
}

/** Where the page's developer has something to mend, or the page does not know yet what is to be paid. */
function NotReadyView({ pay, say }: Pick<ViewProps, 'pay' | 'say'>) {
  return (
    <>
      <ViewHead pay={pay} title={say('payTitle')} say={say} />
      <p className="leyden-muted">{say('notReady')}</p>
    </>
  )
}

/** Views that replace each other as a whole; within one, focus stays where it is. */
function stageOf({ status }: PayState): string {
  return ['empty', 'looking', 'invalid', 'unreachable', 'ready', 'requesting'].includes(status)
    ? 'form'
    : status
}

function toneOf({ status }: PayState): 'ok' | 'bad' | 'warn' | undefined {
  switch (status) {
    case 'paid':
      return 'ok'
    case 'invalid':
    case 'unreachable':
    case 'mismatch':
    case 'failed':
      return 'bad'
    case 'unconfirmed':
      return 'warn'
    default:
      return undefined
  }
}

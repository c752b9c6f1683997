'use client'

import { forwardRef, type ReactNode, type Ref } from 'react'
import { Boundary, Problem } from '../foundation/card/boundary.js'
import { Card } from '../foundation/card/card.js'
import type { WidgetAttributes } from '../foundation/card/part.js'
import { useStyleWarning } from '../foundation/card/style-warning.js'
import { useActions } from '../foundation/card/use-actions.js'
import type { PayMessageKey } from '../foundation/messages/pay-english.js'
import { payFormEnglish } from '../foundation/messages/pay-form-english.js'
import { useMessages } from '../foundation/messages/use-messages.js'
import { withoutOptions } from '../foundation/options/option-table.js'
import { useLeydenContext } from '../foundation/provider/leyden-context.js'
import type { PayState } from './flow/pay-state.js'
import { notifyPage } from './page-reports.js'
import { PayAmount } from './parts/pay-amount.js'
import { PayInvoice } from './parts/pay-invoice.js'
import { PayNote } from './parts/pay-note.js'
import { PayAddress, PayForm, PayNotices, PayStatus, PayTitle } from './parts/pay-parts.js'
import { PayPayer } from './parts/pay-payer.js'
import { PayRootView, type PayRootViewProps, usePayRoot } from './parts/pay-root.js'
import { PaySubmit } from './parts/pay-submit.js'
import { type PayOptions, payOptions } from './pay-options.js'

/** Props of `<PayToLightningAddress/>`: the options of a payment, and attributes of its root element. */
export type PayToLightningAddressProps = PayOptions & WidgetAttributes<PayMessageKey>

/**
 * Pays a Lightning Address: recipient and amount, a checked invoice as QR code, link and text, and the result. No part
 * of an invoice that fails a check is ever shown.
 *
 * ```tsx
 * <PayToLightningAddress address="alice@wallet.example" amountSats={2100} onPaid={({ charge }) => thank(charge.id)} />
 * ```
 *
 * With a wrong prop, or without a usable `bffUrl` or `client`, it is inert, and the console says why.
 */
export const PayToLightningAddress = forwardRef<HTMLElement, PayToLightningAddressProps>(
  function PayToLightningAddress(props, ref) {
    const { widgetEvents } = useLeydenContext()
    const inBoundary: InBoundary = (children, state) => (
      <Boundary
        shown={state}
        onError={(error) => notifyPage({ ...props, widgetEvents }, 'onError', error)}
        fallback={(retry) => <BrokenPayCard {...props} rootRef={ref} state={state} onRetry={retry} />}
      >
        {children}
      </Boundary>
    )
    return inBoundary(<PayWidget {...props} rootRef={ref} inBoundary={inBoundary} />)
  },
)

type InBoundary = (children: ReactNode, state?: PayState['status']) => ReactNode

interface PayWidgetProps extends PayToLightningAddressProps {
  rootRef: Ref<HTMLElement>
  inBoundary: InBoundary
}

/** The widget, which goes on if its card fails: an open charge is still reported. */
function PayWidget({ rootRef, inBoundary, ...props }: PayWidgetProps) {
  useStyleWarning()
  const root = usePayRoot(props)
  return inBoundary(<GuardedPayCard {...root} rootRef={rootRef} />, root.pay.state.status)
}

function GuardedPayCard({ pay, ...rest }: Omit<PayRootViewProps, 'children'>) {
  return <PayCard {...rest} pay={{ ...pay, actions: useActions(pay.actions) }} />
}

interface BrokenPayCardProps extends PayToLightningAddressProps {
  rootRef: Ref<HTMLElement>
  state: PayState['status'] | undefined
  onRetry: () => void
}

/** The card of a widget that has failed. */
function BrokenPayCard({ rootRef, state, onRetry, ...props }: BrokenPayCardProps) {
  const { messages, ...rest } = withoutOptions(props, payOptions)
  const t = useMessages<PayMessageKey>(payFormEnglish, messages)
  return (
    <Card
      name={t('payTitle')}
      {...rest}
      rootRef={rootRef}
      direction={t.direction}
      state={state}
      tone="bad"
      code="UNKNOWN"
    >
      <div className="ly-body">
        <Problem t={t} onRetry={onRetry} />
      </div>
    </Card>
  )
}

/**
 * The card in one state of the flow: all parts. They are not passed to `PayRoot` as children, because Preact renders
 * children after the root's effects, which move focus and caret.
 */
export function PayCard(props: Omit<PayRootViewProps, 'children'>) {
  const isPaid = props.pay.state.status === 'paid'
  return (
    <PayRootView {...props}>
      {!isPaid && <PayNotices />}
      <PayForm>
        <PayTitle />
        <PayAddress />
        <PayAmount />
        <PayNote />
        <PayPayer />
        <PaySubmit />
      </PayForm>
      <PayInvoice />
      <PayStatus />
      {/* The receipt is the first news. */}
      {isPaid && <PayNotices />}
    </PayRootView>
  )
}

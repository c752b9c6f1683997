import type { FunctionComponent } from 'react'
import { Button, SecondButton } from '../../foundation/card/buttons.js'
import type { PayStatus } from '../flow/pay-state.js'
import { mismatchText } from '../texts/check-texts.js'
import { ConfirmingView, ExpiredView, PaidView, UnconfirmedView } from './ending-views.js'
import { nothingPaid, Problem } from './form-views.js'
import type { ViewProps } from './pay-context.js'
import { useWarningsId } from './warnings.js'

/** The states with a view that is loaded with the payment. */
type EndStatus = Extract<PayStatus, 'confirming' | 'paid' | 'expired' | 'unconfirmed' | 'mismatch'>

const VIEWS: { readonly [S in EndStatus]: FunctionComponent<ViewProps<S>> } = {
  confirming: ConfirmingView,
  paid: PaidView,
  expired: ExpiredView,
  unconfirmed: UnconfirmedView,
  mismatch: MismatchView,
}

/** The view after the invoice. */
export function EndView(props: ViewProps<EndStatus>) {
  // The types of the table connect each view to its state. A look-up by its name loses this connection.
  const View = VIEWS[props.state.status] as FunctionComponent<ViewProps<EndStatus>>
  return <View {...props} />
}

function MismatchView({ pay, t, state }: ViewProps<'mismatch'>) {
  const warnings = useWarningsId()
  const text = mismatchText(state.mismatch, t)
  const changeAddress = () => {
    pay.actions.back()
    pay.fields.address.setText('')
  }
  return (
    <Problem title={t('wrong')} texts={[text, nothingPaid(state, t)]}>
      {!pay.fields.address.locked && (
        <SecondButton onClick={changeAddress}>{t('changeAddress')}</SecondButton>
      )}
      <Button onClick={pay.actions.renew} aria-describedby={warnings}>
        {t('newInvoice')}
      </Button>
    </Problem>
  )
}

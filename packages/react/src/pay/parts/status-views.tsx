import { paymentPart } from '../loading/payment-part.js'
import { FailedView, StartView } from './form-views.js'
import { usePayContext } from './pay-context.js'

/** The view that is shown in place of form and invoice. */
export function StatusView() {
  const screen = usePayContext()
  const { state } = screen.pay
  const part = paymentPart.current()
  switch (state.status) {
    case 'idle':
    case 'requesting':
      return <StartView {...screen} />
    case 'failed':
      return <FailedView {...screen} state={state} />
    case 'awaiting':
      return null
    default:
      return part ? <part.EndView {...screen} state={state} /> : null
  }
}

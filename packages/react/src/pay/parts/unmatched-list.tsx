import { satsText } from '../fields/amount-text.js'
import { timeText } from '../texts/times.js'
import { usePayContext } from './pay-context.js'

/** What arrived, and when. */
export function UnmatchedList() {
  const { pay, t } = usePayContext()
  return (
    <>
      {pay.state.unmatched?.map(({ id, amountMsat, at }) => (
        <div key={id} translate="no">
          <bdi>{satsText(amountMsat, t)}</bdi> · <bdi>{timeText(at, t.locale)}</bdi>
        </div>
      ))}
    </>
  )
}

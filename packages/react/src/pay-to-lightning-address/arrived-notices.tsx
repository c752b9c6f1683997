import { Note, TextButton } from '../card/parts.js'
import type { PayMessageKey } from '../messages/pay-english.js'
import type { Translate } from '../messages/use-messages.js'
import { arrivedText } from './pay-texts.js'
import type { PayHandle } from './use-pay-to-lightning-address.js'

/** Payments that are told beside what the card shows, each until somebody has read it. */
export function ArrivedNotices({ pay, t }: { pay: PayHandle; t: Translate<PayMessageKey> }) {
  return pay.state.arrived?.map((payment) => (
    <Note key={payment.charge.id} tone={payment.duplicateOf === undefined ? 'ok' : 'warn'}>
      <div className="ly-row">
        <span className="ly-grow">{arrivedText(payment, t)}</span>
        <TextButton onClick={() => pay.actions.dismiss(payment.charge.id)}>{t('dismiss')}</TextButton>
      </div>
    </Note>
  ))
}

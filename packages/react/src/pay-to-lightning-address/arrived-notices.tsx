import { Note, TextButton } from '../card/parts.js'
import type { PayMessageKey } from '../messages/pay-english.js'
import type { Words } from '../messages/use-words.js'
import { arrivedWords } from './pay-words.js'
import type { PayToLightningAddress } from './use-pay-to-lightning-address.js'

/** Payments that are told beside what the card shows, each until somebody has read it. */
export function ArrivedNotices({ pay, say }: { pay: PayToLightningAddress; say: Words<PayMessageKey> }) {
  return pay.state.arrived?.map((payment) => (
    <Note key={payment.charge.id} tone={payment.duplicateOf === undefined ? 'ok' : 'warn'}>
      <div className="leyden-row">
        <span className="leyden-grow">{arrivedWords(payment, say)}</span>
        <TextButton onClick={() => pay.dismiss(payment.charge.id)}>{say('dismiss')}</TextButton>
      </div>
    </Note>
  ))
}

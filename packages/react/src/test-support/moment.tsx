import type { PayState } from '@leyden/core/pay'
import { payEnglish } from '../messages/pay-english.js'
import { useWords } from '../messages/use-words.js'
import { PayCard } from '../pay-to-lightning-address/pay-card.js'
import type { PayToLightningAddress } from '../pay-to-lightning-address/use-pay-to-lightning-address.js'
import { useLeydenContext } from '../provider/leyden-context.js'
import { fixtureFiat, payModel } from './pay-model.js'

export interface MomentProps {
  state: PayState
  options?: Parameters<typeof payModel>[1]
  more?: Partial<PayToLightningAddress>
}

/** The card at one moment of the flow. */
export function Moment({ state, options, more }: MomentProps) {
  const { locale } = useLeydenContext()
  const say = useWords(payEnglish)
  const pay = payModel(state, { locale: say.locale, fiat: fixtureFiat, ...options }, more)
  return <PayCard pay={pay} say={say} lang={locale} />
}

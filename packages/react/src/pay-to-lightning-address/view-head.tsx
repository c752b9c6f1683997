import type { PayMessageKey } from '../messages/pay-english.js'
import type { Words } from '../messages/use-words.js'
import type { PayToLightningAddress } from './use-pay-to-lightning-address.js'

interface ViewHeadProps {
  pay: PayToLightningAddress
  title: string
  /** Not where a note below leads. */
  leads?: boolean
  say: Words<PayMessageKey>
}

export function ViewHead({ pay, title, leads = true, say }: ViewHeadProps) {
  return (
    <div className="leyden-row">
      <h2 className="leyden-title leyden-grow" tabIndex={-1} data-lead={leads ? '' : undefined}>
        {title}
      </h2>
      <TestTag pay={pay} say={say} />
    </div>
  )
}

/** Anything but live mainnet says so: nobody shall take play money for money. */
export function TestTag({ pay, say }: Pick<ViewHeadProps, 'pay' | 'say'>) {
  return pay.isTest ? <span className="leyden-tag">{say('testMode')}</span> : null
}

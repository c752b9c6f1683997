import type { ReactNode } from 'react'
import { Title } from '../../foundation/card/parts.js'
import { useLeydenContext } from '../../foundation/provider/leyden-context.js'
import { usePayContext } from './pay-context.js'

interface ViewHeadProps {
  /** False if a note below takes the focus instead. */
  leads?: boolean | undefined
  /** @default 'Pay with Lightning', in the language of the provider */
  children?: ReactNode
}

/** The heading of the form, and of a view without an icon. */
export function ViewHead({ leads, children }: ViewHeadProps) {
  const { t } = usePayContext()
  return (
    <div className="ly-row ly-bar ly-headed">
      <Title className="ly-title ly-grow" leads={leads}>
        {children ?? t('payTitle')}
      </Title>
      <TestTag />
    </div>
  )
}

/** Everything except live mainnet is marked, so that nobody mistakes test money for real money. */
export function TestTag() {
  const { pay, t } = usePayContext()
  const { playMoney } = useLeydenContext()
  return playMoney || pay.view.isTest ? <span className="ly-tag">{t('testMode')}</span> : null
}

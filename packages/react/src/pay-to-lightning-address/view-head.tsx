import type { ReactNode } from 'react'
import type { ViewProps } from './pay-context.js'

interface ViewHeadProps extends Pick<ViewProps, 'pay' | 't'> {
  title: ReactNode
  /** False if a note below takes the focus instead. */
  leads?: boolean | undefined
}

export function ViewHead({ pay, title, leads = true, t }: ViewHeadProps) {
  return (
    <div className="ly-row">
      <h2 className="ly-title ly-grow" tabIndex={-1} data-ly-lead={leads ? '' : undefined}>
        {title}
      </h2>
      <TestTag pay={pay} t={t} />
    </div>
  )
}

/** Everything except live mainnet is marked, so that nobody mistakes test money for real money. */
export function TestTag({ pay, t }: Pick<ViewHeadProps, 'pay' | 't'>) {
  return pay.isTest ? <span className="ly-tag">{t('testMode')}</span> : null
}

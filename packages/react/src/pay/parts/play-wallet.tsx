import type { ReactNode } from 'react'
import { useLeydenContext } from '../../foundation/provider/leyden-context.js'
import type { ViewProps } from './pay-context.js'

interface PlayWalletProps extends ViewProps<'awaiting'> {
  /** What is below the wallet. */
  progress?: ReactNode
  /** The ways to pay with a real wallet. */
  children: ReactNode
}

/** The wallet of the sandbox in the page, in place of real wallets: none of them can pay its invoices. */
export function PlayWallet({ pay, t, state, progress, children }: PlayWalletProps) {
  const { playMoney } = useLeydenContext()
  const { invoice, expiresAt } = state.charge
  if (!playMoney) return children
  return (
    <>
      <playMoney.Wallet
        {...{ invoice, expiresAt }}
        locale={t.locale}
        refusedText={t('walletRefused')}
        onClockTurned={pay.actions.checkAgain}
      />
      {progress}
    </>
  )
}

import type { Transport } from '@leyden/core'
import type { ComponentType } from 'react'
import type { Messages } from '../messages/messages.js'

/** The sandbox in a page, which answers in place of a BFF. */
export interface Sandbox {
  fetch: Transport
  /** Absent on a page that must not have play money: `fetch` then answers with the reason. */
  playMoney?: PlayMoney | undefined
}

/** What a widget shows of play money. */
export interface PlayMoney {
  /** The messages that say so, in place of those of test mode. */
  messages(locale: string): Partial<Messages>
  /** The wallet, on the card of an invoice. */
  Wallet: ComponentType<PlayWalletProps>
}

export interface PlayWalletProps {
  invoice: string
  expiresAt: Date
  locale: string
  /** What people read when a wallet has not paid. */
  refusedText: string
  /** Called when the sandbox's clock was turned. */
  onClockTurned: () => void
}

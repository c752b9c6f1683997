import { payEnglish } from '../messages/pay-english.js'
import { useWords } from '../messages/use-words.js'
import type { PayState } from '../pay-flow/index.js'
import { PayCard } from '../pay-to-lightning-address/pay-card.js'
import { useAmountEntry } from '../pay-to-lightning-address/use-amount-entry.js'
import { useNoteEntry } from '../pay-to-lightning-address/use-note-entry.js'
import type { PayToLightningAddress } from '../pay-to-lightning-address/use-pay-to-lightning-address.js'
import { usePayerEntry } from '../pay-to-lightning-address/use-payer-entry.js'
import { useLeydenContext } from '../provider/leyden-context.js'
import { fixtureFiat, payModel } from './pay-model.js'

/** What a person can set going, by the name it has in the hook. */
export type PayAction =
  | 'setText'
  | 'retry'
  | 'showInvoice'
  | 'renew'
  | 'back'
  | 'changeAddress'
  | 'copy'
  | 'payWithBrowserWallet'
  | 'claimPaid'
  | 'reopen'
  | 'done'
  | 'dismiss'
  | 'retryIntent'

export interface MomentProps {
  state: PayState
  options?: Parameters<typeof payModel>[1]
  more?: Partial<PayToLightningAddress>
  /** Told what the person does, in place of its being done. */
  onAction?: (action: PayAction, about?: string) => void
}

/** The card at one moment of the flow: what is typed into it is at work, what is set going is told. */
export function Moment({ state, options, more, onAction }: MomentProps) {
  const { locale } = useLeydenContext()
  const say = useWords(payEnglish)
  const { sats = 2_100n, note: noted, locked = false } = options ?? {}
  const fiat = fixtureFiat
  const recipient = 'recipient' in state ? state.recipient : null

  const amount = useAmountEntry({
    ...(sats !== null && (locked ? { amountSats: sats } : { defaultAmountSats: sats })),
    limits: recipient,
    fiat,
    locale: say.locale,
  })
  const note = useNoteEntry({ defaultDescription: noted }, recipient?.commentAllowed ?? 0)
  const payer = usePayerEntry(recipient)

  const pay = payModel(state, { locale: say.locale, fiat, ...options }, more)
  const setText = (text: string) => onAction?.('setText', text)
  const does = (action: PayAction) => () => onAction?.(action)
  const canShowInvoice =
    state.status === 'ready' && amount.problem === null && !note.tooLong && payer.complete
  return (
    <PayCard
      pay={{
        ...pay,
        address: {
          ...pay.address,
          setText,
          retry: does('retry'),
          inputProps: {
            ...pay.address.inputProps,
            onChange: ({ currentTarget: { value } }) => setText(value),
          },
        },
        amount,
        note: { ...note, offered: note.offered && !locked },
        payer,
        canShowInvoice,
        showInvoice: () => canShowInvoice && onAction?.('showInvoice'),
        renew: does('renew'),
        back: does('back'),
        changeAddress: does('changeAddress'),
        copy: (thing) => onAction?.('copy', thing),
        payWithBrowserWallet: does('payWithBrowserWallet'),
        claimPaid: does('claimPaid'),
        reopen: does('reopen'),
        done: does('done'),
        dismiss: (id) => onAction?.('dismiss', id),
        retryIntent: does('retryIntent'),
      }}
      say={say}
      lang={locale}
    />
  )
}

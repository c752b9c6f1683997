import { useEffect, useRef } from 'react'
import type { AddressLookup } from '../address/address-lookup.js'
import { payEnglish } from '../foundation/messages/pay-english.js'
import { useMessages } from '../foundation/messages/use-messages.js'
import { readProof } from '../pay/engine/read-proof.js'
import { useAmountField } from '../pay/fields/use-amount-field.js'
import { useNoteField } from '../pay/fields/use-note-field.js'
import { usePayerFields } from '../pay/fields/use-payer-fields.js'
import type { PayState } from '../pay/flow/pay-state.js'
import { recipientOf } from '../pay/parts/pay-view.js'
import type { PayHandle } from '../pay/pay-handle.js'
import { PayCard } from '../pay/pay-to-lightning-address.js'
import { fixtureFiat, payModel } from './pay-model.js'

/** The actions of a person, by their names in the hook. */
export type PayAction =
  | 'setText'
  | 'retry'
  | 'showInvoice'
  | 'renew'
  | 'back'
  | 'changeAddress'
  | 'copy'
  | 'share'
  | 'payWithBrowserWallet'
  | 'connectWallet'
  | 'payWithConnectedWallet'
  | 'disconnectWallet'
  | 'claimPaid'
  | 'reopen'
  | 'done'
  | 'dismiss'
  | 'retryIntent'

export interface PayPictureProps {
  state: PayState
  /** The state of the address in the form. */
  lookup?: AddressLookup | undefined
  options?: Parameters<typeof payModel>[1]
  more?: Partial<PayHandle>
  /** A text that somebody has pasted as proof of payment. */
  pasted?: string | undefined
  /** Called with an action of the person, in place of performing it. */
  onAction?: (action: PayAction, about?: string) => void
}

/** The card in one state of the flow: the fields work, and actions are only reported. */
export function PayPicture({ state, lookup, options, more, pasted, onAction }: PayPictureProps) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => pasteInto(container.current?.querySelector('input'), pasted), [pasted])
  const t = useMessages(payEnglish)
  const { sats = 2_100n, note: defaultNote, locked = false } = options ?? {}
  const fiat = fixtureFiat
  const pay = payModel(state, { lookup, locale: t.locale, fiat, ...options }, more)
  const recipient = recipientOf(state, pay.fields.address.lookup)

  const amount = useAmountField({
    amountSats: locked && sats !== null ? sats : undefined,
    defaultAmountSats: !locked && sats !== null ? sats : undefined,
    limits: recipient,
    presets: options?.presets,
    fiat,
    locale: t.locale,
  })
  const note = useNoteField({ defaultDescription: defaultNote }, recipient?.commentAllowed)
  const payer = usePayerFields(recipient)

  const { address } = pay.fields
  const setText = (text: string) => onAction?.('setText', text)
  const reportAction = (action: PayAction) => () => onAction?.(action)
  const canShowInvoice =
    state.status === 'idle' &&
    recipient !== null &&
    amount.problem === null &&
    !note.tooLong &&
    payer.complete
  const card = (
    <PayCard
      pay={{
        ...pay,
        fields: {
          address: {
            ...address,
            setText,
            retry: reportAction('retry'),
            inputProps: {
              ...address.inputProps,
              onChange: ({ currentTarget: { value } }) => setText(value),
            },
          },
          amount,
          note: { ...note, offered: note.offered && !locked },
          payer,
        },
        canShowInvoice,
        actions: {
          showInvoice: () => canShowInvoice && onAction?.('showInvoice'),
          renew: reportAction('renew'),
          back: reportAction('back'),
          changeAddress: reportAction('changeAddress'),
          copy: (thing) => onAction?.('copy', thing),
          share: reportAction('share'),
          provePayment: (text) => readProof(text, 'charge' in state ? state.charge.id : '').status,
          payWithBrowserWallet: reportAction('payWithBrowserWallet'),
          connectWallet: reportAction('connectWallet'),
          payWithConnectedWallet: reportAction('payWithConnectedWallet'),
          disconnectWallet: reportAction('disconnectWallet'),
          claimPaid: reportAction('claimPaid'),
          reopen: reportAction('reopen'),
          done: reportAction('done'),
          dismiss: (id) => onAction?.('dismiss', id),
          retryIntent: reportAction('retryIntent'),
        },
      }}
      t={t}
    />
  )
  return pasted === undefined ? card : <div ref={container}>{card}</div>
}

/** Simulates a paste: React listens to the event, and compares the value with the one that it has set itself. */
function pasteInto(input: HTMLInputElement | null | undefined, text: string | undefined): void {
  if (!input || text === undefined) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

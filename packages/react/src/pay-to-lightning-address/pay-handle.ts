import type { ReactNode } from 'react'
import type { AddressField } from '../lightning-address/use-lightning-address.js'
import type { CheckedCharge, PayState } from '../pay-flow/index.js'
import type { Outage } from '../widget/outage.js'
import type { FiatPrice } from './fiat.js'
import type { IntentState } from './intent-reader.js'
import type { ProofVerdict } from './read-proof.js'
import type { AmountField } from './use-amount-field.js'
import type { CopiedThing } from './use-copying.js'
import type { NoteField } from './use-note-field.js'
import type { PayerFields } from './use-payer-fields.js'
import type { WalletConnection } from './wallet-connection.js'
import type { Wallet } from './wallets.js'

/** What a person fills in. A field that the page or an intent fixes is `locked`. */
export interface PayFields {
  /** The Lightning Address. */
  address: AddressField
  /** The amount. */
  amount: AmountField
  /** The note for the recipient. */
  note: NoteField
  /** What the recipient asks about the payer. */
  payer: PayerFields
}

/** What a person can do in a pay widget. */
export interface PayActions {
  /**
   * Requests an invoice with the values of the fields, or shows the open one over the same; does nothing unless
   * `canShowInvoice`. While the address is being looked up it waits for the answer (`isPressed`). A connected wallet
   * pays the invoice when it comes.
   */
  showInvoice: () => void
  /** The same order again, after an end or a failure. */
  renew: () => void
  /** To the form, the fields kept; cancels a request under way. */
  back: () => void
  /** To the form, with an empty address. */
  changeAddress: () => void
  /**
   * @param host an element of the widget.
   * @param text is copied in place of the usual text.
   */
  copy: (thing: CopiedThing, host: HTMLElement | null, text?: string) => void
  /** Hands a text to the device's own share sheet; copies the receipt where that is refused. */
  share: (text: string, host: HTMLElement | null) => void
  /** From a click only: the browser wallet asks the person. */
  payWithBrowserWallet: () => void
  /** From a click only: loads the page's `connectWallet` and lets the person connect a wallet. Pays nothing. */
  connectWallet: () => void
  /** From a click only: the connected wallet pays, also one of an earlier visit. */
  payWithConnectedWallet: () => void
  /** Disconnects the wallet. */
  disconnectWallet: () => void
  /** "I have paid", where nobody can see it. */
  claimPaid: () => void
  /**
   * Takes a preimage as the proof of the payment, as a wallet shows or copies it. Where it is the charge's, the payment
   * is proven at once, and the shop's server gets the proof.
   *
   * @returns what the text is.
   */
  provePayment: (text: string) => ProofVerdict['status']
  /** Back to an invoice that has not expired. */
  reopen: () => void
  /** Back to the form, with `onDone`; an intent that is paid stays so. */
  done: () => void
  /** The notice of this payment was read. */
  dismiss: (chargeId: string) => void
  /** Reads the intent again after a failure. */
  retryIntent: () => void
}

/** Props of a link that opens the invoice in a wallet: a real `<a>`, because buttons cannot open apps everywhere. */
export interface InvoiceLinkProps {
  /** `lightning:` and the invoice, or a wallet’s own link. */
  href: string
}

/** What `usePayToLightningAddress` returns. */
export interface PayHandle {
  /** Where the payment is; the only thing that holds an invoice, and only a checked one. */
  state: PayState
  /** What a person can do now. */
  actions: PayActions
  /** What a person can type. */
  fields: PayFields
  /** Spread on an `<a>` while an invoice can be paid; null without one. With a wallet, its own link. */
  getInvoiceLinkProps: (wallet?: Wallet) => InvoiceLinkProps | null
  /** The signed order, where the page gives an intent. */
  intent: IntentState | null
  /**
   * False where a prop is wrong or missing, so that nothing can be paid and nothing is asked: say so in place of a
   * form. The console names the prop.
   */
  isReady: boolean
  /** Anything but live mainnet, as far as is known. */
  isTest: boolean
  /** Whether an invoice may be asked for. */
  canShowInvoice: boolean
  /** Whether the invoice is wanted, and requested as soon as the address is found. */
  isPressed: boolean
  /** What `renderSuccess` of the page gives for the payment that is shown. */
  thanks: ReactNode
  /** Whether `done` leads anywhere: with an intent only the page knows where to go on. */
  canFinish: boolean
  /** Whole seconds until the invoice expires; 0 where there is none. */
  secondsLeft: number
  /** Whether the device says that it has a network. */
  isOnline: boolean
  /** Why nothing has been heard of the payment for some seconds; null while all is well. A payment counts all the same. */
  outage: Outage | null
  /** Whether a request for an invoice takes longer than usual: `back` cancels it. */
  isSlow: boolean
  /** Whole seconds until `renew` may be tried after a failure; 0 when it may. */
  retrySeconds: number
  /** Amounts to choose from, in sats. */
  presets: readonly bigint[]
  /** The currency beside satoshis, with its price; undefined while there is none. */
  fiat: FiatPrice | undefined
  /** Wallet apps with a link of their own, the last used first. */
  wallets: readonly Wallet[]
  /** Whether this browser has a wallet (WebLN). */
  hasBrowserWallet: boolean
  /** The wallet that a person has connected to the page; null where the page has no `connectWallet`. */
  walletConnection: WalletConnection | null
  /** Whether to show people without a wallet what they need. */
  walletHint: boolean
  /** Where they get bitcoin. */
  buyBitcoinUrl: string | undefined
  /** Whether the main pointer is a finger: wallets first, then. */
  isTouch: boolean
  /** A charge that a wallet may have paid: it gave no clear answer. Warn before another invoice is shown. */
  unclearCharge: CheckedCharge | null
  /** Whether the device has a share sheet. */
  canShare: boolean
  /** What was copied, for 2.5 seconds; null otherwise. */
  copied: CopiedThing | null
  /** What could not be copied and has to be shown for copying by hand. */
  copyFailed: CopiedThing | null
}

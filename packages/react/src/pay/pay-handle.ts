import type { AddressField } from '../address/use-lightning-address.js'
import type { Outage } from '../foundation/flow/outage.js'
import type { IntentState } from './engine/intent-reader.js'
import type { ProofVerdict } from './engine/read-proof.js'
import type { WalletConnection } from './engine/wallet-connection.js'
import type { FiatPrice } from './fields/fiat.js'
import type { AmountField } from './fields/use-amount-field.js'
import type { NoteField } from './fields/use-note-field.js'
import type { PayerFields } from './fields/use-payer-fields.js'
import type { CheckedCharge, PayState } from './flow/pay-state.js'
import type { Wallet } from './wallets/known-wallets.js'

/** The fields of the form. A field whose value the page or an intent fixes is `locked`. */
export interface PayFields {
  /** The Lightning Address. */
  address: AddressField
  /** The amount. */
  amount: AmountField
  /** The note for the recipient. */
  note: NoteField
  /** The payer data that the recipient asks for (LUD-18). */
  payer: PayerFields
}

/** The actions of a person in a pay widget. */
export interface PayActions {
  /**
   * Requests an invoice for the values of the fields, or shows the open invoice for the same values again. It does
   * nothing unless `view.canShowInvoice`. While the address is being looked up, it waits for the answer
   * (`view.isPressed`). A connected wallet pays the invoice when it comes, and so does a browser wallet that has paid on
   * this page.
   */
  showInvoice: () => void
  /** Requests an invoice for the same order again, after the invoice expired or the request failed. */
  renew: () => void
  /** Returns to the form and keeps the fields. Cancels a pending request. */
  back: () => void
  /** Asks the browser wallet (WebLN) to pay. Call it from a click. */
  payWithBrowserWallet: () => void
  /** Lets `showInvoice` show the invoice again, in place of asking the browser wallet. */
  forgetBrowserWallet: () => void
  /** Loads the page's `connectWallet` and lets the person connect a wallet. Pays nothing. Call it from a click. */
  connectWallet: () => void
  /** Asks the connected wallet to pay, also one of an earlier visit. Call it from a click. */
  payWithConnectedWallet: () => void
  /** Disconnects the wallet, for later visits too. */
  disconnectWallet: () => void
  /** The person says that they have paid an invoice whose payment nobody can see. */
  claimPaid: () => void
  /**
   * Takes a preimage, as a wallet shows or copies it, as proof of payment. If it belongs to the charge, the payment is
   * proven at once, and the shop's server gets the proof.
   *
   * @returns what the text is
   */
  provePayment: (text: string) => ProofVerdict['status']
  /** Asks the shop's server now whether an expired invoice was paid, if it has not answered since the expiry. */
  checkAgain: () => void
  /** Returns to an invoice that has not expired. */
  reopen: () => void
  /** Shows an open invoice that another tab of this device has shown. */
  showOpenInvoice: (chargeId: string) => void
  /** Returns to the form and calls `onDone`. A paid intent stays paid. */
  done: () => void
  /** Closes the notice of this payment. */
  dismiss: (chargeId: string) => void
  /** Reads the intent again after a failure. An `intent` function is called again. */
  retryIntent: () => void
}

/** Props of a link that opens the invoice in a wallet: a real `<a>`, because buttons cannot open apps everywhere. */
export interface InvoiceLinkProps {
  /** `lightning:` and the invoice, or a wallet’s own link. */
  href: string
  /** In the browser of an app, which may show an error in place of the page: a new tab. */
  target?: '_blank' | undefined
  /** Beside a `target`. */
  rel?: 'noopener noreferrer' | undefined
}

/** The wallets that can pay the invoice. */
export interface PayWallets {
  /** Wallet apps with their own link, in the order of the page. */
  apps: readonly Wallet[]
  /** Props for an `<a>` that opens the invoice in a wallet app, or in this one; null if no invoice can be paid. */
  getInvoiceLinkProps: (wallet?: Wallet) => InvoiceLinkProps | null
  /** Whether this browser has a wallet (WebLN). */
  hasBrowserWallet: boolean
  /** Whether the wallet of this browser has paid on this page: `showInvoice` then asks it to pay. */
  isBrowserWalletChosen: boolean
  /** The wallet that a person has connected to the page; null if the page has no `connectWallet`. */
  connection: WalletConnection | null
  /** A charge that a wallet may have paid, because it gave no clear answer. Warn before you show another invoice. */
  unclearCharge: CheckedCharge | null
  /** The link for people without a wallet to buy bitcoin: a URL, or `#id` of a `RampWidget` on the same page. */
  buyBitcoinUrl: string | undefined
}

/** What a view shows besides the state and the fields: what is possible now, the time, the device and the network. */
export interface PayView {
  /** The signed order; null if the page gives no intent. */
  intent: IntentState | null
  /**
   * False if a prop is wrong or missing: nothing can be paid, and nothing is requested. Show an error in place of the
   * form. The console names the prop.
   */
  isReady: boolean
  /** Whether to show the test badge: true unless the payment is known to move real money on mainnet. */
  isTest: boolean
  /** Whether an invoice can be requested: the fields are complete and valid. */
  canShowInvoice: boolean
  /** Whether the person has pressed, and the invoice is requested as soon as the address is found. */
  isPressed: boolean
  /** The currency beside satoshis, with its price; undefined while there is none. */
  fiat: FiatPrice | undefined
  /** Whole seconds until the invoice expires; 0 without an invoice. */
  secondsLeft: number
  /** Why the BFF has not answered for some seconds; null while it answers. A payment made meanwhile still counts. */
  outage: Outage | null
}

/** The result of `usePayToLightningAddress`. */
export interface PayHandle {
  /** The state of the payment. Nothing else holds an invoice, and every invoice in it has passed the checks. */
  state: PayState
  /** The fields of the form. */
  fields: PayFields
  /** The actions of a person. */
  actions: PayActions
  /** The wallets that can pay the invoice. */
  wallets: PayWallets
  /** What a view shows besides. */
  view: PayView
}

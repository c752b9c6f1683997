import type { Message } from './message.js'
import { payFormEnglish } from './pay-form-english.js'

/** The pay widget's messages in English, built in. `{placeholders}` are filled in; `count` selects the plural form. */
export const payEnglish = {
  ...payFormEnglish,

  amountTo: '{amount} to {address}',
  to: 'to {address}',
  checkedAmount: 'Amount checked.',
  checkedDescription: 'Amount checked, made out to {address}.',
  checkedSource: 'Amount checked, invoice from {domain}.',
  checkedSourceAndDescription: 'Amount checked, invoice from {domain}, made out to {address}.',
  waiting: 'Waiting for payment…',
  waitingOffline:
    'You are offline. A payment still counts, and we will check for it when you are back online.',
  waitingLost: 'This site is not responding. A payment still counts, and we keep checking for it.',
  waitingUnseen: 'We cannot see this payment arrive. Your wallet will confirm it.',
  timeLeft: 'Time left: {time}',
  qrCode: 'QR code of an invoice for {amount} to {address}',
  qrTooLong: 'This invoice is too long for a QR code. Copy it instead.',
  copyInvoice: 'Copy invoice',
  copied: 'Copied',
  copyFailed: 'Copying is not allowed here. Select the text and copy it.',
  invoiceText: 'Invoice',
  openWallet: 'Open wallet',
  payInBrowserWallet: 'Pay with browser wallet',
  moreWallets: 'More…',
  otherWays: 'Other ways to pay',
  connectWallet: 'Connect a wallet',
  connectingWallet: 'Opening your wallet…',
  connectWalletFailed:
    'The wallet connection could not be loaded. Check your internet connection and try again.',
  payWithWallet: 'Pay with {name}',
  payWithConnectedWallet: 'Pay with connected wallet',
  disconnectWallet: 'Disconnect wallet',
  noWallet: 'No wallet yet? You need a Lightning wallet app with some bitcoin in it.',
  buyBitcoin: 'Buy bitcoin',
  showQr: 'QR code',
  nothingOpened: 'No wallet opened.',
  walletRefused: 'Not paid. Try again, or use another wallet.',
  iHavePaid: 'I have paid',

  confirmingWallet: 'Waiting for your wallet',
  confirmingWalletText: 'We are waiting for proof of the payment. This can take a minute.',
  confirmingExpiry: 'Checking for a late payment',
  confirmingExpiryText: 'We will wait a little longer, in case a payment is on its way.',
  backToInvoice: 'Back to the invoice',
  unreachable: 'This site is not responding',
  unreachableText:
    'It has not answered since {time}, so we do not know yet whether this was paid. We keep trying. Check your wallet before you pay again.',
  payTwice:
    'If your wallet shows this payment as sent or pending, you would pay twice with a new invoice. Please wait, or ask the recipient.',

  paidTitle: 'Paid',
  paid: 'Paid {amount}',
  paidProven: 'Confirmed by proof of payment',
  paidOnProvidersWord: 'Confirmed by the recipient’s provider',
  paidOnShopsWord: 'Confirmed by this site',
  paidKept: 'Kept on this device',
  paidLate: 'The payment arrived after the invoice had expired, but it counts.',
  linkElsewhere: 'This link leads to {host}, not to {domain}.',
  proof: 'Proof of payment',
  value: 'Value',
  time: 'Time',
  timeLearnt: 'Confirmed',
  paymentHash: 'Payment hash',
  receipt: 'Receipt',
  receiptDetails: 'Details',
  copyReceipt: 'Copy receipt',
  shareReceipt: 'Share receipt',
  done: 'Done',

  expired: 'This invoice has expired',
  expiredNote: 'Just paid? Stay here: a late payment still shows up.',
  expiredOver:
    'We have seen no payment. If your wallet shows that it paid, enter its proof of payment before you pay again.',
  newInvoice: 'New invoice',

  unconfirmed: 'We cannot see this payment',
  unconfirmedText: 'Your wallet knows: “sent” means paid, “failed” means not paid, “pending” means wait.',
  checkAgain: 'Check again',
  hashHint: 'The recipient can use it to find the payment.',
  copyHash: 'Copy payment hash',
  proofAsk: 'I have proof of payment',
  proofLabel: 'Proof of payment (preimage)',
  proofHint: 'Your wallet shows it in the payment details.',
  proofUnreadable: 'A proof of payment has 64 characters: digits and the letters a to f.',
  proofIsHash: 'This is the payment hash. Look for the proof next to it.',
  proofIsInvoice: 'This is an invoice. The proof is what your wallet received when it paid.',
  proofOfOther: 'This is not proof of this payment. Is it from another one?',
  proofPending: 'This site does not have the proof yet. Keep this page open while we try again.',
  proofRefused: 'This site does not have the proof. Please send it your receipt.',

  wrong: 'The invoice was wrong, so we did not show it.',
  wrongAmount: 'You asked to pay {expected}. The invoice was for {actual}.',
  wrongAmountless: 'You asked to pay {expected}. The invoice had no amount.',
  wrongRecipient: 'You asked to pay {expected}. The reply was for {actual}.',
  wrongNetwork: 'It is for another Bitcoin network: {actual} instead of {expected}.',
  wrongTime: 'It had already expired when it arrived.',
  wrongInvoice: 'What we received was not a valid invoice for this payment.',
  changeAddress: 'Change address',
  newInvoiceAnyway: 'New invoice anyway',

  arrived: '{amount} arrived at {address}.',
  arrivedPart: '{part} of {amount} arrived',
  arrivedOther: '{amount} arrived, but this order is not paid',
  arrivedFull: 'If you pay here, you pay the full {amount}.',
  arrivedToo: '{amount} also arrived',
  arrivedRefund: 'This was for another version of the order. Ask the shop how to get it back.',
  arrivedAgain: 'A second payment of {amount} arrived at {address}. Only {address} can return it.',
  dismiss: 'Dismiss',

  unclear: 'We cannot tell yet whether this was paid',
  unclearText:
    'Your wallet gave no clear answer, and we are still looking. Check your wallet before you pay again.',
  stillOpen: 'An invoice over {amount} to {address} is still open.',
  unclearNote:
    'Your wallet may already have paid {amount} to {address}. Check your wallet before you pay again.',
} as const satisfies Record<string, Message>

/** Keys of the pay widget's messages. */
export type PayMessageKey = keyof typeof payEnglish

import type { Message } from './message.js'
import { rampStartEnglish } from './ramp-start-english.js'

/** The ramp widget's messages in English, built in. Messages of both widgets have the pay widget's keys. */
export const rampEnglish = {
  ...rampStartEnglish,

  optional: '(optional)',
  done: 'Done',
  tryAgainIn: 'Try again in {seconds} s',
  requestSlow: 'This is taking longer than usual.',
  cancel: 'Cancel',
  cancelled: 'Cancelled.',

  rampClose: 'Close',

  emailLabel: 'E-mail address',
  emailHint: 'The provider will send a code to this address.',
  emailWrong: 'Check the e-mail address.',
  destinationLabel: 'Send the bitcoin to',
  destinationHint: 'A Lightning Address or a bitcoin address.',
  destinationWrong: 'Bitcoin cannot be sent to this address.',
  pastedInvoice: 'This is an invoice for a single payment.',
  pastedOffer: 'This is a BOLT 12 offer.',
  pastedLnurl: 'This is an LNURL.',
  pastedSilent: 'This is a silent payment address.',
  pastedName: 'This is the DNS name of a bitcoin payment address (BIP 353).',
  pastedRequirement: 'This link requires something that is not possible here.',
  pastedNostr: 'This is a Nostr key.',
  pastedSecret: 'This is a secret key or a recovery phrase, so we removed it. Never share it with anyone.',
  pastedLink: 'This is a link to a web page.',
  destinationEmail: '{address} does not accept Lightning payments. Is it an e-mail address?',
  addressSandbox: 'Test mode works with test addresses only, such as {example}.',

  rampNext: 'Continue',
  rampOpening: 'Opening a secure session…',
  rampFrame: 'Buy bitcoin at {provider}',
  rampStuck: 'Camera or pop-ups blocked?',
  rampSilent: 'Is the page above blank?',
  rampTrouble: 'Problems on the provider’s page?',
  rampStep: 'Step: {step}',
  rampStepEmail: 'e-mail address',
  rampStepIdentity: 'identity',
  rampStepQuote: 'price',
  rampStepPayment: 'payment',
  openInTab: 'Open in a new tab',
  makingLink: 'Creating a link…',
  noLink: 'The link could not be created.',

  rampEnding: 'This session ends in {time}.',
  rampEndingText: 'You can renew it if you have not started to pay.',
  rampRenew: 'Renew now',
  rampOverText: 'If the page below does not respond, start a new session.',

  rampHandoff: 'Continue in a new tab',
  rampHandoffText: 'This page will show the result.',
  rampFollowed: 'Continue in the other tab',
  rampScan: 'Or scan the code to continue on your phone. This page will show the result.',
  rampQr: 'QR code to continue on your phone',
  rampElsewhere: 'Scan the code to buy on your phone: {page}',

  rampBlocked: 'The provider’s page cannot be shown here.',
  blockedInsecure: 'The connection to this page is not secure.',
  blockedFrameSrc: 'The security settings of this site do not allow the provider’s page.',
  blockedPolicy: 'The provider needs your camera to check your identity, and this page does not allow it.',
  blockedFeature: 'This page does not allow something that the provider needs.',
  blockedSandbox: 'This page is inside another page that restricts it.',
  blockedCoep: 'This site isolates its pages, which the provider does not support.',
  blockedInApp: 'Pages in this app cannot use the camera. Open this page in your phone’s browser.',

  rampProcessing: 'Confirming your purchase',
  rampProcessingText:
    'This usually takes a minute. You can close this page, and your purchase will continue.',
  rampProcessingLong:
    'This is taking longer than usual. The result will appear here as soon as the provider reports it.',
  rampPaying: 'The provider is processing your payment.',
  rampShowFrame: 'Back to the provider’s page',

  rampCompleted: 'Purchase complete',
  rampCompletedText: 'Confirmed by the provider, {time}',
  bought: 'Bought',
  boughtTo: 'To',
  boughtReference: 'Reference',

  rampCancelled: 'Purchase cancelled',
  rampCancelledText: 'If you have already paid, the result will still appear here.',
  rampExpired: 'This session has ended',
  rampExpiredText: 'As far as we know, nothing was charged.',
  rampNewSession: 'Start a new session',
  rampReview: 'This purchase needs to be checked',
  rampReviewText: 'We received conflicting information about it. Please contact the shop.',
  rampResumed: 'Waiting for the result',
  rampResumedText:
    'You started this purchase earlier. The result will appear as soon as the provider reports it.',
  rampUnseen: 'We cannot see the result here',
  rampUnseenText: 'The provider or the shop will tell you how your purchase went.',
  rampAccountEmail: 'The provider does not accept the e-mail address of your account.',
  rampAccountEmailText: 'Change it in your account at this shop, then try again.',
  rampOrderEmail: 'The provider does not accept the e-mail address of this order.',
  rampOrderEmailText: 'The shop entered it. Please ask the shop to correct it.',
  rampOrderExpired: 'This order has expired.',
  rampOrderExpiredText: 'Start again in the shop. Nothing was charged.',
  rampOrderUsed: 'This order is already in progress or complete.',
  rampOrderUsedText: 'Check with the shop before you pay again.',
  rampFailed: 'The purchase failed.',
  rampFailedText: 'The provider did not accept the payment or the identity check.',

  busy: 'There are too many requests right now.',
  rampBusy: 'The provider is busy right now.',
  rampNotConfigured: 'This shop cannot sell bitcoin right now.',
  rampSignIn: 'Please sign in to continue.',
  rampOffline: 'You are offline.',
  rampWaitingOffline:
    'You are offline. Your purchase continues, and we will show the result when you are back online.',
  rampWaitingLost:
    'The shop is not responding. Your purchase continues, and we keep checking for the result.',
  shopTrouble: 'The shop is having problems right now.',
  rampNoAnswer: 'We cannot reach the provider right now.',
  rampDown: 'The provider is having problems right now.',
  rampRefused: 'The provider refused this purchase.',
  nothingCharged: 'Nothing was charged.',

  rampLeave: 'Leave this purchase?',
  rampLeaveText: 'What you entered at the provider may be lost.',
  rampStay: 'Stay',
  rampLeaveNow: 'Leave',
  rampUnderWay: 'A purchase is in progress.',
  rampShow: 'Show',
} as const satisfies Record<string, Message>

/** Keys of the ramp widget's messages. */
export type RampMessageKey = keyof typeof rampEnglish

import type { Message } from './message.js'
import { rampStartEnglish } from './ramp-start-english.js'

/**
 * The ramp widget's messages in English, built in. Those that both widgets show have the pay widget's keys.
 */
export const rampEnglish = {
  ...rampStartEnglish,

  optional: '(optional)',
  done: 'Done',
  tryAgainIn: 'Try again in {seconds} s',
  requestSlow: 'This takes longer than usual.',
  cancel: 'Cancel',
  cancelled: 'Cancelled.',

  rampClose: 'Close',

  emailLabel: 'E-mail address',
  emailHint: 'The provider sends a code to it.',
  emailWrong: 'Check the e-mail address.',
  destinationLabel: 'Bitcoin goes to',
  destinationHint: 'A Lightning Address or a bitcoin address.',
  destinationWrong: 'Bitcoin cannot be sent to this.',
  pastedInvoice: 'This is an invoice for a single payment.',
  pastedLnurl: 'This is an LNURL.',
  pastedNostr: 'This is a Nostr key.',
  pastedSecret: 'This is a secret key, so we removed it. Never give it to anybody.',
  pastedLink: 'This is a link to a web page.',
  destinationEmail: '{address} does not take Lightning payments. Is this an e-mail address?',

  rampNext: 'Continue',
  rampOpening: 'Opening a secure session…',
  rampFrame: 'Buy bitcoin, page of {provider}',
  rampStuck: 'Camera or pop-ups blocked?',
  rampSilent: 'Nothing to see above?',
  rampTrouble: 'Trouble on the provider’s page?',
  rampStep: 'Step: {step}',
  rampStepEmail: 'e-mail address',
  rampStepIdentity: 'identity',
  rampStepQuote: 'price',
  rampStepPayment: 'payment',
  openInTab: 'Open in a new tab',
  makingLink: 'Making a link…',
  noLink: 'No link could be made.',

  rampEnding: 'This session ends in {time}.',
  rampEndingText: 'You can renew it when you have not started to pay.',
  rampRenew: 'Renew now',
  rampOverText: 'If the page below does not go on, start a new session.',

  rampHandoff: 'It goes on in a new tab',
  rampHandoffText: 'This page waits for the result.',
  rampFollowed: 'Go on in the other tab',
  rampScan: 'Or scan to go on with your phone. This page waits for the result.',
  rampQr: 'QR code to go on with your phone',

  rampBlocked: 'This page cannot show the provider here.',
  blockedInsecure: 'The connection to this page is not secure.',
  blockedFrameSrc: 'The rules of this page do not let the provider in.',
  blockedPolicy:
    'The camera is not allowed inside this frame, and the provider needs it to check your identity.',
  blockedFeature: 'This page does not allow what the provider needs.',
  blockedSandbox: 'This page is itself shown in a closed-off frame.',
  blockedCoep: 'This page is kept apart from all others, which the provider does not support.',
  blockedInApp: 'This app gives no page the camera. Open this page in your phone’s browser.',

  rampProcessing: 'Confirming your purchase',
  rampProcessingText: 'This usually takes a minute. You can close this page; the purchase goes on.',
  rampProcessingLong: 'It takes longer than usual. The result shows here as soon as the provider reports it.',
  rampPaying: 'The provider is working on your payment.',
  rampShowFrame: 'Back to the provider’s page',

  rampCompleted: 'Purchase complete',
  rampCompletedText: 'Confirmed by the provider, {time}',
  bought: 'Bought',
  boughtTo: 'To',
  boughtReference: 'Reference',

  rampCancelled: 'Purchase cancelled',
  rampCancelledText: 'If you had paid already, the result still shows here.',
  rampExpired: 'This session has ended',
  rampExpiredText: 'Nothing was charged that we know of.',
  rampNewSession: 'Start a new session',
  rampReview: 'This purchase needs a look',
  rampReviewText: 'What we were told of it does not fit together. Please ask the shop.',
  rampResumed: 'Waiting for your purchase',
  rampResumedText: 'You started it here before. The result shows as soon as the provider reports it.',
  rampUnseen: 'We cannot see the result here',
  rampUnseenText: 'The provider or the shop tells you how your purchase went.',
  rampAccountEmail: 'The provider does not accept the e-mail address of your account.',
  rampAccountEmailText: 'Change it in your account at this shop, then try again.',
  rampOrderEmail: 'The provider does not accept the e-mail address of this order.',
  rampOrderEmailText: 'The shop has set it. Ask there to correct it.',
  rampOrderExpired: 'This order has run out.',
  rampOrderExpiredText: 'Start again in the shop. Nothing was charged.',
  rampOrderUsed: 'This order is under way or complete already.',
  rampOrderUsedText: 'Look for it in the shop before you pay again.',
  rampFailed: 'The purchase failed.',
  rampFailedText: 'The provider did not accept the payment or the identity check.',

  busy: 'Too many requests at the moment.',
  rampBusy: 'The provider is busy.',
  rampNotConfigured: 'This shop cannot sell bitcoin at the moment.',
  rampSignIn: 'Please sign in.',
  rampOffline: 'You are offline at the moment.',
  rampWaitingOffline: 'You are offline. Your purchase goes on: we show the result when you are back.',
  rampWaitingLost: 'The shop does not answer. Your purchase goes on: we keep looking for the result.',
  shopTrouble: 'The shop has a problem at the moment.',
  rampNoAnswer: 'We cannot reach the provider.',
  rampDown: 'The provider has a problem at the moment.',
  rampRefused: 'The provider refused this purchase.',
  nothingCharged: 'Nothing was charged.',

  rampLeave: 'Leave this purchase?',
  rampLeaveText: 'What you entered at the provider may be lost.',
  rampStay: 'Stay',
  rampLeaveNow: 'Leave',
  rampUnderWay: 'A purchase is under way.',
  rampShow: 'Show',
} as const satisfies Record<string, Message>

/** Keys of the ramp widget's messages. */
export type RampMessageKey = keyof typeof rampEnglish

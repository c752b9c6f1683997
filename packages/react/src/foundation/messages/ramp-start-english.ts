import type { Message } from './message.js'

/** The ramp widget's messages before the first click: a page loads no others until then. */
export const rampStartEnglish = {
  testMode: 'Test mode',
  rampTitle: 'Buy bitcoin',
  rampIdle: 'You pay on the provider’s page, which checks your ID.',
  rampOpening: 'Opening a secure session…',
  rampContinue: 'Continue to provider',
  noConnection: 'This site is not responding.',
  rampOffline: 'You are offline.',
  partBroken: 'This part of the page has a problem.',
  reloadPage: 'If this happens again, reload the page.',
  rampNotReady: 'Buying bitcoin is not available here yet.',
  tryAgain: 'Try again',
} as const satisfies Record<string, Message>

export type RampStartMessageKey = keyof typeof rampStartEnglish

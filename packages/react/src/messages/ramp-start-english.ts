import type { Message } from './message.js'

/** The ramp widget's messages before the first click: a page loads no others until then. */
export const rampStartEnglish = {
  testMode: 'Test mode',
  rampTitle: 'Buy bitcoin',
  rampWith: 'with {currency}',
  rampIdle: 'You pay at the provider, which also checks who you are.',
  rampContinue: 'Continue to provider',
  noConnection: 'There is no connection to the shop.',
  rampNotReady: 'Buying bitcoin is not ready here yet.',
  tryAgain: 'Try again',
} as const satisfies Record<string, Message>

export type RampStartMessageKey = keyof typeof rampStartEnglish

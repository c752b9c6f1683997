import { type Advice, type AdviceTable, CLIENT, SIGNED } from '../foundation/card/option-advice.js'
import type { rampRules } from './ramp-rules.js'

/** The advice for a currency. */
const CURRENCY: Advice = ['a currency code, such as USD or BTC']

/**
 * What each option of the ramp has to be, in words.
 *
 * @internal
 */
export const rampAdvice = {
  order: SIGNED,
  fetchSession: ['an async function that returns a session of your server'],
  quoteCurrency: CURRENCY,
  baseCurrency: CURRENCY,
  destination: ['a Lightning Address or an on-chain address'],
  metadata: ['an object of at most 10 texts of at most 500 characters'],
  email: ['an e-mail address', 'Leave it out where people type one.'],
  guest: ['true or false'],
  presentation: ["'inline', 'dialog', 'tab' or 'auto'"],
  autoStart: ['true or false'],
  rampOrigins: [
    "a list of origins, such as ['https://ramp.example']",
    'Leave it out to accept those of the BFF.',
  ],
  needs: ['a list of texts'],
  messageAdapter: ['a function'],
  remember: ["'browser', 'tab' or 'never'"],
  name: ['a text'],
  client: CLIENT,
} as const satisfies AdviceTable<typeof rampRules>

// For server components too, so without 'use client': options and keys, and no hooks.

export type { ResolvedAddress } from './lightning-address/resolve-recipient.js'
export { leydenKeys } from './query/leyden-keys.js'
export {
  type Attempt,
  type AttemptSettings,
  createChargeMutationOptions,
  createRampSessionMutationOptions,
  newAttempt,
} from './query/mutations.js'
export {
  exchangeRateQueryOptions,
  intentQueryOptions,
  type LeydenQuerySettings,
  lightningAddressQueryOptions,
} from './query/queries.js'

// For server components too, so without 'use client': options and keys, and no hooks.

export type { ResolvedAddress } from './address/resolve-recipient.js'
export { leydenKeys } from './foundation/query/leyden-keys.js'
export {
  type Attempt,
  type AttemptSettings,
  createChargeMutationOptions,
  createRampSessionMutationOptions,
  newAttempt,
} from './foundation/query/mutations.js'
export {
  exchangeRateQueryOptions,
  intentQueryOptions,
  type LeydenQuerySettings,
  lightningAddressQueryOptions,
} from './foundation/query/queries.js'

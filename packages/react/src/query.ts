// For server components too, so without 'use client': options and keys, and no hooks.

export type { ResolvedAddress } from './lightning-address/resolve-recipient.js'
export { type Attempt, type AttemptSettings, newAttempt } from './query/attempt.js'
export { createChargeMutationOptions } from './query/charge-mutation.js'
export { exchangeRateQueryOptions } from './query/exchange-rate-query.js'
export { intentQueryOptions } from './query/intent-query.js'
export { leydenKeys } from './query/leyden-keys.js'
export { type LeydenQuerySettings, lightningAddressQueryOptions } from './query/lightning-address-query.js'
export { createRampSessionMutationOptions } from './query/ramp-session-mutation.js'

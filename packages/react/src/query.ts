// For server components too, so without 'use client': options and keys, and no hooks.

export type { AddressJudgement } from './lightning-address/judge.js'
export { type Attempt, type AttemptSettings, newAttempt } from './query/attempt.js'
export { createChargeMutationOptions } from './query/charge-mutation.js'
export { intentQueryOptions } from './query/intent-query.js'
export { leydenKeys } from './query/leyden-keys.js'
export { type LeydenQuerySettings, lightningAddressQueryOptions } from './query/lightning-address-query.js'
export { createRampSessionMutationOptions } from './query/ramp-session-mutation.js'

// For server components too, so without 'use client': options and keys, and no hooks.

export { lightningAddressQueryOptions } from './address/lightning-address-query.js'
export type { ResolvedAddress } from './address/resolve-recipient.js'
export { leydenKeys } from './foundation/query/leyden-keys.js'
export type { LeydenQuerySettings } from './foundation/query/own-query.js'
export { intentQueryOptions } from './pay/engine/intent-query.js'
export { exchangeRateQueryOptions } from './pay/fields/exchange-rate-query.js'

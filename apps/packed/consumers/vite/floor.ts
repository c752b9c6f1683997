// Checked with the oldest TypeScript that we support, whose library checks read every declaration that these import.

export type * as bff from '@leyden/bff'
export type * as exchangeRates from '@leyden/bff/exchange-rates'
export type * as memory from '@leyden/bff/memory'
export type * as operations from '@leyden/bff/operations'
export type * as core from '@leyden/core'
export type * as webhook from '@leyden/core/webhook'
export type * as lightning from '@leyden/lightning'
export type * as react from '@leyden/react'
export type * as parts from '@leyden/react/parts'
export type * as query from '@leyden/react/query'
export type * as testing from '@leyden/react/testing'

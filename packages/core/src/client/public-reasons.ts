import { ADDRESS_REASONS } from './address-reasons.js'

/** The values of `FurtherSessionRefusal`, which explains them. */
export const FURTHER_SESSION_REFUSALS = [
  'too_many_sessions',
  'refused_by_service',
  'payment_started',
  'open_elsewhere',
] as const

/**
 * The reason of `NOT_FOUND` for a genuine token that has not expired: the BFF's store has nothing of it, perhaps because
 * the store was lost. What the token is of may still happen, and a payment of it may have arrived.
 */
export const UNKNOWN_HERE = 'unknown_here'

/** The reasons of errors that pages get. Every other reason is for the log. */
export const PUBLIC_REASONS = [...ADDRESS_REASONS, ...FURTHER_SESSION_REFUSALS, UNKNOWN_HERE] as const

import { ADDRESS_REASONS } from './address-reasons.js'

/** The values of `FurtherSessionRefusal`, which explains them. */
export const FURTHER_SESSION_REFUSALS = [
  'too_many_sessions',
  'refused_by_service',
  'payment_started',
  'open_elsewhere',
] as const

/** The reasons of errors that pages get. Every other reason is for the log. */
export const PUBLIC_REASONS = [...ADDRESS_REASONS, ...FURTHER_SESSION_REFUSALS] as const

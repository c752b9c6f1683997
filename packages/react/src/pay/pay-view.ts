import type { IntentReading, Network, ServerClock } from '@leyden/core'
import type { MsatInput } from '@leyden/core/money'
import type { AddressLookup } from '../address/address-lookup.js'
import type { Recipient } from '../address/recipient.js'
import type { AddressField } from '../address/use-lightning-address.js'
import type { Tone } from '../foundation/card/card.js'
import type { PayState, PayStatus } from './flow/pay-state.js'
import { isTestCharge } from './flow/shown-charge.js'
import type { PayHandle } from './pay-handle.js'

/** The recipient of the state, otherwise the one in the form. */
export function recipientOf(state: PayState, lookup: AddressLookup): Recipient | null {
  if ('recipient' in state) return state.recipient
  return lookup.status === 'found' ? lookup.recipient : null
}

/**
 * Whether the page has fixed the address, and its look-up has not been answered yet. A person may press "Pay" meanwhile,
 * so nothing above it may appear late.
 */
export function awaitsRecipient({ locked, lookup }: AddressField): boolean {
  return locked && lookup.status === 'looking'
}

/** The name of the view. A new view replaces the old one as a whole; within one view the focus stays where it is. */
export function viewName({ status }: PayState): string {
  return status === 'idle' || status === 'requesting' ? 'form' : status
}

/** The amount of the order, in millisatoshis; null if it is not known. */
export function orderAmount({ state, fields }: Pick<PayHandle, 'state' | 'fields'>): MsatInput | null {
  if ('charge' in state) return state.charge.amountMsat
  return 'terms' in state ? state.terms.amountMsat : fields.amount.amountMsat
}

/** Whether a view appears automatically, not because the person pressed a button. */
export function isAutomatic({ status }: PayState): boolean {
  return ['confirming', 'paid', 'expired', 'unconfirmed'].includes(status)
}

/** Whether the fields are shown, and not a view that says that nothing can be paid yet. */
export function isForm({ state, view: { isReady, intent } }: Pick<PayHandle, 'state' | 'view'>): boolean {
  return viewName(state) === 'form' && isReady && (intent === null || intent.status === 'read')
}

/** The code of the error that is shown, for tests and support: people read a sentence. */
export function codeOf({ state, fields, view: { intent } }: PayHandle): string | undefined {
  if (intent?.status === 'failed' && viewName(state) === 'form') return intent.error.code
  if (state.status === 'failed') return state.error.code
  const { lookup } = fields.address
  return state.status === 'idle' && lookup.status === 'unreachable' ? lookup.error.code : undefined
}

const TONES: Readonly<Partial<Record<PayStatus, Tone>>> = {
  paid: 'ok',
  mismatch: 'bad',
  failed: 'bad',
  unconfirmed: 'warn',
}

/** The colours of the card. */
export function toneOf({ state, fields, view: { intent } }: PayHandle): Tone | undefined {
  const isGone = intent?.status === 'failed' || intent?.status === 'expired'
  if (isGone && viewName(state) === 'form') return 'bad'
  if (state.status !== 'idle') return TONES[state.status]
  const { status } = fields.address.lookup
  return status === 'invalid' || status === 'unreachable' ? 'bad' : undefined
}

/** Whether the test badge is shown: for anything but live mainnet, as far as is known. */
export function isTest(
  state: PayState,
  lookup: AddressLookup,
  network: Network | undefined,
  signed: IntentReading | null,
): boolean {
  if ('charge' in state) return isTestCharge(state.charge)
  if (network !== undefined && network !== 'mainnet') return true
  return signed?.mode === 'test' || (lookup.status === 'found' && lookup.mode === 'test')
}

/** Whole seconds until an invoice expires; its full lifetime until the clock has been read, 0 without an invoice. */
export function secondsLeft(state: PayState, clock: ServerClock, now: number | null): number {
  if (!('charge' in state)) return 0
  const { createdAt, expiresAt } = state.charge
  const serverNow = now === null ? createdAt.getTime() : now + clock.offsetMs
  return Math.max(0, Math.ceil((expiresAt.getTime() - serverNow) / 1000))
}

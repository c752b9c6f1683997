import type { Charge } from '@leyden/core'
import { asMsat, asSats, type Msat } from '@leyden/core/money'
import { expectTypeOf } from 'vitest'
import type { Payment } from '../pay-callbacks.js'
import { checkCharge, withPrice } from './check-charge.js'
import type { CheckedCharge, PaymentFacts, PayState } from './pay-state.js'

declare const reply: Charge
const now = new Date()

// Only the check creates a charge. A page passes plain amounts.
const charge = checkCharge(reply, { address: 'alice@wallet.example', terms: { amountMsat: 2_100_000n }, now })
expectTypeOf(charge).toEqualTypeOf<CheckedCharge>()
expectTypeOf(charge.amountMsat).toEqualTypeOf<Msat>()
expectTypeOf(withPrice(charge, { currency: 'USD', rate: '100000' })).toEqualTypeOf<CheckedCharge>()
// @ts-expect-error the terms are in millisatoshis
checkCharge(reply, { address: 'alice@wallet.example', terms: { amountMsat: asSats(2_100n) }, now })
// @ts-expect-error the time is a date, not milliseconds
checkCharge(reply, { address: 'alice@wallet.example', terms: { amountMsat: 2_100_000n }, now: Date.now() })

// Nobody changes a charge.
// @ts-expect-error an invoice that passed no check
charge.invoice = 'lnbc1'
// @ts-expect-error another amount
charge.amountMsat = asMsat(1n)
// @ts-expect-error a longer watch
charge.watchUntil = now
// @ts-expect-error other evidence
charge.detects.push('app')
// @ts-expect-error a price is replaced by withPrice
if (charge.price) charge.price.rate = 1

// Nobody writes a charge by hand, and a copy of one is none.
// @ts-expect-error it passed no check
const copy: CheckedCharge = { ...charge, invoice: 'lnbc1' }
// @ts-expect-error it passed no check
const written: CheckedCharge = {
  id: '',
  address: '',
  amountMsat: asMsat(1n),
  invoice: '',
  createdAt: now,
  expiresAt: now,
  watchUntil: now,
  detects: [],
  mode: 'live' as const,
  network: 'mainnet' as const,
}
expectTypeOf<PayState<'awaiting'>['charge']>().toEqualTypeOf<CheckedCharge>()
expectTypeOf([copy, written]).toEqualTypeOf<CheckedCharge[]>()

// A payment by preimage has its preimage, in the state and in what the page is told.
expectTypeOf<Extract<PaymentFacts, { evidence: 'preimage' }>['preimage']>().toEqualTypeOf<string>()
expectTypeOf<Extract<Payment, { evidence: 'preimage' }>['preimage']>().toEqualTypeOf<string>()
// @ts-expect-error "proven" without a proof
const unproven: PaymentFacts = { evidence: 'preimage', at: now }
expectTypeOf(unproven).toExtend<PaymentFacts>()

import { LeydenError } from '@leyden/core'
import { asMsat } from '@leyden/core/money'
import { fixtureRecipient } from '../../address/fixtures.js'
import { type ChargeFields, withPrice } from './check-charge.js'
import type { CheckedCharge, PayState, PayStatus, UnmatchedPayment } from './pay-state.js'

/** The time of the fixtures: nine minutes before the charge expires. */
export const fixtureNow = new Date('2026-01-01T14:51:19Z')

/** The preimage of {@link fixtureCharge}'s payment hash. */
export const fixturePreimage = '11'.repeat(32)

/** A regtest invoice with a valid signature, made at 14:00 and valid for an hour. */
export const fixtureCharge = chargeLike({
  id: '02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc',
  address: 'alice@wallet.example',
  amountMsat: asMsat(2_100_000n),
  note: 'Great stream!',
  invoice:
    'lnbcrt21u1p54vl0qsp5yg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3qpp5qt2yngclhvn8ere496vk3fu78e0ujhqmh649qt7kg48tmedyhmwqdqh235hqueqvehhygzpd35kxegxqrrsscqpj9qrsgqzs3rul7lsy65s98jm3qjqsh8ylnwtvgx08lzkrxk9jygh4aan54qa6j0r94ew9g88697e3g98aghfg9u6yz6e6dhlt0d6pefl70df4qpn9l9z2',
  createdAt: new Date('2026-01-01T14:00:00Z'),
  expiresAt: new Date('2026-01-01T15:00:00Z'),
  watchUntil: new Date('2026-01-01T15:01:00Z'),
  watchUrl: 'v0/watch/fixture',
  detects: ['preimage', 'app'],
  checked: ['amount'],
  mode: 'test',
  network: 'regtest',
})

/** A charge for tests, which passed no check. */
export function chargeLike(charge: ChargeFields): CheckedCharge {
  return charge as CheckedCharge
}

/** A payment of an order that costs more by now. */
export const fixtureUnmatched: UnmatchedPayment = {
  id: 'ef'.repeat(32),
  amountMsat: asMsat(2_100_000n),
  at: new Date('2026-01-01T14:40:00Z'),
}

const terms = { amountMsat: 2_100_000n, note: 'Great stream!' }
const recipient = fixtureRecipient
const charge = fixtureCharge

type Fixtures = { [S in PayStatus]: PayState<S> }

/** One example of each status; a new status does not compile without one. */
export const payFixtures: Fixtures = {
  idle: { status: 'idle' },
  requesting: { status: 'requesting', recipient, terms, attempt: 1 },
  awaiting: { status: 'awaiting', recipient, charge, phase: 'payable' },
  confirming: { status: 'confirming', recipient, charge, phase: 'payable', asked: 1, because: 'wallet' },
  paid: {
    status: 'paid',
    recipient,
    charge: withPrice(charge, { currency: 'USD', rate: 97_142.86 }),
    evidence: 'preimage',
    preimage: fixturePreimage,
    at: new Date('2026-01-01T14:02:00Z'),
    late: false,
  },
  expired: { status: 'expired', recipient, charge, phase: 'expired' },
  unconfirmed: {
    status: 'unconfirmed',
    recipient,
    charge: chargeLike({ ...charge, detects: ['preimage'] }),
    phase: 'payable',
  },
  mismatch: {
    status: 'mismatch',
    recipient,
    terms,
    mismatch: { field: 'amount', expected: '2100000', actual: '9000000' },
  },
  failed: {
    status: 'failed',
    recipient,
    terms,
    error: new LeydenError('RATE_LIMITED', 'The server answered 429 (RATE_LIMITED).', {
      status: 429,
      retryAfterMs: 20_000,
    }),
  },
}

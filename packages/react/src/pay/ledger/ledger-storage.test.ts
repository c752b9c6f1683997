import { fakeInvoice } from '@leyden/lightning/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixtureRecipient } from '../../address/fixtures.js'
import { checkCharge } from '../flow/check-charge.js'
import { chargeLike, fixtureCharge, fixturePreimage } from '../flow/fixtures.js'
import type { CheckedCharge, PaymentFacts } from '../flow/pay-state.js'
import { type LedgerRecord, loadLedger, saveLedger } from './ledger-storage.js'

const BFF = 'https://shop.example/leyden'
const at = new Date('2026-01-01T14:30:00Z')
const record: LedgerRecord = {
  shown: { recipient: fixtureRecipient, charge: fixtureCharge, phase: 'payable' },
  paymentGroup: 'one',
  order: 'order A#0',
  reference: 'cart 7',
  intent: 'digest',
  isOnScreen: true,
  isNoticed: false,
  isReported: true,
}
const proven: PaymentFacts = { evidence: 'preimage', preimage: fixturePreimage, at, late: false }
const reported: PaymentFacts = { evidence: 'app', at, late: false }

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

type Values = Record<string, unknown>

/** Saves a record, lets somebody change what is stored, and loads it. */
function reload(saved: LedgerRecord, change: Change = () => {}) {
  saveLedger(BFF, 0, [saved])
  const [[key, value] = ['', '']] = stored
  const ledger = JSON.parse(value)
  expect(ledger.charges).toHaveLength(1)
  change(ledger.charges[0])
  stored.set(key, JSON.stringify(ledger))
  return loadLedger(BFF).records
}

type Change = (stored: Values & { shown: Values; payment: Values }) => void
const changeCharge =
  (change: Values): Change =>
  ({ shown }) =>
    Object.assign(shown.charge as Values, change)
const changeRecipient =
  (change: Values): Change =>
  ({ shown }) =>
    Object.assign(shown.recipient as Values, change)
const withCharge = (change: Partial<CheckedCharge>): LedgerRecord => ({
  ...record,
  shown: { ...record.shown, charge: chargeLike({ ...fixtureCharge, ...change }) },
})

describe('a stored charge', () => {
  it('comes back as it was', () => {
    expect(reload(record)).toEqual([record])
  })

  it.each<[string, Change]>([
    ['no list of evidence', ({ shown }) => Object.assign(shown.charge as Values, { detects: 'app' })],
    ['another amount', ({ shown }) => Object.assign(shown.charge as Values, { amountMsat: '1' })],
    ['no amount', ({ shown }) => Object.assign(shown.charge as Values, { amountMsat: 'many' })],
    ['a date that is none', ({ shown }) => Object.assign(shown.charge as Values, { createdAt: 'garbage' })],
    ['an end that is none', ({ shown }) => Object.assign(shown.charge as Values, { watchUntil: 'garbage' })],
    ['an unknown phase', ({ shown }) => Object.assign(shown, { phase: 'constructor' })],
    ['an order that is no text', (values) => Object.assign(values, { order: 7 })],
    ['no recipient', ({ shown }) => Object.assign(shown, { recipient: null })],
    ['nothing known about who was told', (values) => Object.assign(values, { isReported: 'page' })],
  ])('is dropped with %s', (_, damage) => {
    expect(reload(record, damage)).toEqual([])
  })

  it('loses a picture that could load something, and a price that is none', () => {
    const [restored] = reload(record, ({ shown }) => {
      Object.assign(shown.recipient as Values, { imageDataUrl: 'https://tracker.example/1.png' })
      Object.assign(shown.charge as Values, { price: { currency: 'not a currency', rate: {} } })
    })
    expect(restored?.shown.recipient.imageDataUrl).toBeUndefined()
    expect(restored?.shown.charge.price).toBeUndefined()
  })
})

describe('what is known of a stored charge', () => {
  const { note: _, watchUrl: __, ...plainCharge } = fixtureCharge
  const plain: LedgerRecord = {
    ...record,
    shown: { ...record.shown, charge: chargeLike(plainCharge) },
    reference: undefined,
    intent: undefined,
    isOnScreen: false,
    isNoticed: false,
    isReported: false,
  }

  it.each<[string, LedgerRecord]>([
    ['as little as possible', plain],
    ['wallets that were asked', { ...record, shown: { ...record.shown, asked: 1, doubts: 2 } }],
    ['a payment of other terms', { ...record, isUnmatched: true, isNoticed: true, isReported: false }],
    [
      'a price in digits, and the unit of the person',
      withCharge({ price: { currency: 'EUR', rate: '97142.86' }, unit: 'fiat' }),
    ],
    ['a price in whole digits', withCharge({ price: { currency: 'JPY', rate: '15000000' } })],
    ['a price as a number', withCharge({ price: { currency: 'JPY', rate: 15_000_000 } })],
    [
      'all that the recipient says of itself',
      {
        ...record,
        shown: {
          ...record.shown,
          recipient: {
            ...fixtureRecipient,
            commentAllowed: 140,
            longDescription: 'A long story',
            identifier: 'alice@wallet.example',
            imageDataUrl: 'data:image/jpeg;base64,AA==',
          },
        },
      },
    ],
  ])('comes back: %s', (_, saved) => {
    expect(reload(saved)).toEqual([saved])
  })

  it.each(['mainnet', 'testnet', 'signet', 'regtest'] as const)(
    'comes back on its network: %s',
    (network) => {
      const { address, amountMsat, createdAt, watchUntil, watchUrl } = fixtureCharge
      const invoice = fakeInvoice({
        amountMsat,
        network,
        preimage: fixturePreimage,
        createdAt,
        expirySeconds: 3_600,
        description: 'to Alice',
      })
      for (const mode of ['test', 'live'] as const)
        for (const detects of [['preimage'], ['preimage', 'verify'], ['app', 'verify']] as const) {
          const reply = {
            lnaddress: address,
            amount: String(amountMsat),
            invoice: { request: invoice, uri: `lightning:${invoice}` },
            watch_until: watchUntil.toISOString(),
            watch_url: watchUrl,
            detects: [...detects],
            mode,
            network,
          }
          const terms = { amountMsat, note: 'Hi', unit: 'sats' } as const
          const charge = checkCharge(reply, { address, terms, now: createdAt })
          const saved = { ...record, shown: { ...record.shown, charge } }
          expect(reload(saved)).toEqual([saved])
        }
    },
  )

  it.each([
    'payable',
    'unwatched',
    'expired_unchecked',
    'expired',
    'ended_unchecked',
    'ended_expiry_checked',
    'ended',
    'unknown',
  ] as const)('comes back in its phase: %s', (phase) => {
    const saved = { ...record, shown: { ...record.shown, phase } }
    expect(reload(saved)).toEqual([saved])
  })

  it('does not say that the server is out of reach: a page load finds that out itself', () => {
    expect(reload({ ...record, shown: { ...record.shown, unreachableSince: at } })).toEqual([record])
    expect([...stored.values()].join()).not.toContain('unreachableSince')
  })

  it.each<[string, Change]>([
    ['of no wallet at all', ({ shown }) => Object.assign(shown, { asked: 0 })],
    ['of half a wallet', ({ shown }) => Object.assign(shown, { doubts: 1.5 })],
    ['of a text of wallets', ({ shown }) => Object.assign(shown, { doubts: '1' })],
    ['of an unknown kind of evidence', changeCharge({ detects: ['app', 'oracle'] })],
    ['of checks that are no list', changeCharge({ checked: 'source' })],
    ['of an unknown mode', changeCharge({ mode: 'demo' })],
    ['of an unknown network', changeCharge({ network: 'liquid' })],
    ['of another network', changeCharge({ network: 'mainnet' })],
    ['of an unknown unit', changeCharge({ unit: 'beer' })],
    ['of an order that nobody knows', (values) => Object.assign(values, { order: undefined })],
    ['of no group', (values) => Object.assign(values, { paymentGroup: null })],
    ['of a screen that is neither', (values) => Object.assign(values, { isOnScreen: 1 })],
    ['of a reference that is no text', (values) => Object.assign(values, { reference: 7 })],
    ['of an intent that is no text', (values) => Object.assign(values, { intent: 7 })],
    ['of terms that are neither', (values) => Object.assign(values, { isUnmatched: 'yes' })],
    ['of a least amount that is none', changeRecipient({ minSats: 'few' })],
    ['of a highest amount that is no text', changeRecipient({ maxSats: 1 })],
  ])('is dropped with its charge: %s', (_, damage) => {
    expect(reload(record, damage)).toEqual([])
  })

  it.each<[string, Values]>([
    ['a currency in small letters', { currency: 'usd', rate: 1 }],
    ['a longer currency', { currency: 'USDT', rate: 1 }],
    ['a currency behind others', { currency: 'AUSD', rate: 1 }],
    ['no currency', { rate: 1 }],
    ['a rate that is none', { currency: 'USD', rate: 'high' }],
    ['a rate with an exponent', { currency: 'USD', rate: '1e5' }],
    ['a rate without digits after the point', { currency: 'USD', rate: '1.' }],
    ['a negative rate', { currency: 'USD', rate: '-1' }],
    ['a negative number', { currency: 'USD', rate: -1 }],
    ['a rate of nothing', { currency: 'USD', rate: 0 }],
    ['a rate that is true', { currency: 'USD', rate: true }],
    ['no rate', { currency: 'USD' }],
  ])('is kept without a price: %s', (_, price) => {
    expect(reload(record, changeCharge({ price }))[0]?.shown.charge).toEqual(fixtureCharge)
  })

  it.each<[string, Values, Values]>([
    ['a picture of another kind', { imageDataUrl: 'data:image/svg+xml;base64,AA==' }, {}],
    ['a picture behind something else', { imageDataUrl: 'x data:image/png;base64,AA==' }, {}],
    ['a picture that is no text', { imageDataUrl: 7 }, {}],
    ['a note of half a letter', { commentAllowed: 1.5 }, { commentAllowed: 0 }],
    ['no description', { description: undefined }, { description: '' }],
    ['a description that is no text', { description: {} }, { description: '' }],
    ['texts that are none', { longDescription: 7, identifier: [] }, {}],
  ])('is kept without what is damaged of the recipient: %s', (_, change, expected) => {
    const [restored] = reload(record, changeRecipient(change))
    expect(restored?.shown.recipient).toEqual({ ...fixtureRecipient, ...expected })
  })
})

describe('the stored ledger', () => {
  it('has the clock of the server, and each charge that is not damaged', () => {
    saveLedger(BFF, -3_000, [record, { ...record, order: 'order B#0' }])
    const [[key, value] = ['', '']] = stored
    stored.set(key, value.replace('"paymentGroup":"one"', '"paymentGroup":1'))
    expect(loadLedger(BFF)).toEqual({ offsetMs: -3_000, records: [{ ...record, order: 'order B#0' }] })
    expect(loadLedger('https://other.example')).toEqual({ offsetMs: 0, records: [] })
  })

  it('of another version is not read', () => {
    saveLedger(BFF, 5, [record])
    const [[key, value] = ['', '']] = stored
    stored.set(key, value.replace('"version":4', '"version":3'))
    expect(loadLedger(BFF)).toEqual({ offsetMs: 0, records: [] })
  })

  it('without a charge takes no place', () => {
    saveLedger(BFF, 0, [record])
    expect(stored.size).toBe(1)
    saveLedger(BFF, 0, [])
    expect(stored.size).toBe(0)
  })

  it('has every open charge, and the last eight that are over, in their order', () => {
    const recordIn = (phase: 'payable' | 'ended', number: number): LedgerRecord => ({
      ...record,
      shown: { ...record.shown, phase },
      order: `order ${number}#0`,
    })
    const all = Array.from({ length: 24 }, (_, number) => recordIn(number % 2 ? 'ended' : 'payable', number))
    saveLedger(BFF, 0, all)
    const expected = all.filter(({ shown }, number) => shown.phase === 'payable' || number > 8)
    expect(loadLedger(BFF).records).toEqual(expected)
  })
})

describe('a stored payment', () => {
  it('is kept among any number of charges that are over until it is reported and its proof is sent', () => {
    const over: LedgerRecord = { ...record, shown: { ...record.shown, phase: 'ended' } }
    const paid = { ...over, payment: proven }
    const needed: LedgerRecord[] = [
      { ...paid, isNoticed: false, isReported: false },
      { ...paid, isNoticed: false, isReported: false, order: 'order B#0' },
      { ...paid, payment: { ...proven, proofDelivery: 'pending' } },
    ]
    const unmatched: LedgerRecord = { ...paid, isUnmatched: true, isNoticed: true, isReported: false }
    const others = Array.from({ length: 9 }, (_, number) => ({ ...over, order: `order ${number}#0` }))
    saveLedger(BFF, 0, [...needed, paid, unmatched, ...others])
    expect(loadLedger(BFF).records).toEqual([...needed, ...others.slice(1)])
  })

  it('that is none leaves its charge', () => {
    expect(reload(record, (values) => Object.assign(values, { payment: null }))).toEqual([record])
  })

  it('by preimage is proven again', () => {
    expect(reload({ ...record, payment: proven })[0]?.payment).toEqual(proven)
  })

  it('by a preimage of another payment, or none, is no payment', () => {
    for (const preimage of ['22'.repeat(32), undefined, 'proof']) {
      const [restored] = reload({ ...record, payment: proven }, ({ payment }) =>
        Object.assign(payment, { preimage }),
      )
      expect(restored?.shown.charge).toEqual(fixtureCharge)
      expect(restored?.payment).toBeUndefined()
    }
  })

  it('that the shop has reported is only kept, until the server is asked again', () => {
    expect(reload({ ...record, payment: reported })[0]?.payment).toEqual({ ...reported, isKept: true })
    expect(reload({ ...record, payment: { ...reported, evidence: 'verify' } })[0]?.payment?.isKept).toBe(true)
  })

  it('that the page was not told of is forgotten, so that only the server can report it', () => {
    expect(
      reload({ ...record, payment: reported, isNoticed: true, isReported: false })[0]?.payment,
    ).toBeUndefined()
    expect(reload({ ...record, payment: proven, isNoticed: true, isReported: false })[0]?.payment).toEqual(
      proven,
    )
  })

  it.each(['garbage', undefined, 7])('with the date %j drops the entry', (date) => {
    expect(
      reload({ ...record, payment: proven }, ({ payment }) => Object.assign(payment, { at: date })),
    ).toEqual([])
  })

  it.each<Partial<PaymentFacts>>([
    { late: true, duplicateOf: 'ab'.repeat(32), proofDelivery: 'pending' },
    { late: undefined, proofDelivery: 'refused' },
    { success: { tag: 'message', message: 'Thanks!' } },
    { success: { tag: 'url', description: 'Read', url: 'https://wallet.example/', foreign: false } },
    { success: { tag: 'secret', description: 'Your code', text: '7' } },
  ] as Partial<PaymentFacts>[])('comes back with all that is known: %j', (known) => {
    const payment = { ...proven, ...known } as PaymentFacts
    expect(reload({ ...record, payment })[0]?.payment).toEqual(payment)
  })

  it.each<[string, Values]>([
    ['evidence that nobody knows', { evidence: 'rumour' }],
    ['a preimage that is no text', { preimage: 7 }],
    ['a lateness that is neither', { late: 'no' }],
    ['an earlier payment that is no text', { duplicateOf: 7 }],
    ['a proof in an unknown state', { proofDelivery: 'lost' }],
  ])('that is damaged drops the entry: %s', (_, change) => {
    const damage: Change = ({ payment }) => Object.assign(payment, change)
    expect(reload({ ...record, payment: proven }, damage)).toEqual([])
  })

  it('that the shop has reported keeps the preimage only if it proves the payment', () => {
    const withPreimage = (preimage: string) =>
      reload({ ...record, payment: { ...reported, preimage } })[0]?.payment?.preimage
    expect(withPreimage(fixturePreimage)).toBe(fixturePreimage)
    expect(withPreimage('22'.repeat(32))).toBeUndefined()
  })

  it.each<Values>([
    { tag: 'url', url: {} },
    { tag: 'message', message: 7 },
    { tag: 'url', description: 'Read', url: 'https://wallet.example/' },
    { tag: 'url', description: 7, url: 'https://wallet.example/', foreign: true },
    { tag: 'secret', description: 'Your code', text: 7 },
    { tag: 'secret', text: '7' },
    { tag: 'other', message: 'x', description: 'x', url: 'x', text: 'x', foreign: true },
    { message: 'x', description: 'x', url: 'x', text: 'x', foreign: true },
  ])('loses a message of the recipient that is damaged: %j', (success) => {
    const [restored] = reload({ ...record, payment: proven }, ({ payment }) =>
      Object.assign(payment, { success }),
    )
    expect(restored?.payment).toEqual(proven)
  })
})

it('storage that holds anything else is an empty ledger', () => {
  for (const value of ['', 'null', '[]', '{"version":3}', '{"version":3,"charges":[null,7,{}]}', 'garbage']) {
    stored.set(`leyden:charges:${BFF}`, value)
    expect(loadLedger(BFF).records).toEqual([])
  }
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixtureRecipient } from '../../address/fixtures.js'
import { fixtureCharge, fixturePreimage } from '../flow/fixtures.js'
import type { PaymentFacts } from '../flow/pay-state.js'
import { type LedgerRecord, loadLedger, saveLedger } from './ledger-storage.js'

const BFF = 'https://shop.example/leyden'
const at = new Date('2026-01-01T14:30:00Z')
const record: LedgerRecord = {
  shown: { recipient: fixtureRecipient, charge: fixtureCharge, phase: 'payable' },
  paymentGroup: 'one',
  order: 'order A#0',
  reference: 'cart 7',
  isOnScreen: true,
  told: 'page',
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
function reload(
  saved: LedgerRecord,
  change: (stored: Values & { shown: Values; payment: Values }) => void = () => {},
) {
  saveLedger(BFF, 0, [saved])
  const [[key, value] = ['', '']] = stored
  const ledger = JSON.parse(value)
  expect(ledger.charges).toHaveLength(1)
  change(ledger.charges[0])
  stored.set(key, JSON.stringify(ledger))
  return loadLedger(BFF).records
}

describe('a stored charge', () => {
  it('comes back as it was', () => {
    expect(reload(record)).toEqual([record])
  })

  it.each<[string, (stored: Values & { shown: Values; payment: Values }) => void]>([
    ['no list of evidence', ({ shown }) => Object.assign(shown.charge as Values, { detects: 'app' })],
    ['another amount', ({ shown }) => Object.assign(shown.charge as Values, { amountMsat: '1' })],
    ['no amount', ({ shown }) => Object.assign(shown.charge as Values, { amountMsat: 'many' })],
    ['a date that is none', ({ shown }) => Object.assign(shown.charge as Values, { createdAt: 'garbage' })],
    ['an end that is none', ({ shown }) => Object.assign(shown.charge as Values, { watchUntil: 'garbage' })],
    ['an unknown phase', ({ shown }) => Object.assign(shown, { phase: 'constructor' })],
    ['an order that is no text', (values) => Object.assign(values, { order: 7 })],
    ['no recipient', ({ shown }) => Object.assign(shown, { recipient: null })],
    ['nothing known about who was told', (values) => Object.assign(values, { told: true })],
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

describe('a stored payment', () => {
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
    expect(reload({ ...record, payment: reported, told: 'person' })[0]?.payment).toBeUndefined()
    expect(reload({ ...record, payment: proven, told: 'person' })[0]?.payment).toEqual(proven)
  })

  it.each(['garbage', undefined, 7])('with the date %j drops the entry', (date) => {
    expect(
      reload({ ...record, payment: proven }, ({ payment }) => Object.assign(payment, { at: date })),
    ).toEqual([])
  })

  it('loses a message of the recipient that is damaged', () => {
    const [restored] = reload({ ...record, payment: proven }, ({ payment }) =>
      Object.assign(payment, { success: { tag: 'url', url: {} } }),
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

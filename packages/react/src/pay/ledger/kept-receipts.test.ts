import { fakeInvoice } from '@leyden/lightning/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixturePicture, fixtureRecipient } from '../../address/fixtures.js'
import { checkCharge, withPrice } from '../flow/check-charge.js'
import { fixtureCharge, fixturePreimage } from '../flow/fixtures.js'
import type { Receipt } from '../pay-callbacks.js'
import { forgetEntriesOfUsers } from './device-entries.js'
import { findReceipts, forgetReceipt, forgetReceipts, keepReceipt } from './kept-receipts.js'

const guest = { baseUrl: 'https://shop.example/leyden' }
const ada = { ...guest, subject: 'ada' }
const at = new Date('2026-01-01T14:02:00Z')

const proven: Receipt = {
  recipient: { ...fixtureRecipient, imageDataUrl: fixturePicture },
  charge: withPrice(fixtureCharge, { currency: 'USD', rate: 97_142.86 }),
  evidence: 'preimage',
  preimage: fixturePreimage,
  at,
  late: false,
  reference: 'cart 7',
}
const { preimage: _, ...rest } = proven
const reported = { ...rest, evidence: 'verify' } as Receipt

/** A receipt of another charge, some minutes later. */
function receiptAfter(minutes: number): Receipt {
  const createdAt = new Date(fixtureCharge.createdAt.getTime() + minutes * 60_000)
  const { address, amountMsat } = fixtureCharge
  const request = fakeInvoice({
    amountMsat,
    network: 'regtest',
    preimage: minutes.toString(16).padStart(64, '0'),
    createdAt,
    expirySeconds: 3_600,
    description: address,
  })
  const reply = {
    lnaddress: address,
    amount: String(amountMsat),
    invoice: { request, uri: `lightning:${request}` },
    network: 'regtest',
  } as const
  const charge = checkCharge(reply, { address, terms: { amountMsat }, now: createdAt })
  return { recipient: fixtureRecipient, charge, evidence: 'app', at: createdAt, late: false }
}

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  // `Object.keys` of storage are its entries.
  const storage = new Proxy(
    {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
    {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  )
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('location', { href: 'https://shop.example/checkout/' })
})
afterEach(() => vi.unstubAllGlobals())

/** Changes the only entry, as an older version or somebody else may do. */
function change(by: (entry: Record<string, Record<string, unknown>>) => void) {
  const [[key, value] = ['', '{}']] = stored
  const entry = JSON.parse(value)
  by(entry)
  stored.set(key, JSON.stringify(entry))
}

describe('a receipt that is kept on the device', () => {
  it('comes back with all that it shows, and with its seal if the preimage proves it', () => {
    keepReceipt(guest, proven)
    const [found] = findReceipts(guest)
    expect(found).toMatchObject({
      evidence: 'preimage',
      preimage: fixturePreimage,
      at,
      late: false,
      reference: 'cart 7',
      recipient: { address: 'alice@wallet.example', imageDataUrl: fixturePicture },
      charge: { id: fixtureCharge.id, note: 'Great stream!', price: { currency: 'USD', rate: 97_142.86 } },
    })
    expect(found?.isKept).toBeUndefined()
    expect(found?.charge.watchUrl).toBeUndefined()
  })

  it.each(['verify', 'app'] as const)('has no seal if only a report said so: %s', (evidence) => {
    keepReceipt(guest, { ...reported, evidence } as Receipt)
    expect(findReceipts(guest)).toEqual([expect.objectContaining({ evidence, isKept: true })])
  })

  it('is not accepted if its preimage is that of another payment, or its invoice another one', () => {
    keepReceipt(guest, proven)
    change(({ payment = {} }) => {
      payment.preimage = '22'.repeat(32)
    })
    expect(findReceipts(guest)).toEqual([])
    keepReceipt(guest, proven)
    change(({ charge = {} }) => {
      charge.amountMsat = '9000000'
    })
    expect(findReceipts(guest)).toEqual([])
    keepReceipt(guest, proven)
    expect(findReceipts(guest)).toHaveLength(1)
  })

  it('belongs to the person who was signed in', () => {
    keepReceipt(ada, proven)
    expect(findReceipts(guest)).toEqual([])
    expect(findReceipts({ ...ada, subject: 'ben' })).toEqual([])
    expect(findReceipts({ ...ada, baseUrl: 'https://other.example/leyden' })).toEqual([])
    expect(findReceipts({ ...ada, baseUrl: '/leyden' })).toHaveLength(1)
  })

  it('is deleted with those of its person, by itself, or when people sign out', () => {
    keepReceipt(ada, proven)
    keepReceipt(guest, receiptAfter(1))
    forgetReceipts(guest)
    expect([findReceipts(ada).length, findReceipts(guest).length]).toEqual([1, 0])
    keepReceipt(guest, receiptAfter(1))
    forgetEntriesOfUsers('/leyden')
    expect([findReceipts(ada).length, findReceipts(guest).length]).toEqual([0, 1])
    forgetReceipt(receiptAfter(1).charge.id)
    expect(stored.size).toBe(0)
  })

  it('makes room for the 50 newest', () => {
    for (let minutes = 1; minutes <= 52; minutes++) keepReceipt(guest, receiptAfter(minutes))
    const kept = findReceipts(guest).map(({ at }) => at.getTime())
    expect(kept).toHaveLength(50)
    expect(Math.min(...kept)).toBe(receiptAfter(3).at.getTime())
  })

  it('leaves out a large picture, the recipient’s message and the state of a proof', () => {
    const imageDataUrl = `data:image/png;base64,${'A'.repeat(30_000)}`
    const success = { tag: 'secret', description: 'Door', text: '4711' }
    const receipt = {
      ...proven,
      recipient: { ...proven.recipient, imageDataUrl },
      success,
      proofDelivery: 'pending',
    }
    keepReceipt(guest, receipt as Receipt)
    expect([...stored.values()].join()).not.toMatch(/4711|pending|AAAA/)
    expect(findReceipts(guest)[0]?.recipient.imageDataUrl).toBeUndefined()
  })

  it('is not there where storage is forbidden', () => {
    vi.stubGlobal('localStorage', undefined)
    keepReceipt(guest, proven)
    expect(findReceipts(guest)).toEqual([])
    forgetReceipts(guest)
    forgetReceipt(proven.charge.id)
  })
})

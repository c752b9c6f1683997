import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixturePicture, fixtureRecipient } from '../../address/fixtures.js'
import { chargeAfter, type Entries, openDevice } from '../../test-support/device.js'
import { withPrice } from '../flow/check-charge.js'
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
  const charge = chargeAfter(minutes * 60)
  return { recipient: fixtureRecipient, charge, evidence: 'app', at: charge.createdAt, late: false }
}

let stored: Entries
const keys = () => Object.keys(stored)
const texts = () => keys().map((key) => stored.getItem(key) ?? '')
beforeEach(() => {
  stored = openDevice()
})
afterEach(() => vi.unstubAllGlobals())

/** Changes the only entry, as an older version or somebody else may do. */
function change(by: (entry: Record<string, Record<string, unknown>>) => void) {
  const [key = ''] = keys()
  const entry = JSON.parse(stored.getItem(key) ?? '{}')
  by(entry)
  stored.setItem(key, JSON.stringify(entry))
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
    keepReceipt(guest, receiptAfter(2))
    forgetReceipt(receiptAfter(1).charge.id)
    expect(findReceipts(guest).map(({ charge }) => charge.id)).toEqual([receiptAfter(2).charge.id])
  })

  it('is all that is deleted: what others keep on the device stays', () => {
    const others = { bff: 'https://shop.example/leyden', subject: 'ada' }
    stored.setItem('settings of the shop', JSON.stringify(others))
    forgetEntriesOfUsers('/leyden')
    expect(keys()).toEqual(['settings of the shop'])
  })

  it('has a key that later releases find again', () => {
    keepReceipt(guest, proven)
    keepReceipt(ada, proven)
    const names = keys().map((key) =>
      key.replace(/[0-9a-f]{64}/g, (hex) => (hex === fixtureCharge.id ? 'charge' : 'bff')),
    )
    expect(names).toMatchInlineSnapshot(`
      [
        "leyden:receipt:bff::charge",
        "leyden:receipt:bff:ada:charge",
      ]
    `)
  })

  it('is neither kept nor found for a URL that is none', () => {
    const nowhere = { baseUrl: 'https://' }
    keepReceipt(nowhere, proven)
    expect(keys()).toEqual([])
    keepReceipt(guest, proven)
    const [key = ''] = keys()
    stored.setItem(`undefined${key}`, stored.getItem(key) ?? '')
    stored.removeItem(key)
    expect(findReceipts(nowhere)).toEqual([])
    forgetReceipts(nowhere)
    expect(keys()).toHaveLength(1)
  })

  it('is not read by another version', () => {
    keepReceipt(guest, proven)
    change((entry) => Object.assign(entry, { version: 2 }))
    expect(findReceipts(guest)).toEqual([])
  })

  it('makes room for the 50 newest', () => {
    // Not in the order of their times, because tabs keep receipts when they learn of payments.
    for (let minutes = 52; minutes > 26; minutes--) keepReceipt(guest, receiptAfter(minutes))
    for (let minutes = 1; minutes <= 26; minutes++) keepReceipt(guest, receiptAfter(minutes))
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
    expect(texts().join()).not.toMatch(/4711|pending|AAAA/)
    expect(findReceipts(guest)[0]?.recipient.imageDataUrl).toBeUndefined()
  })

  it.each([
    [20_000, true],
    [20_001, false],
  ])('with a picture of %d characters keeps it: %s', (characters, isStored) => {
    const start = 'data:image/png;base64,'
    const imageDataUrl = start + 'A'.repeat(characters - start.length)
    keepReceipt(guest, { ...proven, recipient: { ...proven.recipient, imageDataUrl } })
    expect(texts().join().includes(imageDataUrl)).toBe(isStored)
  })

  it('is not there where storage is forbidden', () => {
    vi.stubGlobal('localStorage', undefined)
    keepReceipt(guest, proven)
    expect(findReceipts(guest)).toEqual([])
    forgetReceipts(guest)
    forgetReceipt(proven.charge.id)
  })
})

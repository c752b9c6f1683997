import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixtureRecipient } from '../../address/fixtures.js'
import { chargeAfter, type Entries, openDevice } from '../../test-support/device.js'
import { fixtureCharge } from '../flow/fixtures.js'
import type { CheckedCharge, ShownCharge } from '../flow/pay-state.js'
import {
  findOpenCharges,
  forgetOpenCharge,
  forgetOpenChargesOfUsers,
  keepOpenCharge,
  type OpenCharge,
  onOpenChargeGone,
  sweepOpenCharges,
} from './open-charges.js'

const order = { baseUrl: 'https://shop.example/leyden', name: 'cart 7 of Alice' }
const END = fixtureCharge.watchUntil.getTime()
const PREFIX = 'leyden:open-charge:'

const openCharge = (charge: CheckedCharge = fixtureCharge, subject?: string): OpenCharge => ({
  shown: { recipient: { ...fixtureRecipient, longDescription: 'A long story' }, charge, phase: 'payable' },
  paymentGroup: 'one',
  subject,
})
const idsIn = (found: readonly OpenCharge[]) => found.map(({ shown }) => shown.charge.id)
const keysOf = () => Object.keys(stored)
/** Changes what is stored, as an older version or somebody else may do. */
const damage = (change: (text: string) => string) => {
  for (const key of keysOf()) stored.setItem(key, change(stored.getItem(key) ?? ''))
}

let stored: Entries
beforeEach(() => {
  stored = openDevice()
})
afterEach(() => vi.unstubAllGlobals())

describe('an open charge', () => {
  it('is found by another tab, without the note and what else is not needed', () => {
    keepOpenCharge(order, openCharge())
    const { address, domain, minSats, maxSats, commentAllowed, description } = fixtureRecipient
    const shown: ShownCharge = {
      recipient: { address, domain, minSats, maxSats, commentAllowed, description },
      charge: { ...fixtureCharge, note: undefined } as CheckedCharge,
      phase: 'payable',
    }
    expect(findOpenCharges(order)).toEqual([{ shown, paymentGroup: 'one' }])
    const text = JSON.stringify(stored)
    for (const secret of [fixtureCharge.note ?? '', 'A long story', order.name])
      expect(text).not.toContain(secret)
  })

  it('belongs to its order at its BFF, however a page writes the URL', () => {
    keepOpenCharge({ ...order, baseUrl: '/leyden' }, openCharge())
    for (const baseUrl of ['/leyden', '../leyden', 'https://shop.example/leyden'])
      expect(idsIn(findOpenCharges({ ...order, baseUrl })), baseUrl).toEqual([fixtureCharge.id])
    expect(findOpenCharges({ ...order, name: 'cart 8' })).toEqual([])
    expect(findOpenCharges({ ...order, baseUrl: 'https://other.example/leyden' })).toEqual([])
  })

  it('comes back with the person who was signed in, the newest first', () => {
    const [first, second, third] = [chargeAfter(1), chargeAfter(2), chargeAfter(3)]
    keepOpenCharge(order, openCharge(second, 'ada'))
    keepOpenCharge(order, openCharge(third))
    keepOpenCharge(order, openCharge(first, 'bob'))
    const found = findOpenCharges(order)
    expect(idsIn(found)).toEqual([third.id, second.id, first.id])
    expect(found.map(({ subject }) => subject)).toEqual([undefined, 'ada', 'bob'])
  })

  it('is kept for each person who has seen it', () => {
    for (const subject of ['ada', 'bob', undefined]) keepOpenCharge(order, openCharge(fixtureCharge, subject))
    const subjects = findOpenCharges(order).map(({ subject }) => subject)
    expect(new Set(subjects)).toEqual(new Set(['ada', 'bob', undefined]))
    expect(subjects).toHaveLength(3)
  })

  it('that is over is deleted alone, for whomever it was kept', () => {
    const other = chargeAfter(1)
    keepOpenCharge(order, openCharge())
    keepOpenCharge({ ...order, name: 'cart 8' }, openCharge(fixtureCharge, 'ada'))
    keepOpenCharge(order, openCharge(other))
    stored.setItem(`settings:${fixtureCharge.id}`, '1')
    forgetOpenCharge(fixtureCharge.id)
    expect(idsIn(findOpenCharges(order))).toEqual([other.id])
    expect(findOpenCharges({ ...order, name: 'cart 8' })).toEqual([])
    expect(keysOf()).toContain(`settings:${fixtureCharge.id}`)
  })

  it('of a person who was signed in is deleted at that BFF when nobody is', () => {
    const others = { ...order, baseUrl: 'https://other.example' }
    keepOpenCharge(order, openCharge(chargeAfter(1), 'ada'))
    keepOpenCharge(order, openCharge(chargeAfter(2)))
    keepOpenCharge(others, openCharge(chargeAfter(3), 'ada'))
    forgetOpenChargesOfUsers('/leyden')
    expect(idsIn(findOpenCharges(order))).toEqual([chargeAfter(2).id])
    expect(idsIn(findOpenCharges(others))).toEqual([chargeAfter(3).id])
  })

  it('is deleted a day after its watch has ended, and not before', () => {
    const dayAfterMs = END + 86_400_000
    keepOpenCharge(order, openCharge())
    keepOpenCharge({ ...order, name: 'cart 8' }, openCharge(chargeAfter(600)))
    sweepOpenCharges(dayAfterMs)
    expect(idsIn(findOpenCharges(order))).toEqual([fixtureCharge.id])
    sweepOpenCharges(dayAfterMs + 1)
    expect(findOpenCharges(order)).toEqual([])
    expect(findOpenCharges({ ...order, name: 'cart 8' })).toHaveLength(1)
  })

  it.each<[string, (text: string) => string, boolean]>([
    ['is no JSON', () => '{', true],
    ['is something else', () => '[7]', true],
    ['has an end that is none', (text) => text.replace(/"watchUntil":"[^"]*"/, '"watchUntil":"soon"'), true],
    ['is of another version', (text) => text.replace('"version":1', '"version":2'), false],
    ['is over another amount', (text) => text.replace('"2100000"', '"2100001"'), false],
    ['belongs to no group', (text) => text.replace('"paymentGroup":"one"', '"paymentGroup":1'), false],
    ['is of a person who is no text', (text) => text.replace('"subject":"ada"', '"subject":7'), false],
  ])('whose entry %s is not found', (_, change, isSwept) => {
    keepOpenCharge(order, openCharge(fixtureCharge, 'ada'))
    damage(change)
    expect(findOpenCharges(order)).toEqual([])
    sweepOpenCharges(0)
    expect(keysOf()).toHaveLength(isSwept ? 0 : 1)
  })

  it('does not hide another one behind its damaged entry, and leaves what the site has stored', () => {
    stored.setItem('cart', '{')
    keepOpenCharge(order, openCharge(fixtureCharge, 'ada'))
    damage(() => '{')
    keepOpenCharge(order, openCharge(chargeAfter(1)))
    expect(findOpenCharges(order)).toHaveLength(1)
    sweepOpenCharges(0)
    forgetOpenChargesOfUsers(order.baseUrl)
    expect(keysOf()).toEqual(['cart', expect.stringContaining(PREFIX)])
  })
})

describe('the end of an open charge in another tab', () => {
  const deleted = (key: string | null, newValue: string | null = null) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))

  it('is heard until nobody listens', () => {
    keepOpenCharge(order, openCharge())
    const [key = ''] = keysOf()
    const listener = vi.fn()
    const unsubscribe = onOpenChargeGone(fixtureCharge.id, listener)
    deleted(key)
    expect(listener).toHaveBeenCalledTimes(1)
    unsubscribe()
    deleted(key)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('is no other change of storage', () => {
    const { id } = fixtureCharge
    const listener = vi.fn()
    onOpenChargeGone(id, listener)
    deleted(null)
    deleted(`settings:${id}`)
    deleted(`${PREFIX}order::${'ff'.repeat(32)}`)
    deleted(`${PREFIX}order::${id}`, '{}')
    expect(listener).not.toHaveBeenCalled()
  })
})

describe('without storage, or without a URL', () => {
  it.each<[string, () => void]>([
    ['storage that is forbidden', () => vi.stubGlobal('localStorage', undefined)],
    ['a location that is none', () => vi.stubGlobal('location', undefined)],
  ])('nothing is kept or found, and nothing fails: %s', (_, forbid) => {
    keepOpenCharge({ ...order, baseUrl: '/leyden' }, openCharge(fixtureCharge, 'ada'))
    forbid()
    const here = { ...order, baseUrl: '/leyden' }
    keepOpenCharge(here, openCharge(chargeAfter(1)))
    expect(findOpenCharges(here)).toEqual([])
    forgetOpenCharge(chargeAfter(1).id)
    forgetOpenChargesOfUsers('/leyden')
    sweepOpenCharges(0)
    expect(keysOf()).toHaveLength(1)
  })
})

import { decodeInvoice } from '@leyden/lightning'
import { describe, expect, it } from 'vitest'
import {
  asAdmin,
  type OpenedCharge,
  openCharge,
  openShop,
  type Shop,
  stateOf,
} from '../../test-support/shop.js'
import { createChange } from '../store/change.js'
import { settleCharge } from './settle-charge.js'

const pay = (shop: Shop, charge: OpenedCharge) => shop.sandbox.pay(charge.invoice.request)
const hashOf = (charge: OpenedCharge) => decodeInvoice(charge.invoice.request).paymentHash
const OTHER_PREIMAGE = '00'.repeat(32)

describe('settling a charge', () => {
  it('is open until then', async () => {
    const shop = openShop()
    const charge = await openCharge(shop)
    pay(shop, charge)
    expect(await stateOf(shop, charge.watch_url)).toMatchObject({ kind: 'charge', status: 'open' })
  })

  it('accepts a preimage that hashes to the payment hash', async () => {
    const shop = openShop()
    const charge = await openCharge(shop)
    const { preimage } = pay(shop, charge)
    const reply = await shop.post(`${charge.watch_url}/proof`, { preimage })
    expect(reply.data).toMatchObject({ status: 'paid', evidence: 'preimage', preimage })
    expect(await stateOf(shop, charge.watch_url)).toEqual(reply.data)
  })

  it.each([OTHER_PREIMAGE, 'xyz', '', 'ab', 42, null, undefined])(
    'rejects any other preimage: %j',
    async (preimage) => {
      const shop = openShop()
      const charge = await openCharge(shop)
      const reply = await shop.post(`${charge.watch_url}/proof`, { preimage })
      expect([reply.status, reply.error.field]).toEqual([400, 'preimage'])
      expect(await stateOf(shop, charge.watch_url)).toMatchObject({ status: 'open' })
    },
  )

  it('accepts a report by its own server', async () => {
    const shop = openShop({ settlement: { recipients: true } })
    const charge = await openCharge(shop)
    const state = await shop.bff.settle({ paymentHash: hashOf(charge).toUpperCase() })
    expect(state).toMatchObject({ status: 'paid', evidence: 'app' })
    expect(await stateOf(shop, charge.watch_url)).toEqual(state)
  })

  it('accepts a report by another server with the admin token', async () => {
    const shop = openShop()
    const charge = await openCharge(shop)
    const reply = await shop.post('admin/settle', { payment_hash: hashOf(charge) }, asAdmin())
    expect(reply.data).toMatchObject({ status: 'paid', evidence: 'app' })
  })

  it.each([undefined, 'Bearer wrong', 'Bearer ', 'Basic abc'])(
    'rejects a report with %j',
    async (authorization) => {
      const shop = openShop()
      const charge = await openCharge(shop)
      const headers = authorization === undefined ? {} : { authorization }
      const reply = await shop.post('admin/settle', { payment_hash: hashOf(charge) }, { headers })
      expect(reply.status).toBe(401)
      expect(await stateOf(shop, charge.watch_url)).toMatchObject({ status: 'open' })
    },
  )

  it('has no admin route without operations', async () => {
    const shop = openShop({ extensions: [] })
    expect((await shop.post('admin/settle', {}, asAdmin())).status).toBe(404)
  })

  it('checks a preimage that its own server reports', async () => {
    const shop = openShop()
    const charge = await openCharge(shop)
    const paymentHash = hashOf(charge)
    await expect(shop.bff.settle({ paymentHash, preimage: OTHER_PREIMAGE })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      field: 'preimage',
    })
    const { preimage } = pay(shop, charge)
    expect(await shop.bff.settle({ paymentHash, preimage })).toMatchObject({ evidence: 'app', preimage })
  })

  it.each([undefined, OTHER_PREIMAGE])(
    'counts no report with the evidence `preimage` whose preimage is %s, whoever calls',
    async (preimage) => {
      const shop = openShop()
      const charge = await openCharge(shop)
      const { store, now } = shop
      const options = { store, change: createChange(store), deliveries: { wanted: false, wake() {} }, now }
      const report = { paymentHash: hashOf(charge), preimage }
      await expect(settleCharge(options, report, 'preimage')).rejects.toMatchObject({ field: 'preimage' })
      expect(await stateOf(shop, charge.watch_url)).toMatchObject({ status: 'open' })
      const real = { ...report, preimage: pay(shop, charge).preimage }
      expect(await settleCharge(options, real, 'preimage')).toMatchObject({ status: 'paid' })
    },
  )

  it('answers NOT_FOUND for charges that it did not create', async () => {
    const shop = openShop()
    await expect(shop.bff.settle({ paymentHash: 'ab'.repeat(32) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(shop.bff.settle({ paymentHash: 'abc' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('keeps the first evidence', async () => {
    const shop = openShop()
    const charge = await openCharge(shop)
    const { preimage } = pay(shop, charge)
    const first = await shop.bff.settle({ paymentHash: hashOf(charge) })
    const reply = await shop.post(`${charge.watch_url}/proof`, { preimage })
    expect(reply.data).toEqual(first)
  })

  it('is expired after the grace time, and paid if a payment is detected later', async () => {
    const shop = openShop()
    const charge = await openCharge(shop)
    shop.turnClock(3_600_000)
    expect(await stateOf(shop, charge.watch_url)).toMatchObject({ status: 'open' })
    shop.turnClock(61_000)
    expect(await stateOf(shop, charge.watch_url)).toMatchObject({ status: 'expired', at: charge.watch_until })
    await shop.bff.settle({ paymentHash: hashOf(charge) })
    expect(await stateOf(shop, charge.watch_url)).toMatchObject({ status: 'paid' })
  })

  it('can be read, and proven, for a day after the end of its watch; then its URL is too old', async () => {
    const shop = openShop()
    const [unpaid, paid] = [await openCharge(shop), await openCharge(shop)]
    await shop.bff.settle({ paymentHash: hashOf(paid) })
    // It was paid in time, and nobody told the shop.
    const { preimage } = pay(shop, unpaid)
    shop.turnClock(3_660_000 + 86_000_000)
    expect(await stateOf(shop, unpaid.watch_url)).toMatchObject({ status: 'expired' })
    expect(await stateOf(shop, paid.watch_url)).toMatchObject({ status: 'paid' })
    const late = await shop.post(`${unpaid.watch_url}/proof`, { preimage })
    expect(late.data).toMatchObject({ status: 'paid', evidence: 'preimage' })
    for (const turnedMs of [1_000_000, 8 * 86_400_000]) {
      shop.turnClock(turnedMs)
      for (const { watch_url } of [unpaid, paid]) {
        const reply = await shop.send(new Request(shop.url(watch_url)))
        expect([reply.status, reply.error.code]).toEqual([404, 'NOT_FOUND'])
      }
    }
  })

  it('shows the time of the payment only if the shop’s server reports it', async () => {
    const shop = openShop()
    const [dated, undated, admin] = [await openCharge(shop), await openCharge(shop), await openCharge(shop)]
    shop.turnClock(10 * 60_000)
    const paidAt = new Date(shop.now().getTime() - 5 * 60_000)
    expect(await shop.bff.settle({ paymentHash: hashOf(dated), paidAt })).toMatchObject({
      status: 'paid',
      paid_at: paidAt.toISOString(),
    })
    expect(await stateOf(shop, dated.watch_url)).toMatchObject({ paid_at: paidAt.toISOString() })
    expect(await shop.bff.settle({ paymentHash: hashOf(undated) })).toMatchObject({ paid_at: undefined })
    const body = { payment_hash: hashOf(admin), paid_at: paidAt.toISOString() }
    expect((await shop.post('admin/settle', body, asAdmin())).data).toMatchObject({ paid_at: body.paid_at })
  })

  it.each([
    ['no time', 'soon'],
    ['a number', 1_700_000_000],
    ['null', null],
    ['a date without a time', '2026-11-22'],
    ['a time without a zone', '2026-11-22T10:00:00'],
    ['an invalid date', '2026-13-45T10:00:00Z'],
  ])('refuses %s as the time of a payment', async (_, paid_at) => {
    const shop = openShop()
    const charge = await openCharge(shop)
    const reply = await shop.post('admin/settle', { payment_hash: hashOf(charge), paid_at }, asAdmin())
    expect([reply.status, reply.error.code, reply.error.field]).toEqual([400, 'BAD_REQUEST', 'paid_at'])
    expect(await stateOf(shop, charge.watch_url)).toMatchObject({ status: 'open' })
  })

  it('refuses a payment before the charge or in the future, with a tolerance for clock skew', async () => {
    const shop = openShop()
    const minutes = (count: number) => count * 60_000
    const settlePaidAt = async (fromMs: number, byMs: number) => {
      const charge = await openCharge(shop)
      const paidAt = new Date(fromMs + byMs)
      return shop.bff.settle({ paymentHash: hashOf(charge), paidAt }).then(
        (state) => ('paid_at' in state && state.paid_at ? Date.parse(state.paid_at) : 0),
        (error: { field?: string }) => error.field,
      )
    }
    const nowMs = () => shop.now().getTime()
    expect(await settlePaidAt(nowMs(), minutes(6))).toBe('paid_at')
    expect(await settlePaidAt(nowMs(), -minutes(6))).toBe('paid_at')
    expect(await settlePaidAt(Number.NaN, 0)).toBe('paid_at')
    // Clock skew: the time is moved into the possible range.
    const startMs = nowMs()
    for (const byMs of [minutes(4), -minutes(4)]) {
      const paidMs = await settlePaidAt(nowMs(), byMs)
      expect(paidMs).toBeGreaterThanOrEqual(startMs)
      expect(paidMs).toBeLessThanOrEqual(nowMs())
    }
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// The built package, because a worker starts from a file that Node can run.
import { sqliteStore } from '@leyden/bff/sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { describeOnEachStore } from '../../test-support/each-store.js'
import { withPayment } from '../../test-support/order-steps.js'
import { openShop } from '../../test-support/shop.js'
import { soakSize } from '../../test-support/soak.js'
import { aCharge, anIntent } from '../../test-support/store-conformance.js'
import { checkMix, everyMix, nameOfMix, signNew } from '../../test-support/two-versions.js'
import { onceOnly } from '../charge/charge-state.js'
import type { BffEvent } from '../outbox/bff-event.js'
import { memoryStore } from '../store/memory-store.js'
import type { ChargeSubject } from '../store/subject.js'
import { paymentOf, readOrder } from './order.js'
import { checkChargeable } from './order-rule.js'

describe('an order that this version and the one before it sign, charge and settle in turn', () => {
  it('decides by what was signed last, in every sequence, on the memory store', async () => {
    const mixes = everyMix(soakSize(4, 6))
    const names = mixes.map(nameOfMix).join('; ')
    expect(names).toContain('old sign small, old charge small, old pay small, new sign large')
    for (const steps of mixes) await checkMix(memoryStore(), steps, 'order')
  })

  it('decides by what was signed last, in every sequence, on SQLite', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'leyden-versions-'))
    const store = sqliteStore({ path: join(directory, 'orders.db') })
    onTestFinished(async () => {
      await store.close()
      rmSync(directory, { recursive: true, force: true })
    })
    const mixes = withPayment(everyMix(4))
    await Promise.all(mixes.map((steps, turn) => checkMix(store, steps, `order ${turn}`)))
  })
})

const REFERENCE = 'order-7'
const SMALL = { lnaddress: 'alice@wallet.example', amountMsat: '2100000' }
const LARGE = { ...SMALL, amountMsat: '9000000' }
const at = (seconds: number) => new Date(Date.parse('2026-11-21T10:00:00.000Z') + seconds * 1_000)

describeOnEachStore('what a version without orders has stored', (freshStore) => {
  function open() {
    const store = freshStore()
    const signed = async (terms: typeof SMALL, seconds: number) =>
      void (await store.put(
        anIntent({ ...terms, reference: REFERENCE, createdAt: at(seconds).toISOString() }),
      ))
    const charged = async (terms: typeof SMALL, seconds: number) => {
      const createdAt = at(seconds).toISOString()
      const charge = aCharge({ ...terms, reference: REFERENCE, intent: true, createdAt })
      await store.put(charge)
      return charge
    }
    const paid = async ({ id }: ChargeSubject, seconds: number) => {
      const facts = { evidence: 'app' } as const
      await store.append(id, { ...onceOnly('charge.paid'), at: at(seconds), facts, deliver: true })
    }
    return { store, signed, charged, paid, order: () => readOrder(store, REFERENCE) }
  }

  it('charges nothing while two intents have the same time and other terms, until it is signed again', async () => {
    const { store, signed, charged, paid, order } = open()
    await signed(SMALL, 1)
    await signed(LARGE, 1)
    const charge = await charged(SMALL, 0)
    for (const terms of [SMALL, LARGE])
      expect(() => checkChargeable({ state: { ...LARGE, unclear: true } }, terms)).toThrow(/other terms/)
    expect((await order()).state?.unclear).toBe(true)
    await paid(charge, 2)
    expect(await paymentOf(store, charge)).toMatchObject({ matches: false })
    await signNew(
      store,
      { lnaddress: SMALL.lnaddress, amount: SMALL.amountMsat, reference: REFERENCE },
      at(3),
    )
    const { state } = await order()
    expect(state).toMatchObject(SMALL)
    expect(() => checkChargeable({ state }, SMALL)).not.toThrow()
  })

  it('does not match if the payment has the time of a signature with other terms', async () => {
    const { store, signed, charged, paid } = open()
    await signed(SMALL, 0)
    const charge = await charged(SMALL, 1)
    await paid(charge, 2)
    await signed(LARGE, 2)
    expect(await paymentOf(store, charge)).toMatchObject({ ...LARGE, matches: false })
  })

  it('tells from its charges what was signed, if their intents are deleted already', async () => {
    const { store, charged, paid, order } = open()
    const older = await charged(SMALL, 0)
    expect((await order()).state).toMatchObject(SMALL)
    const newer = await charged(LARGE, 1)
    for (const [seconds, charge] of [older, newer].entries()) await paid(charge, 2 + seconds)
    expect(await paymentOf(store, older)).toMatchObject({ ...LARGE, matches: false })
    expect(await paymentOf(store, newer)).toMatchObject({ ...LARGE, matches: true })
  })

  it('counts a payment from before its oldest intent that is left', async () => {
    const { store, signed, charged, paid, order } = open()
    const charge = await charged(SMALL, 0)
    await paid(charge, 1)
    await signed(LARGE, 2)
    expect(await paymentOf(store, charge)).toMatchObject({ ...SMALL, matches: true })
    expect((await order()).state).toMatchObject({ ...SMALL, paidBy: charge.id })
  })

  it('counts the older charge as the first of two that were paid at the same time', async () => {
    const { store, signed, charged, paid } = open()
    await signed(SMALL, 0)
    const [older, newer] = [await charged(SMALL, 1), await charged(SMALL, 2)]
    for (const charge of [newer, older]) await paid(charge, 3)
    expect((await paymentOf(store, older))?.duplicateOf).toBeUndefined()
    expect(await paymentOf(store, newer)).toMatchObject({ matches: true, duplicateOf: older.id })
  })

  it('stays paid if the schema was migrated back and forth', async () => {
    const { store, signed, charged, order } = open()
    await signed(SMALL, 0)
    const charge = await charged(SMALL, 1)
    await signed(LARGE, 3)
    const facts = { evidence: 'app', order: { ...SMALL, matches: true } } as const
    await store.append(charge.id, { ...onceOnly('charge.paid'), at: at(2), facts, deliver: false })
    expect((await order()).state).toMatchObject({ ...SMALL, paidBy: charge.id })
  })

  it('is delivered with its order, the same each time, though the order is signed again in between', async () => {
    const { store, signed, charged, paid } = open()
    const events: BffEvent[] = []
    let isDown = true
    const shop = openShop({
      store,
      onEvent(event) {
        events.push(event)
        if (isDown) throw new Error('down')
      },
    })
    await signed(SMALL, 0)
    const charge = await charged(SMALL, 1)
    await paid(charge, 2)
    await shop.bff.tick()
    await shop.bff.sign({ lnaddress: LARGE.lnaddress, amountMsat: 9_000_000n, reference: REFERENCE })
    isDown = false
    shop.turnClock(60_000)
    await shop.bff.tick()
    const order = { lnaddress: SMALL.lnaddress, amountMsat: 2_100_000n, matches: true }
    expect(events).toMatchObject([{ order }, { order }])
    expect(events[0]).toEqual(events[1])
  })
})

import { LeydenError } from '@leyden/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { openCharge, openShop } from '../../test-support/shop.js'
import type { BffOptions } from '../bff-options.js'
import type { Settlement, SettlementListener, SettlementSource } from './settlement-source.js'

/** A source that a test drives. */
function testSource() {
  const paid = new Map<string, Settlement>()
  const lookUps: string[] = []
  let listener: SettlementListener | undefined
  let isEnded = false
  let fail = false
  const source: SettlementSource = {
    listen(given) {
      listener = given
      return () => {
        isEnded = true
      }
    },
    async lookUp(paymentHash) {
      lookUps.push(paymentHash)
      if (fail) throw new Error('with a secret')
      return paid.get(paymentHash) ?? null
    },
  }
  return {
    source,
    paid,
    lookUps,
    listenerOf: () => listener as SettlementListener,
    isEnded: () => isEnded,
    breaks: (does: boolean) => {
      fail = does
    },
  }
}

/** Turns the timers of this machine, so that no test waits for a deadline. */
function turnTimers() {
  const clock = vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return (ms: number) => clock.advanceTimersByTimeAsync(ms)
}

const bffs: { close(): Promise<void> }[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(bffs.splice(0).map((bff) => bff.close()))
})

function openWith(options: Partial<BffOptions> = {}) {
  const test = testSource()
  const settlement = { recipients: true, source: test.source, ...options.settlement }
  const shop = openShop({ ...options, settlement })
  bffs.push(shop.bff)
  const status = async ({ watch_url }: { watch_url: string }) =>
    (await shop.get<{ status: string }>(watch_url)).data.status
  const pay = ({ invoice }: { invoice: { request: string } }) => shop.sandbox.pay(invoice.request)
  return { ...test, shop, status, pay }
}

describe('settles', () => {
  it('lists the recipients whose payments this server detects, in any spelling', async () => {
    const shop = openShop({ settlement: { recipients: ['Shop@Mine.example'] } })
    expect((await openCharge(shop, { lnaddress: 'shop@mine.example' })).detects).toEqual(['preimage', 'app'])
    expect((await openCharge(shop, { lnaddress: 'other@mine.example' })).detects).toEqual(['preimage'])
    expect(() => openShop({ settlement: { recipients: ['mine.example'] } })).toThrow(
      /settlement.recipients contains "mine.example"/,
    )
  })

  it('is needed with a source, which cannot know whose payments it reports', () => {
    expect(() => openShop({ settlement: { source: testSource().source } })).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', field: 'settlement.recipients' }),
    )
  })
})

describe('a settlement source', () => {
  it('listens from start to close', async () => {
    const { shop, listenerOf, isEnded } = openWith()
    expect(listenerOf()).toBeUndefined()
    shop.bff.start()
    expect(listenerOf()).toBeDefined()
    await shop.bff.close()
    expect(isEnded()).toBe(true)
  })

  it.each([
    ['never ends', () => new Promise<void>(() => {}), 'TIMEOUT'],
    ['fails', () => Promise.reject(new TypeError('with a secret')), 'TypeError'],
  ])(
    'whose function to stop %s does not keep the BFF from closing, nor its extensions',
    async (_, end, reason) => {
      const advance = turnTimers()
      const [stop, close, closeNext] = [vi.fn(end), vi.fn(end), vi.fn()]
      const shop = openShop({
        settlement: { recipients: true, source: { listen: () => stop } },
        extensions: [() => ({ close }), () => ({ close: closeNext })],
      })
      shop.bff.start()
      const closed = shop.bff.close()
      for (const part of [stop, close]) {
        await vi.waitFor(() => expect(part).toHaveBeenCalled())
        await advance(5_000)
      }
      await closed
      expect(closeNext).toHaveBeenCalledOnce()
      expect(shop.log.lines.filter(({ level }) => level === 'warn')).toMatchObject([
        { fields: { code: 'PART_NOT_CLOSED', part: 'settlement', reason } },
        { fields: { code: 'PART_NOT_CLOSED', part: 'extension', reason } },
      ])
      expect(shop.log.text()).not.toContain('with a secret')
    },
  )

  it('may write to the log without a code, as plain JavaScript can', () => {
    const { shop, listenerOf } = openWith()
    shop.bff.start()
    const log: { warn(fields: object, message: string): void } = listenerOf().log
    log.warn({ node: 'a' }, 'Not connected to the node')
    expect(shop.log.lines.at(-1)).toEqual({
      level: 'warn',
      message: 'Not connected to the node',
      fields: {
        code: 'SETTLEMENT_SOURCE_MESSAGE',
        docs: 'docs/messages.md#settlement_source_message',
        node: 'a',
      },
    })
  })

  it('settles a charge once, and ignores invoices that this BFF did not request', async () => {
    const events: string[] = []
    const { shop, listenerOf, pay, status } = openWith({ onEvent: ({ type }) => void events.push(type) })
    shop.bff.start()
    const charge = await openCharge(shop)
    const payment = pay(charge)
    listenerOf().paid({ paymentHash: 'ab'.repeat(32) })
    listenerOf().paid(payment)
    listenerOf().paid({ ...payment, paymentHash: payment.paymentHash.toUpperCase() })
    await vi.waitFor(async () => expect(await status(charge)).toBe('paid'))
    await vi.waitFor(() => expect(events).toEqual(['charge.paid']))
    expect(shop.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('counts without its time if its clock is far off, and not at all with a wrong preimage', async () => {
    const { shop, listenerOf, pay, status } = openWith()
    shop.bff.start()
    const [first, second] = [await openCharge(shop), await openCharge(shop)]
    listenerOf().paid({ ...pay(first), paidAt: new Date(0) })
    listenerOf().paid({ ...pay(second), preimage: 'ab'.repeat(32) })
    await vi.waitFor(async () => expect(await status(first)).toBe('paid'))
    await vi.waitFor(() => expect(shop.log.text()).toContain('PAYMENT_NOT_SETTLED'))
    expect(await status(second)).toBe('open')
  })

  it('is polled only for open charges of its recipients, and again after an error', async () => {
    const { shop, paid, lookUps, breaks, pay, status } = openWith({
      settlement: { recipients: ['alice@wallet.example'] },
    })
    const own = await openCharge(shop)
    await openCharge(shop, { lnaddress: 'bob@wallet.example' })
    shop.bff.start()
    breaks(true)
    shop.turnClock(2_500)
    await shop.bff.tick()
    expect(lookUps).toHaveLength(1)
    expect(shop.log.text()).toContain('SETTLEMENT_LOOK_UP_UNANSWERED')
    expect(shop.log.text()).not.toContain('with a secret')
    breaks(false)
    const payment = pay(own)
    paid.set(payment.paymentHash, payment)
    shop.turnClock(2_500)
    await shop.bff.tick()
    expect(await status(own)).toBe('paid')
    expect(new Set(lookUps)).toEqual(new Set([payment.paymentHash]))
  })

  it('that does not answer a look-up delays neither the watch nor, beyond its deadline, other deliveries', async () => {
    const aborted = vi.fn()
    const lookUp = vi.fn((_: string, { signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', aborted)
      return new Promise<never>(() => {})
    })
    const { shop, status } = openWith({ settlement: { source: { listen: () => () => {}, lookUp } } })
    const charge = await openCharge(shop)
    shop.bff.start()
    shop.turnClock(2_500)
    const advance = turnTimers()
    const delivered = shop.bff.tick()
    await vi.waitFor(() => expect(lookUp).toHaveBeenCalled())
    expect(await status(charge)).toBe('open')
    await advance(5_000)
    await delivered
    expect(aborted).toHaveBeenCalledOnce()
    const fields = { code: 'SETTLEMENT_LOOK_UP_UNANSWERED', reason: 'TIMEOUT' }
    expect(shop.log.lines.at(-1)).toMatchObject({ fields })
  })

  it('is polled at once for every open charge after a reconnect, the newest first', async () => {
    const { shop, paid, lookUps, listenerOf, pay, status } = openWith()
    shop.bff.start()
    const charges = [await openCharge(shop), await openCharge(shop), await openCharge(shop)]
    for (const charge of charges) {
      const payment = pay(charge)
      paid.set(payment.paymentHash, payment)
    }
    listenerOf().connected()
    await vi.waitFor(async () =>
      expect(await Promise.all(charges.map(status))).toEqual(['paid', 'paid', 'paid']),
    )
    expect(lookUps).toEqual([...paid.keys()].reverse())
  })

  it('is polled with separate budgets for signed orders and for other charges', async () => {
    const { shop, lookUps } = openWith({ limits: { rates: { verifiesPerMinute: 3 } } })
    const intent = await shop.bff.sign({
      lnaddress: 'alice@wallet.example',
      amountMsat: 2_100_000n,
      reference: 'order-7',
    })
    for (let count = 0; count < 6; count++) await openCharge(shop)
    await shop.post('v0/ln-address/fetch-charge', { intent })
    shop.bff.start()
    shop.turnClock(2_500)
    await shop.bff.tick()
    expect(new Set(lookUps).size).toBe(4)
  })

  it('is polled again if the store failed at its report', async () => {
    const store = memoryStore()
    const { shop, paid, listenerOf, pay, status } = openWith({ store })
    shop.bff.start()
    const charge = await openCharge(shop)
    const payment = pay(charge)
    paid.set(payment.paymentHash, payment)
    const settle = vi
      .spyOn(store, 'commit')
      .mockRejectedValueOnce(new LeydenError('SERVICE_UNAVAILABLE', 'Disk.'))
    listenerOf().paid(payment)
    await vi.waitFor(() => expect(settle).toHaveBeenCalled())
    expect(await status(charge)).toBe('open')
    shop.turnClock(2_500)
    await shop.bff.tick()
    await vi.waitFor(async () => expect(await status(charge)).toBe('paid'))
  })
})

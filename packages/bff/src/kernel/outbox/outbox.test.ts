import { setTimeout } from 'node:timers/promises'
import type { LogCode } from '@leyden/core'
import { decodeInvoice } from '@leyden/lightning'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { toNextHandlers } from '../../hosts/next/next-handlers.js'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { completed, older, openRampShop } from '../../test-support/ramp-shop.js'
import { asAdmin, openCharge, openShop, type Shop } from '../../test-support/shop.js'
import { failSession } from '../../test-support/subjects.js'
import type { Bff } from '../bff.js'
import type { Store } from '../store/store.js'
import type { BffEvent } from './event-message.js'

/** A promise with its resolve function. */
function gate() {
  let resolve = () => {}
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil
  })
  return { promise, resolve }
}

async function openedCharge(shop: Shop, body: object = {}) {
  const charge = await openCharge(shop, body)
  return decodeInvoice(charge.invoice.request).paymentHash
}

async function paidCharge(shop: Shop, body: object = {}) {
  const paymentHash = await openedCharge(shop, body)
  await shop.bff.settle({ paymentHash })
  return paymentHash
}

const DAY_MS = 86_400_000

describe('events', () => {
  it('report a payment with all its details', async () => {
    const events: BffEvent[] = []
    const shop = openShop({ onEvent: (event) => void events.push(event) })
    const paymentHash = await paidCharge(shop, { description: 'a tip', reference: 'order-7' })
    expect(await shop.bff.tick()).toBe(1)
    expect(events).toEqual([
      {
        id: `${paymentHash}.1`,
        type: 'charge.paid',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        data: {
          payment_hash: paymentHash,
          lnaddress: 'alice@wallet.example',
          amount: '2100000',
          description: 'a tip',
          reference: 'order-7',
          intent: false,
          network: 'regtest',
          mode: 'test',
          evidence: 'app',
          late: false,
        },
      },
    ])
    expect(await shop.bff.tick()).toBe(0)
  })

  it('report an expiry once, and a late payment after it', async () => {
    const events: BffEvent[] = []
    const shop = openShop({ onEvent: (event) => void events.push(event) })
    const charge = await openCharge(shop)
    await shop.bff.tick()
    expect(events).toEqual([])
    shop.turnClock(3_662_000)
    await shop.bff.tick()
    await shop.bff.tick()
    expect(events.map((event) => event.type)).toEqual(['charge.expired'])
    await shop.bff.settle({ paymentHash: decodeInvoice(charge.invoice.request).paymentHash })
    await shop.bff.tick()
    expect(events.at(-1)).toMatchObject({ type: 'charge.paid' })
  })

  it('set "late" by the time of the payment, and leave it out if that is unknown', async () => {
    const payments: Extract<BffEvent, { type: 'charge.paid' }>[] = []
    const shop = openShop({
      onEvent: (event) => {
        if (event.type === 'charge.paid') payments.push(event)
      },
    })
    const hashes: string[] = []
    for (let n = 0; n < 4; n++)
      hashes.push(decodeInvoice((await openCharge(shop)).invoice.request).paymentHash)
    const [soon = '', unknown = '', inTime = '', tooLate = ''] = hashes
    const settleAndDeliver = async (paymentHash: string, paidAt?: Date) => {
      await shop.bff.settle({ paymentHash, paidAt })
      await shop.bff.tick()
      const { late, paid_at } = payments.at(-1)?.data ?? {}
      return [late, paid_at]
    }
    expect(await settleAndDeliver(soon)).toEqual([false, undefined])
    shop.turnClock(3 * 3_600_000)
    const hoursAgo = (hours: number) => new Date(shop.now().getTime() - hours * 3_600_000)
    expect(await settleAndDeliver(unknown)).toEqual([undefined, undefined])
    const [early, after] = [hoursAgo(2.5), hoursAgo(1.5)]
    expect(await settleAndDeliver(inTime, early)).toEqual([false, early.toISOString()])
    expect(await settleAndDeliver(tooLate, after)).toEqual([true, after.toISOString()])
  })

  it('do not report the expiry of a paid charge', async () => {
    const events: BffEvent[] = []
    const shop = openShop({ onEvent: (event) => void events.push(event) })
    await paidCharge(shop)
    shop.turnClock(3_662_000)
    await shop.bff.tick()
    expect(events.map((event) => event.type)).toEqual(['charge.paid'])
  })

  it('do not report the expiry of a charge whose payment is stored at the same moment', async () => {
    const events: BffEvent[] = []
    const store = memoryStore()
    const shop = openShop({ store, onEvent: (event) => void events.push(event) })
    const order = { lnaddress: 'alice@wallet.example', amountMsat: 2_100_000n, reference: 'order-7' }
    const { invoice } = await openCharge(shop, await shop.bff.sign(order))
    const { paymentHash } = decodeInvoice(invoice.request)
    shop.turnClock(3_662_000)
    const { commit } = store
    vi.spyOn(store, 'commit').mockImplementationOnce(async (batch) => {
      await shop.bff.settle({ paymentHash })
      return commit(batch)
    })
    await shop.bff.tick()
    expect(events.map((event) => event.type)).toEqual(['charge.paid'])
  })

  it('are retried with back-off until the app has accepted them', async () => {
    const onEvent = vi.fn<(event: BffEvent) => Promise<void>>().mockRejectedValue(new Error('database down'))
    const shop = openShop({ onEvent })
    await paidCharge(shop)
    const attempts = async () => {
      await shop.bff.tick()
      return onEvent.mock.calls.length
    }
    expect(await attempts()).toBe(1)
    expect(await attempts()).toBe(1)
    shop.turnClock(1_000)
    expect(await attempts()).toBe(2)
    shop.turnClock(1_900)
    expect(await attempts()).toBe(2)
    shop.turnClock(2_100)
    expect(await attempts()).toBe(3)
    onEvent.mockResolvedValue()
    shop.turnClock(16_000)
    expect(await attempts()).toBe(4)
    shop.turnClock(3_600_000)
    expect(await attempts()).toBe(4)
    const ids = onEvent.mock.calls.map(([event]) => event.id)
    expect(new Set(ids).size).toBe(1)
  })

  it('that fail while others are accepted are tried daily, set aside, given up after 30 days, and replayed', async () => {
    let isFixed = false
    const tries: number[] = []
    const shop = openShop({
      onEvent(event) {
        if (event.type !== 'charge.paid' || event.data.reference !== 'broken') return
        tries.push(shop.now().getTime())
        if (!isFixed) throw new Error('no such table')
      },
    })
    await paidCharge(shop, { reference: 'broken' })
    const startMs = shop.now().getTime()
    const days = () => (shop.now().getTime() - startMs) / DAY_MS
    const codes = () => shop.log.lines.map(({ fields }) => fields.code)
    const turnUntil = async (code: LogCode, mostDays: number, stepMs: number) => {
      while (!codes().includes(code) && days() < mostDays) {
        await paidCharge(shop)
        await shop.bff.tick()
        shop.turnClock(tries.length < 8 ? 60_000 : stepMs)
      }
      expect(shop.log.lines.find(({ fields }) => fields.code === code)).toMatchObject({
        level: 'error',
        fields: { reason: 'no such table' },
      })
    }
    await turnUntil('EVENT_SET_ASIDE', 1, 3_600_000)
    // It does not count as the endpoint being down, though nothing else is delivered this time.
    const triesBefore = tries.length
    shop.turnClock(DAY_MS)
    await shop.bff.tick()
    expect(tries).toHaveLength(triesBefore + 1)
    expect((await shop.bff.ready()).endpoint).toEqual({ working: true })
    await turnUntil('EVENT_GIVEN_UP', 40, DAY_MS / 4)
    expect(days()).toBeGreaterThan(30)
    const triedOn = new Set(tries.map((ms) => Math.floor((ms - startMs) / DAY_MS)))
    expect(triedOn.size).toBeGreaterThanOrEqual(30)
    isFixed = true
    const reply = await shop.post('admin/drain', { dead: true }, asAdmin())
    expect(reply.data).toMatchObject({ revived: 1 })
    expect(await shop.ops.replay()).toBe(0)
    expect(await shop.bff.tick()).toBe(0)
  })

  it('of a session go on after one of them was set aside, which comes later', async () => {
    const delivered: string[] = []
    const shop = openRampShop({
      onEvent(event) {
        if (event.type === 'ramp.payment.initiated' && delivered.length < 2) throw new Error('no such column')
        if ('service' in event.data) delivered.push(event.type)
      },
    })
    await shop.open({ email: 'a@example.com' })
    const url = shop.webhookUrl()
    await shop.hook(older('PAYMENT.INITIATED'), url)
    await shop.hook(completed('evt_1'), url)
    for (let hours = 0; delivered.length === 0; hours++) {
      expect(hours).toBeLessThan(24)
      // Each hour another session has an event, which the app accepts.
      await shop.open({ email: `guest-${hours}@example.com` })
      await shop.hook(older('SESSION.CLOSED'), shop.webhookUrl())
      await shop.bff.tick()
      delivered.splice(
        0,
        Number.POSITIVE_INFINITY,
        ...delivered.filter((type) => type !== 'ramp.session.closed'),
      )
      shop.turnClock(3_600_000)
    }
    expect(delivered).toEqual(['ramp.purchase.completed'])
    expect(shop.log.lines.map(({ fields }) => fields.code)).toContain('EVENT_SET_ASIDE')
  })

  it('of an unknown session are tried again like others while onEvent fails', async () => {
    const store = memoryStore()
    const onEvent = vi.fn<(event: BffEvent) => Promise<void>>().mockRejectedValue(new Error('no such table'))
    const shop = openRampShop({ store, onEvent })
    failSession(store)
    await expect(shop.open()).rejects.toThrow()
    await shop.hook(completed('evt_1'))
    for (let n = 0; n < 6; n++) {
      await shop.bff.tick()
      shop.turnClock(3_600_000)
    }
    expect((await shop.bff.ready()).endpoint.working).toBe(false)
    onEvent.mockResolvedValue()
    await shop.bff.tick()
    expect(onEvent.mock.lastCall?.[0]).toMatchObject({
      type: 'webhook.unusable',
      data: { reason: 'unknown_session' },
    })
    expect(await shop.bff.tick()).toBe(0)
  })

  it('are delivered while old ones are being deleted, which may take long', async () => {
    const store = memoryStore()
    const { promise, resolve } = gate()
    const prune = vi.spyOn(store, 'prune').mockReturnValue(promise)
    const events: BffEvent[] = []
    const shop = openShop({ store, onEvent: (event) => void events.push(event) })
    shop.bff.start()
    await vi.waitFor(() => expect(prune).toHaveBeenCalled())
    await paidCharge(shop)
    await vi.waitFor(() => expect(events).toHaveLength(1))
    shop.turnClock(7_200_000)
    await paidCharge(shop)
    await vi.waitFor(() => expect(events.length).toBeGreaterThan(1))
    // One run at a time.
    expect(prune).toHaveBeenCalledTimes(1)
    resolve()
    await shop.bff.close()
  })

  it('of long ago are deleted every hour, also after the clock was set back', async () => {
    const store = memoryStore()
    const prune = vi.spyOn(store, 'prune')
    const shop = openShop({ store })
    const runs = async () => {
      await shop.bff.tick()
      return prune.mock.calls.length
    }
    expect(await runs()).toBe(1)
    shop.turnClock(1_800_000)
    expect(await runs()).toBe(1)
    shop.turnClock(1_800_000)
    expect(await runs()).toBe(2)
    shop.turnClock(-86_400_000)
    expect(await runs()).toBe(3)
  })

  it('are delivered in order within a session, without blocking another session', async () => {
    let isDown = true
    const delivered: string[] = []
    const shop = openRampShop({
      onEvent(event) {
        if (isDown && event.type === 'ramp.payment.initiated') throw new Error('not now')
        delivered.push(event.type)
      },
    })
    await shop.open({ email: 'a@example.com' })
    const first = shop.webhookUrl()
    await shop.open({ email: 'b@example.com' })
    const second = shop.webhookUrl()
    await shop.hook(older('PAYMENT.INITIATED'), first)
    await shop.hook(completed('evt_1'), first)
    await shop.hook(older('SESSION.CLOSED'), second)
    await shop.bff.tick()
    expect(delivered).toEqual(['ramp.session.closed'])
    isDown = false
    shop.turnClock(1_001)
    await shop.bff.tick()
    expect(delivered).toEqual(['ramp.session.closed', 'ramp.payment.initiated', 'ramp.purchase.completed'])
  })

  it('are not delayed by one slow handler', async () => {
    const slow = gate()
    const started = gate()
    const delivered: string[] = []
    const shop = openShop({
      onEvent: async (event) => {
        const reference = event.type === 'charge.paid' ? event.data.reference : undefined
        if (reference === 'slow') {
          started.resolve()
          await slow.promise
        }
        delivered.push(reference ?? '')
      },
    })
    shop.bff.start()
    await paidCharge(shop, { reference: 'slow' })
    await started.promise
    await paidCharge(shop, { reference: 'quick' })
    await vi.waitFor(() => expect(delivered).toEqual(['quick']))
    slow.resolve()
    await vi.waitFor(() => expect(delivered).toEqual(['quick', 'slow']))
    await shop.bff.close()
  })

  it.each([
    ['a BFF without timers', (bff: Bff) => toNextHandlers(bff)],
    ['a BFF that the handlers make and start', (bff: Bff) => toNextHandlers(() => bff)],
  ])('are delivered within waitUntil, however long the handler takes: %s', async (_, mount) => {
    const events: BffEvent[] = []
    const work: Promise<unknown>[] = []
    const shop = openShop({
      onEvent: async (event) => {
        await setTimeout(20)
        events.push(event)
      },
      waitUntil: (promise) => work.push(promise),
    })
    onTestFinished(() => shop.bff.close())
    const { POST } = mount(shop.bff)
    const paymentHash = await openedCharge(shop)
    const { headers } = asAdmin()
    const body = JSON.stringify({ payment_hash: paymentHash })
    const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
    expect((await POST(new Request(shop.url('admin/settle'), init))).status).toBe(200)
    expect(events).toEqual([])
    expect(work).not.toEqual([])
    await Promise.all(work)
    expect(events).toHaveLength(1)
  })

  it('that are added during a claim are delivered within waitUntil, too', async () => {
    const store = memoryStore()
    const work: Promise<unknown>[] = []
    const events: BffEvent[] = []
    const shop = openShop({
      store,
      onEvent: (event) => void events.push(event),
      waitUntil: (promise) => work.push(promise),
    })
    const paymentHash = await openedCharge(shop)
    const { claim } = store
    let isAdded = false
    vi.spyOn(store, 'claim').mockImplementation(async (...args) => {
      const claimed = await claim(...args)
      if (args[0] === 'event' && !isAdded) {
        isAdded = true
        await shop.bff.settle({ paymentHash })
      }
      return claimed
    })
    await shop.bff.tick()
    await Promise.all(work)
    expect(events).toHaveLength(1)
  })

  it('are delivered even if waitUntil throws, as some platforms do outside of a request', async () => {
    const events: BffEvent[] = []
    const shop = openShop({
      onEvent: (event) => void events.push(event),
      waitUntil() {
        throw new Error('outside of a request')
      },
    })
    await paidCharge(shop)
    await vi.waitFor(() => expect(events).toHaveLength(1))
  })

  it('of long ago are deleted within a tick where the platform freezes the timers', async () => {
    const store = memoryStore()
    const prune = vi.spyOn(store, 'prune')
    const shop = openShop({ store, waitUntil() {} })
    onTestFinished(() => shop.bff.close())
    shop.bff.start()
    await shop.bff.tick()
    shop.turnClock(7_200_000)
    await shop.bff.tick()
    expect(prune).toHaveBeenCalledTimes(2)
  })

  it('are not delivered without onEvent', async () => {
    const shop = openShop()
    await paidCharge(shop)
    expect(await shop.bff.tick()).toBe(0)
  })
})

describe('two processes on one store', () => {
  /** Both see the event; the first one handles it until `handled`. */
  async function openBoth(store: Store) {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const handled = gate()
    const delivered: string[] = []
    const handle = (who: string) => async () => {
      delivered.push(who)
      if (delivered.length === 1) await handled.promise
    }
    const first = openShop({ store, onEvent: handle('first') })
    const second = openShop({ store, onEvent: handle('second') })
    onTestFinished(async () => {
      handled.resolve()
      await Promise.all([first.bff.close(), second.bff.close()])
    })
    await paidCharge(first)
    first.bff.start()
    await vi.advanceTimersByTimeAsync(1_000)
    second.bff.start()
    return { delivered, handled }
  }

  it('make a delivery once, however long it takes', async () => {
    const { delivered, handled } = await openBoth(memoryStore())
    await vi.advanceTimersByTimeAsync(25_000)
    handled.resolve()
    await vi.advanceTimersByTimeAsync(25_000)
    expect(delivered).toEqual(['first'])
  })

  it('repeat a delivery within seconds if its lease is not renewed', async () => {
    const store = memoryStore()
    // As after a crash.
    vi.spyOn(store, 'renew').mockResolvedValue()
    const { delivered } = await openBoth(store)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(delivered).toEqual(['first'])
    await vi.advanceTimersByTimeAsync(3_000)
    expect(delivered).toHaveLength(2)
  })
})

describe('an endpoint that is down for two processes', () => {
  it('stays down for one while the other probes it with the only event', async () => {
    const store = memoryStore()
    const probing = gate()
    let hangs = false
    const onEvent = async () => {
      if (hangs) await probing.promise
      throw new Error('refused')
    }
    const [one, other] = [openShop({ store, onEvent }), openShop({ store, onEvent })]
    const isWorking = async () => (await other.bff.ready()).endpoint.working
    await paidCharge(one)
    await one.bff.tick()
    for (const shop of [one, other]) shop.turnClock(300_000)
    await other.bff.tick()
    expect(await isWorking()).toBe(false)
    hangs = true
    for (const shop of [one, other]) shop.turnClock(300_000)
    const probe = one.bff.tick()
    await vi.waitFor(async () => expect(await store.claim('event', 1, 0, one.now())).toEqual([]))
    await other.bff.tick()
    expect(await isWorking()).toBe(false)
    probing.resolve()
    await probe
  })
})

describe('a BFF that closes', () => {
  it('waits for running deliveries, and leaves the rest for the next start', async () => {
    const store = memoryStore()
    const [handling, begun] = [gate(), gate()]
    const events: string[] = []
    const onEvent = async ({ id }: BffEvent) => {
      if (events.length > 0) {
        begun.resolve()
        await handling.promise
      }
      events.push(id)
    }
    const shop = openShop({ store, onEvent })
    // Deliveries are slow until one has succeeded.
    await paidCharge(shop)
    await shop.bff.tick()
    for (let n = 0; n < 40; n++) await paidCharge(shop)
    shop.bff.start()
    await begun.promise
    const closed = shop.bff.close()
    handling.resolve()
    await closed
    // The number of concurrent deliveries, of forty.
    expect(events).toHaveLength(1 + 32)
    const next = openShop({ store, onEvent })
    expect(await next.bff.tick()).toBe(8)
    expect(new Set(events).size).toBe(1 + 40)
  })
})

describe('a store that fails while events are delivered', () => {
  it('does not block other deliveries, and retries the failed one when its lease is over', async () => {
    const store = memoryStore()
    const events: string[] = []
    const shop = openShop({ store, onEvent: (event) => void events.push(event.id) })
    const hashes = [await paidCharge(shop), await paidCharge(shop)]
    const { claim } = store
    vi.spyOn(store, 'finish').mockRejectedValueOnce(new Error('disk full'))
    // It is still claiming deliveries when the first of them is done.
    vi.spyOn(store, 'claim').mockImplementation(async (...args) => {
      await setTimeout(20)
      return claim(...args)
    })
    expect(await shop.bff.tick()).toBe(2)
    expect(shop.log.lines.filter(({ level }) => level === 'error')).toHaveLength(1)
    shop.turnClock(61_000)
    expect(await shop.bff.tick()).toBe(1)
    const ids = hashes.map((hash) => `${hash}.1`)
    expect(events).toEqual([...ids, events[2]])
    expect(ids).toContain(events[2])
  })

  it('says nothing about the event or the endpoint: after a night without either, it is delivered at once', async () => {
    const store = memoryStore()
    let isDown = false
    const onEvent = vi.fn(() => {
      if (isDown) throw new Error('refused')
    })
    const shop = openShop({ store, onEvent })
    const turn = async (times: number, ms: number) => {
      for (let n = 0; n < times; n++) {
        await shop.bff.tick()
        shop.turnClock(ms)
      }
    }
    await paidCharge(shop)
    await turn(1, 1_000)
    await paidCharge(shop)
    const get = vi.spyOn(store, 'get').mockRejectedValue(new Error('timeout of the database'))
    await turn(20, 300_000)
    expect(onEvent).toHaveBeenCalledTimes(1)
    get.mockRestore()
    isDown = true
    await turn(10 * 60, 60_000)
    isDown = false
    const before = onEvent.mock.calls.length
    await turn(6, 60_000)
    expect(onEvent).toHaveBeenCalledTimes(before + 1)
    const codes = new Set(shop.log.lines.map(({ fields }) => fields.code))
    expect(codes).toContain('EVENT_NOT_PREPARED')
    expect(codes).not.toContain('EVENT_SET_ASIDE')
  })
})

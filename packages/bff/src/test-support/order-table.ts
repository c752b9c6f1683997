import type { IntentReading } from '@leyden/core'
import { decodeInvoice } from '@leyden/lightning'
import { expect } from 'vitest'
import type { BffEvent, ChargePaidEvent } from '../kernel/outbox/event-message.js'
import type { Store } from '../kernel/store/store.js'
import {
  AMOUNTS,
  nameOf,
  newModel,
  type OrderModel,
  type Size,
  type Step,
  takeStep,
  unpaidOf,
} from './order-steps.js'
import { type OpenedCharge, openCharge, openShop, type Reply } from './shop.js'

const LNADDRESS = 'alice@wallet.example'
const UNLIMITED = Number.POSITIVE_INFINITY
const RATES = {
  lookUpsPerMinute: UNLIMITED,
  chargesPerMinute: UNLIMITED,
  domainPerMinute: UNLIMITED,
  keyPerMinute: UNLIMITED,
}
/** More at once would exceed the limit of concurrent requests to one provider, and on a busy machine that of a reply's time. */
const MOST_AT_ONCE = 16

function openShops(stores: readonly Store[]) {
  const events: BffEvent[] = []
  const onEvent = (event: BffEvent) => void events.push(event)
  const shops = stores.map((store) => openShop({ store, onEvent, limits: { rates: RATES } }))
  return {
    shopAt(turn: number) {
      const shop = shops[turn % shops.length]
      if (!shop) throw new Error('There is no shop.')
      return shop
    },
    /** Delivers the events of all payments. */
    async payments(): Promise<ChargePaidEvent[]> {
      for (const { bff } of shops) while ((await bff.tick()) > 0);
      return events.filter((event) => event.type === 'charge.paid')
    },
  }
}

/** Lets two writers of each order read it before either of them writes, once. */
function meetAtOrders(stores: readonly Store[]) {
  const first = new Map<string, () => void>()
  const met = new Set<string>()
  async function meet(reference: string): Promise<void> {
    const other = first.get(reference)
    if (!other) return new Promise((resolve) => void first.set(reference, resolve))
    met.add(reference)
    other()
  }
  let isMeeting = false
  return {
    start: () => {
      isMeeting = true
    },
    stores: stores.map((store): Store => {
      const get: Store['get'] = async (ids, of) => {
        const read = await store.get(ids, of)
        const reference = ids.find((id) => id.startsWith('order '))
        if (isMeeting && reference !== undefined && !met.has(reference)) await meet(reference)
        return read
      }
      return { ...store, get }
    }),
  }
}

/**
 * Pays orders at one BFF while the shop signs them with other terms at another; both have read the order before one of
 * them writes. Either the payment is first, and closes the order, or the signature, and the payment does not match.
 */
export async function checkRaces(stores: readonly Store[], count: number): Promise<void> {
  const meeting = meetAtOrders(stores)
  const { shopAt, payments } = openShops(meeting.stores)
  const sign = (turn: number, reference: string, size: Size) =>
    shopAt(turn).bff.sign({ lnaddress: LNADDRESS, amountMsat: AMOUNTS[size], reference })
  const orders = await Promise.all(
    Array.from({ length: count }, async (_, turn) => {
      const reference = `race ${turn}`
      const { invoice } = await openCharge(shopAt(turn), await sign(turn, reference, 'small'))
      return { turn, reference, paymentHash: decodeInvoice(invoice.request).paymentHash }
    }),
  )
  meeting.start()
  const races = await Promise.all(
    orders.map(async ({ turn, reference, paymentHash }) => {
      const [intent] = await Promise.all([
        sign(turn + 1, reference, 'large'),
        shopAt(turn).bff.settle({ paymentHash }),
      ])
      const reply = await shopAt(turn).post('v0/ln-address/fetch-charge', { intent })
      return { paymentHash, isClosed: reply.error.code === 'ALREADY_PAID', status: reply.status }
    }),
  )
  const paid = new Map((await payments()).map((event) => [event.data.payment_hash, event]))
  for (const { paymentHash, isClosed, status } of races) {
    expect(paid.get(paymentHash)?.data.order).toEqual({
      lnaddress: LNADDRESS,
      amount: String(AMOUNTS[isClosed ? 'small' : 'large']),
      matches: isClosed,
    })
    expect(status).toBe(isClosed ? 409 : 200)
  }
}

/**
 * Takes every sequence of steps with an order of its own, alternately at the BFFs of the given stores, which share their
 * data. Then compares what each reply, the app's events and the readings of all intents say with the model.
 */
export async function checkOrders(sequences: readonly Step[][], stores: readonly Store[]): Promise<void> {
  const { shopAt, payments } = openShops(stores)

  async function take(steps: readonly Step[], reference: string) {
    const model = newModel()
    const intents = new Map<Size, string>()
    /** The payment hashes of the model's charges. */
    const hashes: string[] = []
    for (const [turn, step] of steps.entries()) {
      const { action, size } = step
      const shop = shopAt(turn)
      const index = unpaidOf(model, size)
      const expected = takeStep(model, step)
      let reply: Reply<OpenedCharge> | undefined
      if (action === 'sign')
        intents.set(size, await shop.bff.sign({ lnaddress: LNADDRESS, amountMsat: AMOUNTS[size], reference }))
      else if (action === 'pay') await shop.bff.settle({ paymentHash: hashes[index ?? -1] ?? '' })
      else {
        reply = await shop.post<OpenedCharge>('v0/ln-address/fetch-charge', { intent: intents.get(size) })
        expect([reply.error.code || undefined, reply.status], nameOf(steps.slice(0, turn + 1))).toEqual([
          expected,
          expected ? 409 : 200,
        ])
        if (expected) continue
        const { paymentHash, amountMsat } = decodeInvoice(reply.data.invoice.request)
        expect(amountMsat).toBe(AMOUNTS[size])
        const known = unpaidOf(model, size) ?? -1
        expect(paymentHash, nameOf(steps)).toBe(hashes[known] ?? paymentHash)
        hashes[known] = paymentHash
      }
    }
    return { steps, reference, model, intents, hashes }
  }

  const taken: Awaited<ReturnType<typeof take>>[] = []
  for (let from = 0; from < sequences.length; from += MOST_AT_ONCE) {
    const some = sequences.slice(from, from + MOST_AT_ONCE)
    taken.push(...(await Promise.all(some.map((steps, n) => take(steps, `order ${from + n}`)))))
  }

  const paid = await payments()
  for (const { steps, reference, model, intents, hashes } of taken) {
    const own = paid.filter(({ data }) => data.reference === reference)
    expect(new Map(own.map((event) => [event.data.payment_hash, said(event)])), nameOf(steps)).toEqual(
      new Map(model.paid.map((index) => [hashes[index], promised(model, index, hashes)])),
    )
    expect(own).toHaveLength(model.paid.length)
    for (const [turn, [size, intent]] of [...intents].entries()) {
      const { data } = await shopAt(turn).post<IntentReading>('v0/intent', { intent })
      expect(seen(data), `${nameOf(steps)}; as ${size}`).toEqual(shown(model, size, hashes))
    }
  }
}

/** What the event of a payment says to the app. */
function said({ data: { amount, order, duplicate_of } }: ChargePaidEvent) {
  return { amount, order, duplicate_of }
}

function promised({ charges }: OrderModel, index: number, hashes: readonly string[]) {
  const { size = 'small', paid } = charges[index] ?? {}
  const amount = String(AMOUNTS[paid?.last ?? 'small'])
  return {
    amount: String(AMOUNTS[size]),
    order: { lnaddress: LNADDRESS, amount, matches: paid?.last === size },
    duplicate_of: hashes[paid?.duplicateOf ?? -1],
  }
}

/** What a page sees that reads an intent. */
function seen({ amount, charge, arrived }: IntentReading) {
  return {
    amount,
    charge: charge && [decodeInvoice(charge.invoice.request).paymentHash, charge.amount, charge.state.status],
    arrived: arrived?.map((each) => [each.id, each.amount]).sort(),
  }
}

function shown({ charges, paid, last, isClosed }: OrderModel, size: Size, hashes: readonly string[]) {
  const isOwn = (index: number) => charges[index]?.size === size && charges[index]?.paid?.last === size
  const first = paid.find(isOwn)
  const open =
    last === size && !isClosed ? unpaidOf({ charges, paid, last, isClosed, signed: [] }, size) : undefined
  const index = first ?? open
  const arrived = paid.filter((each) => !isOwn(each))
  return {
    amount: String(AMOUNTS[size]),
    charge:
      index === undefined
        ? undefined
        : [hashes[index], String(AMOUNTS[size]), first === undefined ? 'open' : 'paid'],
    arrived:
      arrived.length > 0
        ? arrived.map((each) => [hashes[each], String(AMOUNTS[charges[each]?.size ?? 'small'])]).sort()
        : undefined,
  }
}

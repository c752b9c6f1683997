import type { RampField } from '@leyden/core'
import { applyReport } from '@leyden/core/status'
import { describe, expect, it, vi } from 'vitest'
import { describeOnEachStore } from '../../test-support/each-store.js'
import {
  completed,
  isRampEvent,
  type OpenedSession,
  older,
  openRampShop,
  RAMP_PATH,
} from '../../test-support/ramp-shop.js'
import { asAdmin } from '../../test-support/shop.js'
import type { RampEvent } from '../outbox/event-message.js'

const ORDER = {
  email: 'anna@mail.example',
  referenceId: 'order-7',
  destination: 'anna@wallet.example',
  quoteCurrency: 'USD',
  baseCurrency: 'BTC',
}
const BITCOIN = { base_amount: '0.00042', base_currency: 'BTC' }
const PRICE = { quote_amount: '50.00', quote_currency: 'USD' }
const MATCHING = {
  email: ' Anna@Mail.example',
  reference_id: 'order-7 ',
  destination: 'lightning:ANNA@wallet.example',
  ...BITCOIN,
  ...PRICE,
}

type Shop = ReturnType<typeof openRampShop>

/** A shop with a session of an order, and the URL of its webhooks. */
async function openSession(options: Parameters<typeof openRampShop>[0] = {}, fields: object = {}) {
  const shop = openRampShop({ identify: async () => null, ...options })
  const session = await another(shop, fields)
  return { shop, ...session }
}
async function another(shop: Shop, fields: object = {}) {
  const order = await shop.bff.rampOrder({ ...ORDER, ...fields })
  const { data: session } = await shop.post<OpenedSession>(RAMP_PATH, { order })
  return { session, url: shop.webhookUrl() }
}
async function delivered(shop: Shop): Promise<RampEvent[]> {
  while ((await shop.bff.tick()) > 0);
  return shop.events.filter(isRampEvent)
}
const logged = (shop: Shop, code: string) => shop.log.lines.filter(({ fields }) => fields.code === code)

describe('an event that reports what was sent', () => {
  it.each([
    ['as it was sent, in other spellings', MATCHING],
    ['nothing of it', { reference_id: null, destination: '', email: undefined }],
    ['that the buyer has paid nothing', { ...BITCOIN, quote_amount: '0', quote_currency: 'USD' }],
    ['an amount that cannot be read', { ...BITCOIN, base_amount: 'some' }],
    ['a status of its own', { ...BITCOIN, status: 'paid_out' }],
    ['a destination of another kind', { destination: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' }],
  ])('%s counts', async (_, data) => {
    const { shop, session } = await openSession()
    await shop.hook(completed('evt_1', data))
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
    expect(await shop.state(session)).not.toHaveProperty('differs')
    expect(await delivered(shop)).toMatchObject([{ data: { meaning: 'completed' } }])
    expect(logged(shop, 'WEBHOOK_DIFFERS')).toEqual([])
  })
})

describe('an event that reports something else', () => {
  it.each<[RampField, object, object]>([
    ['destination', { destination: 'mallory@wallet.example' }, {}],
    ['reference_id', { reference_id: 'order-8' }, {}],
    ['session_id', { session_id: 'ses_another' }, {}],
    ['currency', { base_currency: 'ETH' }, {}],
    ['currency', { base_currency: 'USD', quote_currency: 'ETH' }, {}],
    ['livemode', {}, { livemode: true }],
    ['amount', { base_amount: '0' }, {}],
    ['amount', { base_amount: '-5' }, {}],
    ['status', { status: 'failed' }, {}],
    ['status', { status: 'charged_back' }, {}],
  ])('in %s is held: %j %j', async (field, data, envelope) => {
    const { shop, session } = await openSession()
    const body = completed('evt_1', { ...MATCHING, ...data }, envelope)
    expect((await shop.hook(body)).status).toBe(200)
    const state = await shop.state(session)
    expect(state).toMatchObject({ status: 'needs_review', suspect: [field] })
    expect(state).not.toHaveProperty('details')
    const [event] = await delivered(shop)
    expect(event?.data).toMatchObject({ suspect: [field], service: { id: 'evt_1' } })
    expect(event?.data.meaning).toBeUndefined()
    expect(logged(shop, 'WEBHOOK_HELD')).toMatchObject([
      { level: 'error', fields: { suspect: [field], event: event?.id } },
    ])
    expect(await shop.ops.release(event?.id ?? '')).toMatchObject({ status: 'completed' })
  })

  it.each<[RampField, object, object]>([
    ['paid_currency', { quote_currency: 'EUR' }, {}],
    ['email', { email: 'mallory@mail.example' }, {}],
    ['reference_id', { reference_id: 'their-own' }, { referenceId: undefined }],
  ])('in %s is delivered with a warning: %j', async (field, data, fields) => {
    const { shop, session } = await openSession({}, fields)
    await shop.hook(completed('evt_1', { ...MATCHING, reference_id: undefined, ...data }))
    expect(await shop.state(session)).toMatchObject({ status: 'completed', differs: [field] })
    expect(await delivered(shop)).toMatchObject([{ data: { meaning: 'completed', differs: [field] } }])
    expect(logged(shop, 'WEBHOOK_DIFFERS')).toMatchObject([{ level: 'warn', fields: { differs: [field] } }])
    expect(logged(shop, 'WEBHOOK_HELD')).toEqual([])
    expect(JSON.stringify(shop.log.lines)).not.toContain('mallory')
  })

  it.each<[object]>([[{ base_amount: '0', base_currency: 'BTC' }], [{ status: 'failed' }]])(
    'of itself is not held unless it completes the purchase: %j',
    async (data) => {
      const { shop, session } = await openSession()
      await shop.hook({ ...completed('evt_1', data), type: 'ramp.purchase.failed' })
      await shop.hook(older('WITHDRAWAL.SUCCEEDED', {}))
      expect(await shop.state(session)).toMatchObject({ status: 'completed' })
      expect(logged(shop, 'WEBHOOK_HELD')).toEqual([])
    },
  )

  it.each(['amount', 'status'] as const)('of itself counts if %s is not compared', async (field) => {
    const { shop, session } = await openSession({ ramp: { compare: { [field]: false } } })
    const wrong = { amount: { base_amount: '0' }, status: { status: 'failed' } }[field]
    await shop.hook(completed('evt_1', { ...MATCHING, ...wrong }))
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
  })

  it('is compared too if it arrives before its session is known', async () => {
    const { createRampSession } = openRampShop().provider
    const early = openRampShop({
      identify: async () => null,
      ramp: {
        provider: {
          async createRampSession(request, options) {
            const data = { ...MATCHING, destination: 'mallory@wallet.example', email: 'mallory@mail.example' }
            await early.hook(completed('evt_1', data), request.webhook_url)
            return createRampSession(request, options)
          },
        },
      },
    })
    const { session } = await another(early)
    const expected = { suspect: ['destination'], differs: ['email'] }
    expect(await early.state(session)).toMatchObject({ status: 'needs_review', suspect: ['destination'] })
    expect(await delivered(early)).toMatchObject([{ data: expected }])
    expect(logged(early, 'WEBHOOK_HELD')).toHaveLength(1)
    expect(await early.ops.releaseAll()).toBe(1)
    expect(await early.state(session)).toMatchObject({ status: 'completed' })
  })

  it('shows the buyer and the app what was sent, also after a release', async () => {
    const { shop, session } = await openSession()
    const data = { ...MATCHING, destination: 'mallory@wallet.example', reference_id: 'order-8' }
    await shop.hook(completed('evt_1', data))
    const [event] = await delivered(shop)
    await shop.ops.release(event?.id ?? '')
    const details = { destination: 'anna@wallet.example', reference_id: 'order-7' }
    expect(await shop.state(session)).toMatchObject({ status: 'completed', details })
    for (const each of await delivered(shop)) expect(each.data.details).toMatchObject(details)
    expect(JSON.stringify(await shop.state(session))).not.toMatch(/mallory|order-8/)
  })

  it('shows no destination that nobody has sent', async () => {
    const { shop, session } = await openSession({}, { destination: undefined })
    await shop.hook(completed('evt_1', { ...MATCHING, destination: 'mallory@wallet.example' }))
    const state = await shop.state(session)
    expect(state).toMatchObject({
      status: 'completed',
      details: { reference_id: 'order-7', amount: '0.00042' },
    })
    expect(JSON.stringify(state)).not.toContain('mallory')
  })
})

describe('a comparison that is switched off', () => {
  it.each<[RampField, object]>([
    ['destination', { destination: 'mallory@wallet.example' }],
    ['reference_id', { reference_id: 'order-8' }],
    ['session_id', { session_id: 'ses_another' }],
    ['currency', { base_currency: 'ETH' }],
    ['email', { email: 'mallory@mail.example' }],
  ])('of %s holds nothing', async (field, data) => {
    const { shop, session } = await openSession({ ramp: { compare: { [field]: false } } })
    await shop.hook(completed('evt_1', { ...MATCHING, ...data }))
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
    expect(await shop.state(session)).not.toHaveProperty('differs')
  })

  it('of the mode lets the page count the purchase too', async () => {
    const { shop, session } = await openSession({ ramp: { compare: { livemode: false } } })
    await shop.hook(completed('evt_1', MATCHING, { livemode: true }))
    const state = await shop.state(session)
    if (state.kind !== 'ramp') throw new Error('not the state of a session')
    expect(applyReport({ known: 'open', mode: session.mode }, state).known).toBe('completed')
  })

  it('of a field that nobody compares is refused, with the nearest name', () => {
    const open = (compare: object) => openRampShop({ ramp: { compare } })
    expect(() => open({ destinations: false })).toThrow(/did you mean destination/)
    expect(() => open({ destination: 'no' })).toThrow(/must be true or false/)
  })
})

describeOnEachStore('all held events', (freshStore) => {
  it('are released by one request, or those of one field, but not those that contradict each other', async () => {
    const { shop, session, url } = await openSession({ store: freshStore() })
    await shop.hook(completed('evt_1', { destination: 'mallory@wallet.example' }), url)
    const both = await another(shop)
    await shop.hook(completed('evt_1', { destination: 'm@wallet.example', reference_id: 'x' }), both.url)
    const conflicting = await another(shop)
    for (const amount of ['1', '2']) await shop.hook(completed('evt_1', { amount }), conflicting.url)
    const release = async (body: object) => (await shop.post('admin/events/release', body, asAdmin())).data
    expect(await release({ field: 'livemode' })).toEqual({ released: 0 })
    expect(await release({ field: 'destination' })).toEqual({ released: 1 })
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
    expect(await shop.state(both.session)).toMatchObject({ status: 'needs_review' })
    expect(await release({})).toEqual({ released: 1 })
    expect(await shop.state(both.session)).toMatchObject({ status: 'completed' })
    expect(await release({})).toEqual({ released: 0 })
    expect(await shop.state(conflicting.session)).toMatchObject({ status: 'needs_review' })
    const released = (await delivered(shop)).filter(({ data }) => data.released)
    expect(released).toMatchObject([{ data: { meaning: 'completed' } }, { data: { meaning: 'completed' } }])
  })

  it('are found in any number', async () => {
    const { shop, url } = await openSession({ store: freshStore() })
    for (let n = 0; n < 105; n++) await shop.hook(completed(`evt_${n}`, { reference_id: 'x' }), url)
    expect(await shop.ops.releaseAll()).toBe(105)
  })

  it('cannot be released for a field that nobody compares', async () => {
    const { shop } = await openSession({ store: freshStore() })
    const reply = await shop.post('admin/events/release', { field: 'fee_amount' }, asAdmin())
    expect([reply.status, reply.error.field]).toEqual([400, 'field'])
  })
})

describe('the amounts of a purchase', () => {
  const SWAPPED = {
    base_amount: '50.00',
    base_currency: 'USD',
    quote_amount: '0.00042',
    quote_currency: 'BTC',
  }
  const details = { amount: '0.00042', currency: 'BTC', paid_amount: '50.00', paid_currency: 'USD' }

  it.each([
    ['documented', completed('evt_1', { ...BITCOIN, ...PRICE })],
    ['documented', completed('evt_1', SWAPPED)],
    ['older', older('WITHDRAWAL.SUCCEEDED', { ...BITCOIN, ...PRICE })],
    ['older', older('WITHDRAWAL.SUCCEEDED', SWAPPED)],
  ])('are read by their currencies from the %s envelope: %j', async (_, body) => {
    const { shop, session } = await openSession()
    await shop.hook(body)
    expect(await shop.state(session)).toMatchObject({ status: 'completed', details })
    expect(await delivered(shop)).toMatchObject([{ data: { meaning: 'completed', details } }])
  })

  it('are left out with a warning if no currency says which one is bitcoin', async () => {
    const { shop, session } = await openSession({}, { baseCurrency: undefined })
    await shop.hook(completed('evt_1', { base_amount: '1', quote_amount: '50', quote_currency: 'USD' }))
    const state = await shop.state(session)
    expect(state).toMatchObject({ status: 'completed', details: { reference_id: 'order-7' } })
    expect(state).not.toHaveProperty('details.amount')
    expect(state).not.toHaveProperty('details.paid_amount')
    expect(logged(shop, 'RAMP_AMOUNT_UNREAD')).toMatchObject([{ level: 'warn' }])
  })

  it.each([
    ['swapped', 'completed', undefined],
    ['otherdestination', 'needs_review', ['destination']],
    ['otherreference', 'needs_review', ['reference_id']],
    ['othercurrency', 'needs_review', ['currency']],
    ['otherprice', 'completed', undefined],
  ])('and what else the sandbox sends for %s@ lead to %s', async (user, status, suspect) => {
    const { shop, session } = await openSession({}, { email: `${user}@mail.example` })
    await shop.buy(session)
    await vi.waitFor(async () => expect(await shop.state(session)).toMatchObject({ status }))
    const state = await shop.state(session)
    expect('suspect' in state ? state.suspect : undefined).toEqual(suspect)
    if (status === 'completed')
      expect(state).toMatchObject({ details: { amount: '0.00049250', currency: 'BTC', fee_amount: '0.75' } })
  })
})

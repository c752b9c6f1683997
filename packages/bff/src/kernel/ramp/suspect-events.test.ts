import { describe, expect, it, vi } from 'vitest'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { completed, isRampEvent, type OpenedSession, openRampShop } from '../../test-support/ramp-shop.js'
import { asAdmin } from '../../test-support/shop.js'

type RampShop = ReturnType<typeof openRampShop>

const rampEvents = (shop: RampShop) => shop.events.filter(isRampEvent)
const release = (shop: RampShop, id: string | undefined) =>
  shop.post(`admin/events/${id}/release`, {}, asAdmin())

/** The states that the stream of a session sends, until its end or this number of states. */
async function streamed(shop: RampShop, { watch_url }: OpenedSession, count: number) {
  const url = shop.url(watch_url)
  const reply = await shop.bff.fetch(
    new Request(url, { headers: { accept: 'text/event-stream', 'last-event-id': '0' } }),
  )
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
  const states: { status: string }[] = []
  let text = ''
  while (states.length < count) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: '' }
    if (done) break
    text += value
    states.splice(
      0,
      states.length,
      ...[...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? '')),
    )
  }
  await reader?.cancel()
  return states.map(({ status }) => status)
}

describe('an event that contradicts its session', () => {
  it.each([
    ['of an app', vi.fn()],
    ['of nobody', undefined],
  ])(
    'needs a review in the list %s that receives events, also if another one came with it',
    async (_, onEvent) => {
      const store = memoryStore()
      const shop = openRampShop({ store, onEvent })
      await shop.open()
      const url = shop.webhookUrl()
      const events = [completed('evt_1'), completed('evt_2', {}, { livemode: true })]
      await Promise.all(events.map((event) => shop.hook(event, url)))
      await shop.bff.tick()
      expect((await store.outbox()).inReview).toBe(1)
    },
  )

  it.each([
    ['names another session', completed('evt_1', { session_id: 'ses_another' }), ['session_id']],
    ['is of the other mode', completed('evt_1', {}, { livemode: true }), ['livemode']],
    [
      'does both',
      completed('evt_1', { session_id: 'ses_another' }, { livemode: true }),
      ['session_id', 'livemode'],
    ],
  ])(
    'because it %s reaches the app as suspect, has no effect, and needs a review',
    async (_, body, suspect) => {
      const shop = openRampShop()
      const session = await shop.open()
      expect((await shop.hook(body)).status).toBe(200)
      expect(await shop.state(session)).toMatchObject({ status: 'needs_review' })
      expect(await shop.state(session)).not.toHaveProperty('details')
      expect(await shop.bff.tick()).toBe(1)
      const [event] = rampEvents(shop)
      expect(event?.data).toMatchObject({ service: { type: 'ramp.purchase.completed' }, suspect })
      expect(event?.data).toMatchObject({ meaning: undefined })
      expect(event?.data).toMatchObject({ released: undefined })
      const line = shop.log.lines.find(
        ({ level, fields }) => level === 'error' && fields.suspect !== undefined,
      )
      expect(line?.fields).toMatchObject({ event: event?.id, suspect })
    },
  )

  it('counts after its release: the page sees it, and the app gets it once more, as released', async () => {
    const shop = openRampShop()
    const session = await shop.open()
    await shop.hook(completed('evt_1', { session_id: 'ses_another', amount: '12', currency: 'BTC' }))
    await shop.bff.tick()
    const [suspect] = rampEvents(shop)
    const reply = await release(shop, suspect?.id)
    expect([reply.status, reply.data]).toEqual([200, expect.objectContaining({ status: 'completed' })])
    expect(await shop.state(session)).toMatchObject({
      status: 'completed',
      details: { amount: '12', currency: 'BTC' },
      reviewed_at: expect.any(String),
    })
    expect((await release(shop, suspect?.id)).status).toBe(200)
    expect(await shop.bff.tick()).toBe(1)
    expect(await shop.bff.tick()).toBe(0)
    const [, released, ...more] = rampEvents(shop)
    expect(more).toEqual([])
    expect(released).toMatchObject({
      id: suspect?.id,
      type: 'ramp.purchase.completed',
      data: {
        meaning: 'completed',
        released: true,
        details: { amount: '12', currency: 'BTC' },
      },
    })
    expect(released?.data).toMatchObject({ suspect: undefined })
    expect(await streamed(shop, session, 2)).toEqual(['completed'])
  })

  it('can be released by the code that created the BFF', async () => {
    const shop = openRampShop()
    const session = await shop.open()
    await shop.hook(completed('evt_1', {}, { livemode: true }))
    await shop.bff.tick()
    expect(await shop.ops.release(rampEvents(shop)[0]?.id ?? '')).toMatchObject({ status: 'completed' })
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
  })

  it('keeps the page waiting for a review while another one is not released', async () => {
    const shop = openRampShop()
    const session = await shop.open()
    await shop.hook(completed('evt_1', { session_id: 'ses_another' }))
    await shop.hook(completed('evt_2', { session_id: 'ses_third' }))
    await shop.bff.tick()
    const [first, second] = rampEvents(shop)
    expect((await release(shop, first?.id)).data).toMatchObject({ status: 'needs_review' })
    expect((await release(shop, second?.id)).data).toMatchObject({ status: 'completed' })
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
  })

  it('needs a review again if another one comes after the release', async () => {
    const shop = openRampShop()
    const session = await shop.open()
    await shop.hook(completed('evt_1', { session_id: 'ses_another' }))
    await shop.bff.tick()
    await release(shop, rampEvents(shop)[0]?.id)
    await shop.hook(completed('evt_2', { session_id: 'ses_third' }))
    expect(await shop.state(session)).toMatchObject({ status: 'needs_review' })
  })

  it('changes nothing on the page if its kind has no meaning', async () => {
    const shop = openRampShop()
    const session = await shop.open()
    await shop.hook({ ...completed('evt_1', {}, { livemode: true }), type: 'ramp.bank.linked' })
    expect(await shop.state(session)).toMatchObject({ status: 'created' })
    await shop.bff.tick()
    expect(rampEvents(shop)).toMatchObject([{ type: 'ramp.bank.linked', data: { suspect: ['livemode'] } }])
  })

  it('can be released after its body was deleted', async () => {
    const store = memoryStore()
    const shop = openRampShop({ store })
    const session = await shop.open()
    await shop.hook(completed('evt_1', { session_id: 'ses_another', amount: '12', currency: 'BTC' }))
    await shop.bff.tick()
    const never = new Date(0)
    await store.prune({
      bodies: new Date(shop.now().getTime() + 1_000),
      unpaid: never,
      subjects: never,
    })
    await release(shop, rampEvents(shop)[0]?.id)
    await shop.bff.tick()
    expect(rampEvents(shop)[1]?.data).toMatchObject({
      released: true,
      meaning: 'completed',
      service: { id: 'evt_1', type: 'ramp.purchase.completed' },
      details: { amount: '12', currency: 'BTC' },
    })
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
  })

  it('is logged with its id even without onEvent and before its session is known', async () => {
    const { createRampSession } = openRampShop().provider
    const early = openRampShop({
      onEvent: undefined as unknown as () => void,
      ramp: {
        provider: {
          async createRampSession(request, options) {
            await early.hook(completed('evt_1', { session_id: 'ses_another' }), request.webhook_url)
            return createRampSession(request, options)
          },
        },
      },
    })
    const session = await early.open()
    await early.bff.tick()
    const line = early.log.lines.find(({ fields }) => fields.suspect !== undefined)
    expect((await release(early, String(line?.fields.event))).data).toMatchObject({ status: 'completed' })
    expect(await early.state(session)).toMatchObject({ status: 'completed' })
  })
})

describe('a release', () => {
  it('is refused for events that are not held, and for unknown ones', async () => {
    const shop = openRampShop()
    await shop.open()
    await shop.hook(completed('evt_1'))
    await shop.bff.tick()
    const [event] = rampEvents(shop)
    expect(await release(shop, event?.id)).toMatchObject({ status: 400, error: { field: 'id' } })
    for (const id of [event?.id.replace(/\d+$/, '9'), `${'0'.repeat(32)}.1`, 'evt_1', '..'])
      expect((await release(shop, id)).status).toBe(404)
    const body = { method: 'POST', headers: { authorization: 'Bearer wrong' } }
    const url = shop.url(`admin/events/${event?.id}/release`)
    expect((await shop.bff.fetch(new Request(url, body))).status).toBe(401)
  })

  it('decides between two different events with one id, which have no meaning for the app before', async () => {
    const shop = openRampShop()
    const session = await shop.open()
    await shop.hook(completed('evt_1', { amount: '1' }))
    await shop.hook(completed('evt_1', { amount: '2' }))
    await shop.bff.tick()
    const [first, second] = rampEvents(shop)
    expect(first?.data).toMatchObject({ meaning: 'completed', conflict: false })
    expect(second?.data).toMatchObject({ conflict: true })
    expect(shop.log.lines.filter(({ fields }) => fields.code === 'WEBHOOK_HELD')).toMatchObject([
      { level: 'error', fields: { conflict: true, event: second?.id } },
    ])
    expect(second?.data).toMatchObject({ meaning: undefined })
    expect(await shop.state(session)).toMatchObject({ status: 'needs_review' })
    await release(shop, second?.id)
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
  })

  it('decides for either of two events with one id, and the last release counts', async () => {
    const shop = openRampShop()
    const session = await shop.open()
    const failed = { type: 'ramp.purchase.failed' }
    await shop.hook(completed('evt_1', { amount: '1' }))
    await shop.hook(completed('evt_1', {}, failed))
    await shop.bff.tick()
    const [first, second] = rampEvents(shop)
    await release(shop, second?.id)
    expect(await shop.state(session)).toMatchObject({ status: 'failed' })
    await release(shop, first?.id)
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
    while ((await shop.bff.tick()) > 0);
    expect(rampEvents(shop).slice(2)).toMatchObject([
      { id: second?.id, data: { meaning: undefined } },
      { id: first?.id, data: { meaning: 'completed', released: true } },
    ])
  })

  it('of one event decides for the others with its id, so that nothing is delivered twice', async () => {
    const shop = openRampShop()
    const session = await shop.open()
    await shop.hook(completed('evt_1', { session_id: 'ses_another' }))
    await shop.hook(completed('evt_1', { session_id: session.session_id }))
    await shop.bff.tick()
    await release(shop, rampEvents(shop)[1]?.id)
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
  })
})

describe("a session's id", () => {
  it('is the same with the prefix ses_ or sess_', async () => {
    const shop = openRampShop()
    const session = await shop.open()
    await shop.hook(completed('evt_1', { session_id: session.session_id.replace('ses_', 'sess_') }))
    expect(await shop.state(session)).toMatchObject({ status: 'completed' })
    await shop.bff.tick()
    expect(rampEvents(shop)[0]?.data).toMatchObject({ meaning: 'completed' })
    expect(rampEvents(shop)[0]?.data).toMatchObject({ suspect: undefined })
    expect(await shop.ops.erase(session.session_id.replace('ses_', 'sess_'))).toBe(true)
  })
})

describe('a webhook that is answered with 2xx', () => {
  it.each([
    ['not JSON', 'not json', 'bad_json'],
    ['a list', '[]', 'bad_shape'],
    ['without a kind', '{}', 'no_kind'],
    ['too deep', `{"type":"x","data":${'['.repeat(40)}${']'.repeat(40)}}`, 'too_deep'],
  ])('reaches the app unchanged if it is %s', async (_, text, reason) => {
    const shop = openRampShop()
    const session = await shop.open()
    expect((await shop.hook(text)).status).toBe(200)
    await shop.bff.tick()
    expect(shop.events).toMatchObject([
      { type: 'webhook.unusable', data: { reason, body: text, session_id: session.session_id } },
    ])
    expect(await shop.state(session)).toMatchObject({ status: 'created' })
  })

  it.each([null, 'text', 7, { nested: [] }])('reaches the app even if its data is %j', async (data) => {
    const shop = openRampShop()
    await shop.open()
    expect((await shop.hook({ ...completed('evt_1'), data })).status).toBe(200)
    await shop.bff.tick()
    expect(shop.events).toMatchObject([{ type: 'ramp.purchase.completed', data: { meaning: 'completed' } }])
  })

  it('reaches the app if the session stays unknown, or was erased', async () => {
    const shop = openRampShop()
    const session = await shop.open()
    await shop.ops.erase(session.session_id)
    expect((await shop.hook(completed('evt_1', { amount: '12', currency: 'BTC' }))).status).toBe(200)
    for (let n = 0; n < 12 && shop.events.length === 0; n++) {
      await shop.bff.tick()
      shop.turnClock(3_600_000)
    }
    expect(shop.events).toMatchObject([
      {
        type: 'webhook.unusable',
        data: {
          reason: 'unknown_session',
          authenticity: 'capability',
          body: expect.stringContaining('12'),
        },
      },
    ])
    expect(shop.events[0]?.data).not.toHaveProperty('session_id')
    for (let n = 0; n < 12; n++) {
      await shop.bff.tick()
      shop.turnClock(3_600_000)
    }
    expect(shop.events).toHaveLength(1)
  })

  it('is not confused with another whose long id begins alike', async () => {
    const shop = openRampShop()
    await shop.open()
    const long = 'evt_'.padEnd(300, 'x')
    for (const id of [`${long}1`, `${long}2`]) await shop.hook(completed(id))
    expect(await shop.bff.tick()).toBe(2)
  })

  it('reaches the app as suspect even if it arrived before its session was known', async () => {
    const shop = openRampShop()
    const { createRampSession } = shop.provider
    const early = openRampShop({
      ramp: {
        provider: {
          async createRampSession(request, options) {
            const status = (
              await early.hook(completed('evt_1', { session_id: 'ses_another' }), request.webhook_url)
            ).status
            expect(status).toBe(200)
            return createRampSession(request, options)
          },
        },
      },
    })
    const session = await early.open()
    await vi.waitFor(async () => {
      await early.bff.tick()
      expect(rampEvents(early)).toMatchObject([{ data: { suspect: ['session_id'] } }])
    })
    expect(await early.state(session)).toMatchObject({ status: 'needs_review' })
  })
})

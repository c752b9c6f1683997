import { describe, expect, it } from 'vitest'
import { currencyKind } from './ramp-money.js'
import {
  parseWebhookEvent,
  rampDetails,
  rampMeaning,
  readRampMoney,
  reportedFacts,
  serviceEvent,
  type WebhookEvent,
} from './webhook.js'

const current = {
  id: 'evt_1',
  type: 'ramp.purchase.completed',
  created_at: '2026-01-01T14:00:00Z',
  livemode: true,
  data: { session_id: 'ses_1', amount: '0.001', nested: { a: [1, 2] } },
}
const older = {
  event: 'RAMP_WIDGET.V1.PAYMENT.SETTLED',
  data: { session_id: 'ses_1', email: 'person@mail.example' },
  url: 'https://shop.example/leyden/webhooks/ramp/secret',
  created_at: '2026-01-01T14:00:00Z',
}

function parse(body: string | object): WebhookEvent {
  const event = parseWebhookEvent(body)
  if (!event.ok) throw new Error(`refused: ${event.reason}`)
  return event
}

describe('parseWebhookEvent', () => {
  it('reads the documented envelope', () => {
    expect(parse(JSON.stringify(current))).toEqual({
      ok: true,
      envelope: 'current',
      id: 'evt_1',
      type: 'ramp.purchase.completed',
      createdAt: '2026-01-01T14:00:00Z',
      livemode: true,
      sessionId: 'ses_1',
      data: current.data,
      userTokens: {},
      other: {},
      canonical:
        '["ramp.purchase.completed","2026-01-01T14:00:00Z",true,{"amount":"0.001","nested":{"a":[1,2]},"session_id":"ses_1"}]',
    })
  })

  it('reads the older envelope, which has no id, and removes the secret that it echoes', () => {
    const event = parse(older)
    expect(event).toMatchObject({
      envelope: 'older',
      id: null,
      type: older.event,
      livemode: null,
      sessionId: 'ses_1',
      data: older.data,
    })
    expect(JSON.stringify(event)).not.toContain('secret')
  })

  it('has one canonical text for one event, whatever the order of its fields and the URL it was sent to', () => {
    const { data } = older
    const retry = {
      created_at: older.created_at,
      url: 'https://shop.example/elsewhere',
      data: { email: data.email, session_id: data.session_id },
      event: older.event,
    }
    expect(parse(retry).canonical).toBe(parse(older).canonical)
  })

  it('has a different canonical text if any value differs', () => {
    const { canonical } = parse(older)
    for (const change of [
      { event: 'RAMP_WIDGET.V1.PAYMENT.FAILED' },
      { created_at: '2026-01-01T14:00:01Z' },
      { data: { ...older.data, session_id: 'ses_2' } },
      { data: [older.data] },
      { created_at: 1_767_276_000 },
    ])
      expect(parse({ ...older, ...change }).canonical).not.toBe(canonical)
    const timed = [1_767_276_000, 1_767_276_001].map((created_at) => parse({ ...older, created_at }))
    expect(timed.map(({ createdAt }) => createdAt)).toEqual([null, null])
    expect(timed[0]?.canonical).not.toBe(timed[1]?.canonical)
  })

  it('distinguishes two bodies with one id by their content', () => {
    const other = { ...current, data: { ...current.data, amount: '0.002' } }
    expect(parse(other).id).toBe(parse(current).id)
    expect(parse(other).canonical).not.toBe(parse(current).canonical)
    expect(parse({ ...current, livemode: false }).canonical).not.toBe(parse(current).canonical)
  })

  it('keeps events of unknown kinds unchanged', () => {
    const strange = { id: 'evt_2', type: 'ramp.refund.created', data: { a: { b: null } }, attempt: 3 }
    expect(parse(strange)).toMatchObject({
      type: 'ramp.refund.created',
      createdAt: null,
      livemode: null,
      sessionId: null,
      data: { a: { b: null } },
      other: { attempt: 3 },
    })
    expect(parse({ type: 'x', data: 'text' })).toMatchObject({ data: {}, other: { data: 'text' } })
  })

  it('removes user tokens from the payload of any kind', () => {
    const handed = parse({
      ...older,
      event: 'RAMP_WIDGET.V1.USER_ACCESS_TOKEN.CREATED',
      data: { session_id: 'ses_1', token: 't', access_token: 'a', refreshToken: 'r' },
    })
    expect(handed.data).toEqual({ session_id: 'ses_1' })
    expect(handed.userTokens).toEqual({ token: 't', access_token: 'a', refreshToken: 'r' })
    const elsewhere = parse({ ...current, data: { accessToken: 'a', token_count: 1 } })
    expect(elsewhere).toMatchObject({ data: { token_count: 1 }, userTokens: { accessToken: 'a' } })
  })

  it('removes user tokens at any depth', () => {
    const nested = parse({
      ...older,
      event: 'ramp.user_access_token.created',
      data: { session_id: 'ses_1', users: [{ id: 7, token: 't' }, { access_token: 'a' }] },
    })
    expect(nested.data).toEqual({ session_id: 'ses_1', users: [{ id: 7 }, {}] })
    expect(nested.userTokens).toEqual({ token: 't', access_token: 'a' })
    const twice = parse({ ...current, data: { access_token: 'outer', more: { access_token: 'inner' } } })
    expect(twice).toMatchObject({ data: { more: {} }, userTokens: { access_token: 'outer' } })
  })

  it('removes user tokens from the envelope as well', () => {
    const event = parse({ ...current, refresh_token: 'r', attempt: { no: 1, access_token: 'a' } })
    expect(event).toMatchObject({
      other: { attempt: { no: 1 } },
      userTokens: { refresh_token: 'r', access_token: 'a' },
    })
    expect(JSON.stringify(serviceEvent(event))).not.toMatch(/token/)
  })

  it('removes names that would change the prototype of an object', () => {
    const event = parse('{"type":"x","__proto__":{"a":1},"data":{"constructor":{"prototype":{"b":1}},"c":1}}')
    expect(serviceEvent(event)).toEqual({
      id: null,
      type: 'x',
      created_at: null,
      livemode: null,
      data: { c: 1 },
    })
    expect(Object.hasOwn(event.other, '__proto__')).toBe(false)
  })

  it('refuses a body that is not an event, with the reason', () => {
    const deep = `{"type":"x","data":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    const reasons = {
      'not json': 'bad_json',
      '[]': 'bad_shape',
      '{"id":"evt_1"}': 'no_kind',
      [deep]: 'too_deep',
    }
    for (const [body, reason] of Object.entries(reasons))
      expect(parseWebhookEvent(body)).toEqual({ ok: false, reason })
    expect(parseWebhookEvent('{"type":7,"event":""}')).toEqual({ ok: false, reason: 'no_kind' })
  })
})

describe('rampMeaning', () => {
  it.each([
    ['ramp.purchase.completed', 'completed'],
    ['ramp.purchase.failed', 'failed'],
    ['RAMP_WIDGET.V1.WITHDRAWAL.SUCCEEDED', 'completed'],
    ['RAMP_WIDGET.V1.PAYMENT.INITIATED', 'processing'],
    ['RAMP_WIDGET.V1.PAYMENT.SETTLED', 'processing'],
    ['RAMP_WIDGET.V1.PAYMENT.FAILED', 'failed'],
    ['RAMP_WIDGET.V1.WITHDRAWAL.FAILED', 'failed'],
    ['RAMP_WIDGET.V1.KYC.REJECTED', 'failed'],
    ['RAMP_WIDGET.V1.SESSION.CLOSED', 'cancelled'],
  ])('%s means %s', (type, meaning) => {
    expect(rampMeaning(type)).toBe(meaning)
    expect(rampMeaning({ type })).toBe(meaning)
  })

  it.each([
    'RAMP_WIDGET.V1.SESSION.OPENED',
    'RAMP_WIDGET.V1.KYC.APPROVED',
    'RAMP_WIDGET.V1.USER_ACCESS_TOKEN.CREATED',
    'RAMP_WIDGET.V1.constructor',
    'ramp.purchase.completed.test',
    'PAYMENT.FAILED',
    'x.WITHDRAWAL.SUCCEEDED',
    'toString',
    '',
  ])('%s changes nothing', (type) => {
    expect(rampMeaning(type)).toBeNull()
  })

  it('has no meaning for a kind that only begins like a known one', () => {
    const known = [
      'ramp.purchase.completed',
      ...['WITHDRAWAL.SUCCEEDED', 'PAYMENT.SETTLED', 'KYC.REJECTED', 'SESSION.CLOSED'].map(
        (kind) => `RAMP_WIDGET.V1.${kind}`,
      ),
    ]
    for (const kind of known)
      for (const type of [`${kind}.UNDONE`, `TEST.${kind}`]) expect(rampMeaning(type), type).toBeNull()
  })
})

describe('serviceEvent', () => {
  it('returns each envelope with the service’s own field names', () => {
    expect(serviceEvent(parse({ ...current, attempt: 2 }))).toEqual({ ...current, attempt: 2 })
    const { event: type, data, created_at } = older
    expect(serviceEvent(parse(older))).toEqual({ id: null, type, created_at, livemode: null, data })
  })
})

const SWAPPED: Readonly<Record<string, string>> = {
  base_amount: 'quote_amount',
  base_currency: 'quote_currency',
  quote_amount: 'base_amount',
  quote_currency: 'base_currency',
  amount: 'fiat_amount',
  currency: 'fiat_currency',
  fiat_amount: 'amount',
  fiat_currency: 'currency',
}
/** The same event with the amounts the other way round. */
const swapped = (data: object) =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [SWAPPED[name] ?? name, value]))
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

describe('the money of an event', () => {
  const bitcoinAndDollars = {
    amount: '0.00042',
    currency: 'BTC',
    paid_amount: '50.00',
    paid_currency: 'USD',
  }

  it.each([
    [
      { base_amount: '0.00042', base_currency: 'BTC', quote_amount: '50.00', quote_currency: 'USD' },
      bitcoinAndDollars,
    ],
    [{ amount: '0.00042', currency: 'BTC', fiat_amount: '50.00', fiat_currency: 'USD' }, bitcoinAndDollars],
    [
      { base_amount: '0.00042', base_currency: 'BTC', fiat_amount: '50.00', fiat_currency: 'USD' },
      bitcoinAndDollars,
    ],
    [
      { amount: 4.2e-7, currency: 'btc', fiat_amount: 50, fiat_currency: 'eur' },
      { amount: '0.00000042', currency: 'btc', paid_amount: '50', paid_currency: 'eur' },
    ],
    [
      { base_amount: '42000', base_currency: 'SATS', quote_amount: '50', quote_currency: 'USD' },
      { amount: '42000', currency: 'SATS', paid_amount: '50', paid_currency: 'USD' },
    ],
    [
      { base_amount: '42', base_currency: 'btc lightning', quote_amount: '5', quote_currency: 'X-UNKNOWN' },
      { amount: '42', currency: 'btc lightning', paid_amount: '5', paid_currency: 'X-UNKNOWN' },
    ],
    [
      { base_amount: '0.1', base_currency: 'XBT' },
      { amount: '0.1', currency: 'XBT' },
    ],
    // The same amount twice is one amount.
    [
      { base_amount: '0.10', base_currency: 'BTC', amount: 0.1, currency: 'btc' },
      { amount: '0.10', currency: 'BTC' },
    ],
    // Two prices: nobody knows which one was paid.
    [
      {
        ...{ base_amount: '0.1', base_currency: 'BTC', quote_amount: '50', quote_currency: 'USD' },
        ...{ fiat_amount: '47', fiat_currency: 'EUR' },
      },
      { amount: '0.1', currency: 'BTC' },
    ],
  ])('is read by its currencies, whichever side has which name: %j', (data, details) => {
    for (const each of [data, swapped(data)]) {
      expect(plain(rampDetails({ data: each }))).toEqual(details)
      expect(readRampMoney(each).unread).toBeUndefined()
    }
  })

  it.each([
    ['no_bitcoin_side', { base_amount: '1', base_currency: 'ETH', quote_amount: '2', quote_currency: 'JPY' }],
    ['no_bitcoin_side', { base_amount: '1', quote_amount: '2', quote_currency: 'USD' }],
    ['no_bitcoin_side', { fiat_amount: '50', fiat_currency: 'USD' }],
    ['no_bitcoin_side', { amount: '50' }],
    [
      'two_bitcoin_sides',
      { base_amount: '1', base_currency: 'BTC', quote_amount: '2', quote_currency: 'SAT' },
    ],
    ['two_bitcoin_sides', { base_amount: '1', base_currency: 'BTC', amount: '2', currency: 'BTC' }],
    [undefined, { amount: { value: 1 }, currency: 'BTC' }],
    [undefined, { base_amount: '1,000.00', base_currency: 'BTC' }],
    [undefined, { base_amount: '-1', base_currency: 'BTC' }],
    [undefined, { base_amount: '1e9', base_currency: 'BTC', quote_currency: 'USD' }],
    [undefined, {}],
  ])('has no amount, with the reason %s: %j', (reason, data) => {
    for (const each of [data, swapped(data)]) {
      expect(plain(rampDetails({ data: each }))).toEqual({})
      expect(readRampMoney(each).unread).toBe(reason)
    }
  })

  it('also counts the session’s own base currency as the bought side', () => {
    const data = { base_amount: '47', base_currency: 'EUR', quote_amount: '50', quote_currency: 'USDT' }
    const details = { amount: '50', currency: 'USDT', paid_amount: '47', paid_currency: 'EUR' }
    for (const each of [data, swapped(data)])
      expect(plain(rampDetails({ data: each }, { baseCurrency: 'usdt' }))).toEqual(details)
    const both = { base_amount: '1', base_currency: 'BTC', quote_amount: '50', quote_currency: 'USDT' }
    expect(readRampMoney(both, { baseCurrency: 'USDT' })).toMatchObject({
      details: {},
      unread: 'two_bitcoin_sides',
    })
  })

  it.each([
    [
      { fee: '0.75', fee_currency: 'USD' },
      { fee_amount: '0.75', fee_currency: 'USD' },
    ],
    [
      { fee_amount: 12, fee_currency: 'SATS' },
      { fee_amount: '12', fee_currency: 'SATS' },
    ],
    [{ fee: '0.75' }, {}],
    [{ rate: '119047.6' }, { rate: '119047.6' }],
    [{ exchange_rate: 119047.6 }, { rate: '119047.6' }],
    // The inverse, and the rate of another unit.
    [{ rate: '0.0000084' }, {}],
    [{ price: '1.19' }, {}],
  ])('has the fee and the rate of %j if they are clear', (more, details) => {
    const data = {
      base_amount: '0.00042',
      base_currency: 'BTC',
      quote_amount: '50.00',
      quote_currency: 'USD',
    }
    for (const each of [data, swapped(data)])
      expect(plain(rampDetails({ data: { ...each, ...more } }))).toEqual({ ...bitcoinAndDollars, ...details })
  })

  it('has the fee of a fiat amount, but not if that side is bitcoin', () => {
    const data = {
      amount: '0.00042',
      currency: 'BTC',
      fiat_amount: '50.00',
      fiat_currency: 'USD',
      fiat_fee: '0.75',
    }
    const fee = { fee_amount: '0.75', fee_currency: 'USD' }
    expect(plain(rampDetails({ data }))).toEqual({ ...bitcoinAndDollars, ...fee })
    expect(plain(rampDetails({ data: swapped(data) }))).toEqual(bitcoinAndDollars)
  })

  it.each([
    ['BTC', 'bitcoin'],
    ['btc-ln', 'bitcoin'],
    ['Sats', 'bitcoin'],
    ['USD', 'other'],
    ['eth', 'other'],
    ['USDT', 'other'],
    ['WBTC', 'unknown'],
    ['BTC_2', 'unknown'],
    ['', 'unknown'],
  ])('knows the code %j as %s', (code, kind) => {
    expect(currencyKind(code)).toBe(kind)
  })
})

describe('rampDetails', () => {
  it.each([
    [
      { payment_hash: 'ab', destination: 'a@b.example', reference_id: 7 },
      { payment_hash: 'ab', destination: 'a@b.example', reference_id: '7' },
    ],
    [{ payment_hash: '', destination: null, reference_id: {} }, {}],
  ])('reads %j', (data, details) => {
    expect(plain(rampDetails({ data }))).toEqual(details)
  })
})

describe('reportedFacts', () => {
  const reported = (data: Record<string, unknown>, livemode: boolean | null = null) =>
    plain(reportedFacts({ type: 'ramp.other', data, livemode }, rampDetails({ data })))

  it('has what an event reports of its session', () => {
    const data = {
      session_id: 'ses_1',
      destination: 'a@b.example',
      reference_id: 'order-7',
      email: 'anna@mail.example',
      base_amount: '1',
      base_currency: 'BTC',
      quote_currency: 'USD',
    }
    const facts = {
      session_id: 'ses_1',
      livemode: true,
      destination: 'a@b.example',
      reference_id: 'order-7',
      currency: 'BTC',
      paid_currency: 'USD',
      email: 'anna@mail.example',
    }
    for (const each of [data, swapped(data)]) expect(reported(each, true)).toEqual(facts)
    expect(reported({ email: ' ', session_id: 7 })).toEqual({})
  })

  it.each<[object, string | undefined]>([
    [{ base_amount: '0', base_currency: 'BTC' }, '0'],
    [{ base_amount: 0, base_currency: 'BTC', quote_amount: '50', quote_currency: 'USD' }, '0'],
    [{ amount: '-5', currency: 'BTC' }, '-5'],
    [{ base_amount: -0.5, base_currency: 'BTC', quote_amount: '50', quote_currency: 'USD' }, '-0.5'],
    // A voucher: nothing was paid.
    [{ base_amount: '1', base_currency: 'BTC', quote_amount: '0', quote_currency: 'USD' }, '1'],
    [{ base_amount: '1', base_currency: 'BTC', quote_amount: '-1', quote_currency: 'USD' }, '1'],
    // The amount of the other pair can be read.
    [{ base_amount: '1', base_currency: 'BTC', amount: '-1', currency: 'BTC' }, '1'],
    [{ base_amount: '1', base_currency: 'BTC', amount: '0', currency: 'BTC' }, undefined],
    [{ base_amount: '0', base_currency: 'USD' }, undefined],
    [{ base_amount: 'none', base_currency: 'BTC' }, undefined],
    [{ base_amount: '-1' }, undefined],
    [{ base_currency: 'BTC' }, undefined],
    [{}, undefined],
  ])('reads of %j that %s was bought, of a completed purchase only', (data, amount) => {
    const of = (type: string, each = { ...data, status: ' done ' }) =>
      plain(reportedFacts({ type, data: each, livemode: null }, rampDetails({ data: each })))
    for (const type of ['ramp.purchase.completed', 'RAMP_WIDGET.V2.WITHDRAWAL.SUCCEEDED']) {
      expect(of(type)).toMatchObject({ status: 'done' })
      expect(of(type).amount).toBe(amount)
    }
    expect(Object.keys(of('ramp.purchase.failed'))).not.toContain('amount')
    expect(Object.keys(of('ramp.purchase.failed'))).not.toContain('status')
  })

  it.each([
    [{ base_currency: 'ETH', quote_currency: 'JPY' }, 'ETH'],
    // One code alone may be that of the price, and nobody knows the other one.
    [{ base_currency: 'ETH' }, undefined],
    [{ base_currency: 'WBTC', quote_currency: 'USD' }, undefined],
  ])('knows of %j that %s was bought, which is not bitcoin', (data, currency) => {
    const isKnown = reported(data).currency !== undefined
    expect(reported(swapped(data)).currency !== undefined).toBe(isKnown)
    expect(reported(data).currency).toBe(currency)
  })
})

import type { Outcome } from '@leyden/react/options'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openDialog, plainKit } from '../test-support/plain-kit.js'
import { createLeyden, type Leyden } from './leyden.js'

let leyden: Leyden
let plain: ReturnType<typeof plainKit>
let outcome: Outcome

beforeEach(() => {
  outcome = { status: 'cancelled' }
  plain = plainKit(() => outcome)
  leyden = createLeyden({
    version: '1.2.3',
    kit: plain.kit,
  })
})
afterEach(() => {
  leyden.remove()
  document.body.replaceChildren()
})

const call = (request: unknown) =>
  JSON.parse(leyden.api.call(typeof request === 'string' ? request : JSON.stringify(request)))
const drain = () => JSON.parse(leyden.api.drain())
const refused = (kind: string) => [
  { id: '1', type: 'error', data: { kind, status: 'error', code: 'BAD_REQUEST', retryable: false } },
]

it('opens, answers when it closes, and reports a late payment with the engine’s own id', async () => {
  expect(call({ id: 'c', method: 'configure', params: { bffUrl: '/leyden', token: 'secret' } }).ok).toBe(true)
  expect(await leyden.settings().getToken?.()).toBe('secret')
  expect(call({ id: '7', method: 'open', params: { kind: 'pay', address: 'alice@wallet.example' } })).toEqual(
    {
      v: 1,
      id: '7',
      ok: true,
      result: null,
    },
  )
  expect(openDialog()).toBeDefined()
  expect(drain()).toEqual([])
  outcome = { status: 'pending' }
  call({ method: 'close' })
  await vi.waitFor(() => expect(openDialog()).toBeUndefined())
  await new Promise((resolve) => setTimeout(resolve))
  expect(drain()).toEqual([
    { v: 1, id: '7', type: 'outcome', data: { v: 1, id: '7', kind: 'pay', status: 'pending' } },
  ])
  plain.payLate({ status: 'expired' })
  await new Promise((resolve) => setTimeout(resolve))
  expect(drain()).toMatchObject([{ id: '7', type: 'outcome', data: { status: 'expired' } }])
  expect(drain()).toEqual([])
})

it('accepts every option, and dates as ISO 8601', async () => {
  call({ method: 'configure', params: { bffUrl: '/leyden', theme: { accent: '#0b7285' } } })
  const options = {
    defaultAddress: 'alice@wallet.example',
    presets: [500, 2100],
    wallets: [{ name: 'Phoenix', prefix: 'phoenix:' }],
  }
  const fiat = { currency: 'USD', rate: 97_142.86 }
  call({
    method: 'open',
    params: { kind: 'pay', ...options, fiat: { ...fiat, asOf: '2026-01-01T14:51:00Z' } },
  })
  expect(plain.handed).toEqual([{ ...options, fiat: { ...fiat, asOf: new Date('2026-01-01T14:51:00Z') } }])
  call({ method: 'close' })
  await vi.waitFor(() => expect(openDialog()).toBeUndefined())
  const wrong = call({ method: 'open', params: { kind: 'pay', fiat: { ...fiat, asOf: 'yesterday' } } })
  expect(wrong).toMatchObject({ ok: false, error: { message: expect.stringContaining('fiat.asOf') } })
})

it('pushes messages to a listener, instead of queueing them', async () => {
  const messages: string[] = []
  leyden.api.on('message', (json) => messages.push(json))
  call({ method: 'configure', params: { bffUrl: '/leyden' } })
  call({ id: '1', method: 'open', params: { kind: 'ramp' } })
  call({ method: 'close' })
  await vi.waitFor(() => expect(messages).toHaveLength(1))
  expect(JSON.parse(messages[0] ?? '')).toMatchObject({ id: '1', type: 'outcome' })
  expect(drain()).toEqual([])
})

it('closes automatically after the engine’s timeout', async () => {
  call({ method: 'configure', params: { bffUrl: '/leyden' } })
  call({ id: '1', method: 'open', params: { kind: 'pay', timeoutMs: 50 } })
  await vi.waitFor(() => expect(openDialog()).toBeUndefined())
})

it.each([
  ['an amount that could not be calculated', { address: 'alice@wallet.example', amountSats: Number.NaN }],
  ['an empty amount', { address: 'alice@wallet.example', amountSats: '' }],
  ['an amount that is none', { address: 'alice@wallet.example', amountSats: '2,100' }],
  ['an empty amount in lower case', { address: 'alice@wallet.example', amountsats: null }],
  ['an empty address', { address: '', amountSats: 2100 }],
  ['an address that is null', { address: null }],
  ['a mistyped option', { address: 'alice@wallet.example', amount: 2100 }],
  ['a mistyped option that is empty', { address: 'alice@wallet.example', amount: Number.NaN }],
])('refuses %s, and does not let the player choose', async (_name, options) => {
  call({ method: 'configure', params: { bffUrl: '/leyden' } })
  call({ id: '1', method: 'open', params: { kind: 'pay', ...options, reference: '', intent: null } })
  expect(openDialog()).toBeUndefined()
  await new Promise((resolve) => setTimeout(resolve))
  expect(drain()).toMatchObject(refused('pay'))
})

it.each([
  ['a payment', { kind: 'pay', address: 'alice@wallet.example', amountSats: 5, reference: '', intent: '' }],
  ['what an intent locks', { kind: 'pay', address: '', amountSats: null, reference: '', intent: 'signed' }],
  ['what the player may choose', { kind: 'pay', defaultAddress: '', description: null }],
  ['a purchase', { kind: 'ramp', quoteCurrency: 'USD', baseCurrency: 'BTC', destination: '', order: '' }],
  ['what an order sets', { kind: 'ramp', quoteCurrency: '', email: null, order: 'signed' }],
])('opens %s, although its engine also writes empty fields', async (_name, params) => {
  call({ method: 'configure', params: { bffUrl: '/leyden', locale: 'en', token: '' } })
  call({ id: '1', method: 'open', params })
  expect(openDialog()).toBeDefined()
  call({ method: 'close' })
  await vi.waitFor(() => expect(openDialog()).toBeUndefined())
})

it('passes only the intent on, whatever empty fields its engine writes', async () => {
  call({ method: 'configure', params: { bffUrl: '/leyden' } })
  const params = { kind: 'pay', address: '', amountSats: null, reference: '', intent: 'signed' }
  expect(call({ id: '1', method: 'open', params }).ok).toBe(true)
  expect(plain.handed).toEqual([{ intent: 'signed' }])
  call({ method: 'close' })
  await vi.waitFor(() => expect(openDialog()).toBeUndefined())
})

it.each([
  ['empty', { intent: '' }],
  ['null', { intent: null }],
  ['empty, and an amount is all that is beside it', { intent: '', amountSats: 2100 }],
  ['no text', { intent: { signed: true } }],
])('refuses an intent that is %s, and does not let the player choose', async (_name, options) => {
  call({ method: 'configure', params: { bffUrl: '/leyden' } })
  call({ id: '1', method: 'open', params: { kind: 'pay', ...options } })
  expect(openDialog()).toBeUndefined()
  await new Promise((resolve) => setTimeout(resolve))
  expect(drain()).toMatchObject(refused('pay'))
})

it.each([
  ['empty', { order: '' }],
  ['null, and nothing is beside it', { order: null, quoteCurrency: '' }],
  ['no text', { order: { signed: true }, quoteCurrency: 'USD' }],
])('refuses a ramp order that is %s, and does not let the player choose', async (_name, options) => {
  call({ method: 'configure', params: { bffUrl: '/leyden' } })
  call({ id: '1', method: 'open', params: { kind: 'ramp', ...options } })
  expect(openDialog()).toBeUndefined()
  await new Promise((resolve) => setTimeout(resolve))
  expect(drain()).toMatchObject(refused('ramp'))
})

it.each([
  ['no JSON', '{'],
  ['not an object', '[]'],
  ['no method', '{"id":"1"}'],
  ['an unknown method', '{"id":"1","method":"eval","params":{"code":"1"}}'],
  ['a method of Object', '{"id":"1","method":"constructor"}'],
  ['params that are none', '{"id":"1","method":"open","params":7}'],
  ['an unknown kind', '{"id":"1","method":"open","params":{"kind":"sell"}}'],
  ['an id that is none', '{"id":{},"method":"version"}'],
  ['a token that is no text', '{"id":"1","method":"configure","params":{"token":7}}'],
  ['a time that is no number', '{"id":"1","method":"open","params":{"kind":"pay","timeoutMs":"5000"}}'],
  ['an unknown setting', '{"id":"1","method":"configure","params":{"__proto__x":1}}'],
  ['nothing but length', JSON.stringify({ method: 'version', params: { x: 'x'.repeat(200_000) } })],
])('answers %s with an error and does not throw', (_name, json) => {
  expect(call(json)).toMatchObject({ v: 1, ok: false, error: { code: 'BAD_REQUEST' } })
})

it('answers a request that is not a string', () => {
  expect(JSON.parse(leyden.api.call(undefined as unknown as string)).ok).toBe(false)
  expect(call({ id: '9', method: 'version' })).toEqual({ v: 1, id: '9', ok: true, result: '1.2.3' })
})

it('returns an error to an engine that has not called configure', async () => {
  call({ id: '1', method: 'open', params: { kind: 'pay' } })
  await new Promise((resolve) => setTimeout(resolve))
  expect(drain()).toMatchObject(refused('pay'))
})

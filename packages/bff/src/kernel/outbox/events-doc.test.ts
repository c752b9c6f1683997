import { readFileSync } from 'node:fs'
import { decodeInvoice } from '@leyden/lightning'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { older, openRampShop } from '../../test-support/ramp-shop.js'
import { asAdmin, openCharge } from '../../test-support/shop.js'

interface Message {
  type: string
  data: object
}

const DOC = new URL('../../../../../docs/events.md', import.meta.url)
const examples = [...readFileSync(DOC, 'utf8').matchAll(/```json\n([\s\S]*?)```/g)].map(
  ([, json]) => JSON.parse(json ?? '') as Message,
)

const HASH = /^[0-9a-f]{64}$/
const PURCHASE = {
  base_amount: '0.00042',
  base_currency: 'BTC',
  quote_amount: '50.00',
  quote_currency: 'USD',
  payment_hash: '5c8e1a70d2f94b36a8e0c1d75f3b92e46a7d08c5b1f2e3948576a0b9c8d7e6f5',
  destination: 'anna@wallet.example',
}

/** One message of each kind in the docs, in their order, from a running shop. */
async function delivered(): Promise<Message[]> {
  const messages: Message[] = []
  const shop = openRampShop({
    identify: async () => ({
      id: 'user-42',
      email: 'anna@mail.example',
      referenceId: 'order-8',
      destination: 'anna@wallet.example',
    }),
    onEvent: (event) => void messages.push(JSON.parse(JSON.stringify(event))),
  })
  const next = async () => {
    await shop.bff.tick()
    return messages.splice(0)
  }

  const order = {
    lnaddress: 'tips@shop.example',
    amount: '2100000',
    description: 'a tip',
    reference: 'order-7',
  }
  const { intent } = (await shop.post<{ intent: string }>('admin/intents', order, asAdmin())).data
  const { data } = await shop.post<{ invoice: { request: string } }>('v0/ln-address/fetch-charge', { intent })
  const { paymentHash } = decodeInvoice(data.invoice.request)
  await shop.bff.settle({ paymentHash, paidAt: shop.now() })
  const paid = await next()

  await openCharge(shop)
  shop.turnClock(3_662_000)
  const expired = [...(await next()), ...(await next())]

  const { session_id } = await shop.open({})
  const url = shop.webhookUrl()
  const completed = {
    id: 'evt_5f2c9a7b3d1e',
    type: 'ramp.purchase.completed',
    created_at: '2026-11-22T10:00:05Z',
    livemode: false,
    data: { session_id, reference_id: 'order-8', ...PURCHASE },
  }
  await shop.hook(older('PAYMENT.SETTLED', { session_id, email: 'anna@mail.example' }), url)
  await shop.hook(completed, url)
  await shop.hook(
    { ...completed, id: 'evt_90ab34cd56ef', data: { ...completed.data, session_id: 'ses_of_another' } },
    url,
  )
  await shop.hook('amount=12', url)
  const [settled, bought, suspect, unusable] = [
    ...(await next()),
    ...(await next()),
    ...(await next()),
    ...(await next()),
  ]
  return [...paid, ...expired, bought, settled, suspect, unusable].filter((message) => message !== undefined)
}

/** A message without the values that differ in every run. */
function timeless(message: Message): unknown {
  const text = JSON.stringify(message, (name, value: unknown) => {
    if (typeof value !== 'string' || value === PURCHASE.payment_hash) return value
    if (HASH.test(value)) return 'a hash'
    if (name === 'session_id' && value !== 'ses_of_another') return 'the session'
    if (/^[0-9a-f]{32,64}\.\d+$/.test(value)) return `event ${value.split('.')[1]}`
    return /^(timestamp|paid_at)$/.test(name) ? 'a time' : value
  })
  return JSON.parse(text)
}

describe('the examples of docs/events.md', () => {
  it('match the events of a shop, apart from ids and times', async () => {
    expect(examples.map(timeless)).toEqual((await delivered()).map(timeless))
  })

  it('match the schemas of the OpenAPI document, with at least one example for each schema', async () => {
    const shop = openRampShop()
    const document = await (await shop.bff.fetch(new Request(shop.url('openapi.json')))).json()
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'document', ...document })
    const validatorOf = (name: string) => ajv.compile({ $ref: `document#/components/schemas/${name}` })
    const isMessage = validatorOf('BffEvent')
    for (const example of examples) expect(isMessage(example), JSON.stringify(isMessage.errors)).toBe(true)
    const kinds = JSON.stringify(document.components.schemas.BffEvent).match(/\w+(?="\})/g) ?? []
    expect(kinds.length).toBeGreaterThanOrEqual(4)
    for (const kind of kinds)
      expect(
        examples.filter((example) => validatorOf(kind)(example)),
        kind,
      ).not.toEqual([])
    const [first] = examples
    expect(isMessage({ ...first, data: { ...first?.data, more: 1 } })).toBe(false)
  })
})

import type { IntentReading } from '@leyden/core'
import { describe, expect, it } from 'vitest'
import type { PayOptions } from '../pay-options.js'
import { orderOfIntent, orderOfProps, pageOf } from './order-name.js'

const reading: IntentReading = {
  lnaddress: 'alice@wallet.example',
  amount: '2100000',
  reference: 'cart-7',
  expires_at: '2030-01-01T00:00:00Z',
  network: 'regtest',
}
const props: PayOptions = { address: 'alice@wallet.example', amountSats: 2_100 }
const PAGE = pageOf({ pathname: '/shop', search: '', hash: '' })
const nameOfIntent = (change: Partial<IntentReading> = {}) =>
  orderOfIntent({ ...reading, ...change }, {}).name
const nameOfProps = (change: PayOptions = {}, page = PAGE) => orderOfProps({ ...props, ...change }, page).name

describe('a signed order', () => {
  it.each<[string, Partial<IntentReading>]>([
    ['reference', { reference: 'cart-8' }],
    ['recipient', { lnaddress: 'bob@wallet.example' }],
    ['amount', { amount: '9000000' }],
    ['network', { network: 'mainnet' }],
  ])('is another one with another %s', (_, change) => {
    expect(nameOfIntent(change)).not.toBe(nameOfIntent())
  })

  it.each<[string, Partial<IntentReading>]>([
    ['another note', { description: 'Two coffees' }],
    ['another expiry', { expires_at: '2031-01-01T00:00:00Z' }],
    ['payments', { arrived: [{ id: 'ab'.repeat(32), amount: '1', at: '2026-01-01T00:00:00Z' }] }],
  ])('is the same with %s', (_, change) => {
    expect(nameOfIntent(change)).toBe(nameOfIntent())
  })

  it('is not the order of a page with equal props, which nobody has signed', () => {
    const order = orderOfProps({ ...props, reference: 'cart-7', network: 'regtest' }, PAGE)
    expect(order.reference).toBe('cart-7')
    expect(order.name).not.toBe(nameOfIntent())
  })
})

describe('an order of props', () => {
  it.each<[string, PayOptions]>([
    ['reference', { reference: 'cart-7' }],
    ['recipient', { address: 'bob@wallet.example' }],
    ['amount', { amountSats: 9_000 }],
    ['network', { network: 'regtest' }],
    ['note', { description: 'Two coffees' }],
  ])('is another one with another %s', (_, change) => {
    expect(nameOfProps(change)).not.toBe(nameOfProps())
  })

  it('is the same with the same values in another form', () => {
    expect(nameOfProps({ address: ' Alice@Wallet.Example', amountSats: 2_100n })).toBe(nameOfProps())
    expect(nameOfProps({ defaultAmountSats: 500, fiat: 'USD' })).toBe(nameOfProps())
  })

  it('is the same on every page and with every note, if it has a reference', () => {
    const reference = 'cart-7'
    const elsewhere = pageOf({ pathname: '/checkout', search: '?step=2', hash: '#pay' })
    expect(nameOfProps({ reference, description: 'Two coffees' }, elsewhere)).toBe(nameOfProps({ reference }))
    expect(nameOfProps({ reference, amountSats: 9_000 })).not.toBe(nameOfProps({ reference }))
  })

  it.each([
    ['path', { pathname: '/other' }],
    ['query', { search: '?order=2' }],
    ['hash', { hash: '#order=2' }],
    ['hash of a router', { hash: '#/order/2' }],
  ])('is another one on a page with another %s, if it has no reference', (_, change) => {
    const url = { pathname: '/shop', search: '?order=1', hash: '', ...change }
    expect(nameOfProps({}, pageOf(url))).not.toBe(
      nameOfProps({}, pageOf({ pathname: '/shop', search: '?order=1', hash: '' })),
    )
  })

  it.each([
    'utm_source=news&utm_campaign=x',
    'gclid=1',
    'gbraid=1&wbraid=1',
    'fbclid=1',
    'msclkid=1',
    'ttclid=1',
    'twclid=1',
    'igshid=1',
    'mc_cid=1&mc_eid=2',
    '_ga=1&_gl=2',
    'srsltid=1',
    'dclid=1',
    'yclid=1',
  ])('is the same on a page that a link with %s opens', (tracking) => {
    const at = (search: string) => pageOf({ pathname: '/shop', search, hash: '' })
    expect(at(`?${tracking}`)).toBe(at(''))
    expect(at(`?order=1&${tracking}`)).toBe(at('?order=1'))
    expect(at(`?${tracking}&order=1`)).toBe(at('?order=1'))
    expect(at(`?${tracking}&order=1`)).not.toBe(at('?order=2'))
  })

  it.each(['my_utm_source=1', 'gclid2=1', 'x_ga=1'])('is another one on a page with %s', (search) => {
    expect(pageOf({ pathname: '/shop', search: `?${search}`, hash: '' })).not.toBe(PAGE)
  })

  it.each<[PayOptions['remember'], boolean, boolean]>([
    [undefined, true, true],
    ['browser', true, true],
    ['tab', false, true],
    ['never', false, false],
  ])('is stored as remember says: %s', (remember, isForBrowser, isStored) => {
    expect(orderOfProps({ ...props, remember }, PAGE)).toMatchObject({ isForBrowser, isStored })
    expect(orderOfIntent(reading, { remember })).toMatchObject({ isForBrowser, isStored })
  })

  it('is stored without the URL, which may have a secret', () => {
    const page = pageOf({ pathname: '/shop', search: '?token=secret', hash: '#secret' })
    expect(page).toMatch(/^[0-9a-f]{64}$/)
  })
})

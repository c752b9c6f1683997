import { describe, expect, it } from 'vitest'
import { checkIntent, type IntentState } from './intent-reader.js'

const read = (amount: string): IntentState => ({
  status: 'read',
  token: 'signed',
  reading: {
    lnaddress: 'alice@wallet.example',
    amount,
    network: 'regtest',
    reference: 'order-1',
    expires_at: '2030-01-01T00:00:00Z',
  },
})

describe('an intent with props beside it', () => {
  it.each([
    [{}, '2100000'],
    [{ address: 'Alice@Wallet.example', amountSats: 2_100 }, '2100000'],
    [{ address: 'alice@wallet.example' }, '2100500'],
  ])('accepts %j, which match %s msat', (props, amount) => {
    const state = read(amount)
    expect(checkIntent(state, props)).toBe(state)
  })

  it.each([
    ['address', { address: 'bob@wallet.example' }, '2100000', 'bob@wallet.example', 'alice@wallet.example'],
    ['address', { address: 'not an address' }, '2100000', 'not an address', 'alice@wallet.example'],
    ['amountSats', { amountSats: 2_500 }, '2100000', '2500', 'says 2100.'],
    ['amountSats', { amountSats: 2_100 }, '2100500', '2100', 'says 2100.5.'],
    ['amountSats', { amountSats: 0 }, '1', '0', 'says 0.001.'],
  ])(
    'refuses another %s than the signed one, and names both values: %j',
    (field, props, amount, page, signed) => {
      const state = checkIntent(read(amount), props)
      expect(state).toMatchObject({ status: 'failed', error: { code: 'BAD_REQUEST', field } })
      if (state.status !== 'failed') return
      expect(state.error.message).toContain(page)
      expect(state.error.message).toContain(signed)
    },
  )

  it('is not compared before the BFF has read it', () => {
    const state: IntentState = { status: 'reading' }
    expect(checkIntent(state, { address: 'bob@wallet.example' })).toBe(state)
  })
})

import { expect, it } from 'vitest'
import { notPayable, payerDataRequired } from './provider.js'

it('says that an address cannot be paid, and why if that is known', () => {
  expect(notPayable()).toMatchObject({ code: 'NOT_LIGHTNING_ADDRESS', field: 'lnaddress', retryable: false })
  expect(notPayable().message).toContain('Nobody can be paid at this address.')
  expect(notPayable('This is not a Lightning Address.').message).toContain('This is not a Lightning Address.')
})

it('names the kind of payer data that an address requires, without the rest of a long text', () => {
  const error = payerDataRequired('name')
  expect(error).toMatchObject({ code: 'PAYER_DATA_REQUIRED', field: 'payer_data', actual: 'name' })
  expect(error.message).toContain("requires the payer's name")
  expect(payerDataRequired('n'.repeat(41)).actual).toBe('n'.repeat(40))
})

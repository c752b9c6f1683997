import { expect, it } from 'vitest'
import { notPayable, payerDataRequired } from './provider.js'

it('says that an address cannot be paid, and why', () => {
  const refusal = {
    detail: 'upstream_error',
    provider_message: 'Closed',
    provider_host: 'a.example',
  } as const
  const error = notPayable({ reason: 'not_usable', ...refusal })
  expect(error).toMatchObject({ code: 'NOT_LIGHTNING_ADDRESS', field: 'lnaddress', retryable: false })
  expect(error).toMatchObject({ reason: 'not_usable', detail: 'upstream_error' })
  expect(error).toMatchObject({ providerMessage: 'Closed', providerHost: 'a.example' })
  expect(error.message).toContain('Nobody can be paid at this address.')
  expect(notPayable({ reason: 'malformed' }, 'This is not a Lightning Address.').message).toContain(
    'This is not a Lightning Address.',
  )
  expect(notPayable({ reason: 'payer_data_required', payer_data: ['pubkey'] })).toMatchObject({
    code: 'PAYER_DATA_REQUIRED',
    actual: 'pubkey',
  })
})

it('names the kind of payer data that an address requires, unless it is no name', () => {
  const error = payerDataRequired('name')
  expect(error).toMatchObject({ code: 'PAYER_DATA_REQUIRED', field: 'payer_data', actual: 'name' })
  expect(error.message).toContain("requires the payer's name")
  for (const text of ['n'.repeat(41), '', 'a name'])
    expect(payerDataRequired(text)).toMatchObject({
      field: 'payer_data',
      message: expect.not.stringContaining('name'),
    })
})

import { expect, it } from 'vitest'
import { memoryLog } from '../test-support/memory-log.js'
import { withReferences } from './log-references.js'

it('warnings and errors link to their section of the documentation, by the constant part of the message', () => {
  const memory = memoryLog()
  const log = withReferences(memory)
  log.info({ status: 200 }, 'Request')
  log.warn({ relay: 'a' }, "The recipient's provider failed")
  log.error({}, 'The payment service refuses this BFF: check its API key, and the access token of the user')
  expect(memory.lines.map(({ fields }) => fields)).toEqual([
    { status: 200 },
    { relay: 'a', docs: 'docs/messages.md#the-recipients-provider-failed' },
    { docs: 'docs/messages.md#the-payment-service-refuses-this-bff' },
  ])
})

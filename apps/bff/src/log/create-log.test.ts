import { expect, it } from 'vitest'
import { createLog } from './create-log.js'

it('hides secret fields at any depth, and leaves the rest', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', secrets: [], write: (line) => lines.push(line) })
  const at = new Date(0)
  log.info(
    { code: 'REQUEST', email: 'canary', request: { headers: { authorization: ['canary'] } }, at },
    'Request',
  )
  log.info(
    {
      code: 'REQUEST',
      orders: [{ destination: 'x', more: [{ webhook_url: { href: 'canary' } }] }],
      status: 200,
    },
    'Request',
  )
  expect(lines.join()).not.toContain('canary')
  const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(first).toMatchObject({
    email: '[redacted]',
    at: at.toISOString(),
    msg: 'Request',
    name: 'leyden-bff',
  })
  const order = { destination: 'x', more: [{ webhook_url: '[redacted]' }] }
  expect(second).toMatchObject({ orders: [order], status: 200 })
})

it('adds the section of the documentation to warnings and errors', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', secrets: [], write: (line) => lines.push(line) })
  log.info({ code: 'LISTENING' }, 'Listening')
  log.warn({ code: 'DEV_IDENTITY_ON' }, 'Everybody is the same user')
  const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(first).toMatchObject({ code: 'LISTENING' })
  expect(first).not.toHaveProperty('docs')
  expect(second).toMatchObject({ code: 'DEV_IDENTITY_ON', docs: 'docs/messages.md#dev_identity_on' })
})

import { expect, it } from 'vitest'
import { openapi } from '../openapi.js'
import { operations } from '../operations/operations.js'
import { openShop, SECRET } from '../test-support/shop.js'
import type { Extension, Kernel } from './extension.js'
import { ok } from './readiness/check-result.js'

/** A BFF with an extension, and what the extension got and heard. */
function openExtended(parts: Partial<ReturnType<Extension>> = {}) {
  const kernels: Kernel[] = []
  const ops = operations()
  const shop = openShop({
    extensions: [
      ops,
      (kernel) => {
        kernels.push(kernel)
        return parts
      },
      openapi(),
    ],
  })
  return { ...shop, ops, kernels }
}

it('an extension is called once, with the options and without the secrets', () => {
  const { kernels } = openExtended()
  expect(kernels).toHaveLength(1)
  const [{ options }] = kernels as [Kernel]
  expect(options).toMatchObject({ network: 'regtest', mode: 'test', limits: { timeoutMs: 8_000 } })
  expect(
    JSON.stringify(options, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain(SECRET)
})

it('a route of an extension is served and documented', async () => {
  const { get } = openExtended({
    routes: [
      {
        name: 'hello',
        method: 'GET',
        path: '/hello',
        caller: 'server',
        handle: async () => new Response('hello', { headers: { 'x-hello': '1' } }),
      },
    ],
  })
  const { status, text, headers } = await get('hello')
  expect([status, text, headers.get('x-hello')]).toEqual([200, 'hello', '1'])
  expect((await get('openapi.json')).text).toContain('"/hello"')
})

it('a check of an extension is in the report of the operations', async () => {
  const { ops } = openExtended({
    checks: { moon: { about: 'the moon', check: async () => ok('It is full.') } },
  })
  const { findings } = await ops.check()
  expect(findings.at(-1)).toEqual({ subject: 'moon', outcome: 'ok', what: 'It is full.' })
})

it('closing the BFF closes its extensions', async () => {
  const extension = {
    closed: 0,
    close() {
      this.closed++
    },
  }
  const { bff } = openExtended(extension)
  expect(extension.closed).toBe(0)
  await bff.close()
  expect(extension.closed).toBe(1)
})

it('an extension learns the latest livemode, and reads the clock of the BFF', () => {
  const { kernels, now } = openExtended()
  const [{ latestLivemode, now: clock }] = kernels as [Kernel]
  expect(latestLivemode()).toBeUndefined()
  expect(Math.abs(clock().getTime() - now().getTime())).toBeLessThan(60_000)
})

import { describe, expect, it } from 'vitest'
import { openCharge, openShop } from '../test-support/shop.js'
import { operations } from './operations.js'

describe('operations', () => {
  it.each(['short', '', 7 as unknown as string, null as unknown as string])(
    'refuse the token %j',
    (token) => {
      expect(() => operations({ token })).toThrow(
        expect.objectContaining({
          code: 'BAD_REQUEST',
          field: 'token',
          message: expect.stringContaining('32'),
        }),
      )
    },
  )

  it('act on the BFF that has them, also without a token', async () => {
    const ops = operations()
    const shop = openShop({ extensions: [ops] })
    const { watch_url } = await openCharge(shop)
    const [, hash = ''] = /\.([0-9a-f]{64})\./.exec(watch_url) ?? []
    expect(await ops.erase(hash)).toBe(true)
    expect((await shop.get(watch_url)).status).toBe(404)
  })

  it('say what to do if no BFF has them', async () => {
    const { check, replay, redeliver, release, erase } = operations()
    for (const act of [check, replay, () => redeliver('x'), () => release('x'), () => erase('x')])
      await expect(act()).rejects.toMatchObject({
        code: 'NOT_CONFIGURED',
        message: expect.stringContaining('Pass the value to createBff'),
      })
  })

  it('are of one BFF, so that no action reaches another one', () => {
    const ops = operations()
    openShop({ extensions: [ops] })
    expect(() => openShop({ extensions: [ops] })).toThrow(/operations\(\) for each BFF/)
  })
})

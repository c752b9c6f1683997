import { describe, expect, it } from 'vitest'
import type { CheckRun } from './check.js'
import { SERVER_CHECKS } from './server-checks.js'

function checkOrigins(options: Pick<CheckRun, 'allowedOrigins' | 'origins'>) {
  return SERVER_CHECKS.origins.check({ publicUrl: 'https://shop.example/leyden', ...options } as CheckRun)
}

describe('the check of origins', () => {
  it.each([
    'http://localhost:5173',
    'http://shop.localhost:5173',
    'http://127.0.0.1:4000',
    'http://[::1]:4000',
    'https://page.example',
    'null',
  ])('accepts %s, which nobody in the network can change', async (origin) => {
    expect((await checkOrigins({ allowedOrigins: [origin], origins: [origin] })).outcome).toBe('ok')
  })

  it.each(['http://page.example', 'http://localhost.page.example', 'http://127.page.example'])(
    'refuses %s, which has no TLS',
    async (origin) => {
      expect(await checkOrigins({ allowedOrigins: [origin], origins: [] })).toMatchObject({
        outcome: 'problem',
        what: expect.stringContaining(origin),
      })
    },
  )
})

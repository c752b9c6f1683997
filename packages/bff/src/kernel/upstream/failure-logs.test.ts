import { readFileSync } from 'node:fs'
import { LeydenError } from '@leyden/core'
import type { PayProvider } from '@leyden/core/provider'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../stores/memory/memory-store.js'
import { openShop } from '../../test-support/shop.js'

/** The cells of each row of the guide, by the row's name. */
const guide = new Map(
  [
    ...readFileSync(new URL('../../../../../docs/failures.md', import.meta.url), 'utf8').matchAll(
      /^\| `(\w+)` \|(.*)\|$/gm,
    ),
  ].map(([, row = '', cells = '']) => [row, cells.split('|').at(-1)?.trim() ?? '']),
)

const refuses = (error: unknown, party?: PayProvider['party']): Partial<PayProvider> => ({
  party,
  validateLightningAddress: () => Promise.reject(error),
})

describe('the log of a failure', () => {
  it.each<[row: string, line: string, errorCode: string | undefined, pay: Partial<PayProvider>]>([
    ['shopTrouble', 'error REQUEST_FAILED', undefined, {}],
    [
      'shopMisconfigured',
      'error PAYMENT_SERVICE_REFUSES_BFF',
      'UNAUTHORIZED',
      refuses(new LeydenError('UNAUTHORIZED', 'x', { status: 401 })),
    ],
    ['busy', 'info REQUEST', 'RATE_LIMITED', refuses(new LeydenError('RATE_LIMITED', 'x'), 'recipient')],
    ...(['service', 'recipient'] as const).flatMap((party) =>
      (
        [
          ['Busy', new LeydenError('RATE_LIMITED', 'x', { status: 429 })],
          ['Silent', new LeydenError('NETWORK', 'x')],
          ['Trouble', new LeydenError('BAD_RESPONSE', 'x')],
          ['Refused', new LeydenError('COUNTRY_NOT_SUPPORTED', 'x', { status: 403 })],
        ] as const
      ).map(([how, error]): [string, string, string, Partial<PayProvider>] => [
        `${party}${how}`,
        party === 'recipient' ? 'warn RECIPIENT_PROVIDER_FAILED' : 'warn PAYMENT_SERVICE_FAILED',
        error.code,
        refuses(error, party),
      ]),
    ),
  ])('of %s matches the guide', async (row, expected, errorCode, pay) => {
    const shop = openShop()
    const store = memoryStore()
    if (row === 'shopTrouble') store.take = () => Promise.reject(new Error('full'))
    const failing = openShop({ pay: { ...shop.provider, ...pay }, store })
    const reply = await failing.get('v0/ln-address/validate/alice%40wallet.example')
    expect(reply.status).toBeGreaterThanOrEqual(400)
    const line = failing.log.lines.find(({ level, fields }) => `${level} ${fields.code}` === expected)
    expect(line?.fields).toMatchObject(errorCode === undefined ? {} : { errorCode })
    expect(line).toBeDefined()
    const [party] = /^(?:recipient|service)/.exec(row) ?? []
    if (party !== undefined)
      expect(reply.error.message).toMatch(
        party === 'recipient' ? /^The recipient's provider / : /^The payment service /,
      )
    if (row === 'busy') expect(reply.error.message).toMatch(/^The BFF has too many requests/)
    expect(guide.get(row)).toContain(expected.replace(/[A-Z_]+$/, '`$&`'))
  })
})

import { describe, expect, it } from 'vitest'
import { memoryLog } from '../../test-support/memory-log.js'
import { openShop } from '../../test-support/shop.js'
import { logWitness } from './payments-seen.js'

const service = {}
const recipients = { verify: async () => ({ status: 'open' as const }) }

describe('the first lines of the log say whether payments will be seen', () => {
  it.each([
    ['nobody sees them', { pay: service, settles: false }, 'warn', 'PAYMENTS_UNSEEN'],
    ['only some', { pay: service, settles: ['carol@wallet.example'] }, 'warn', 'PAYMENTS_UNSEEN'],
    ['this server does', { pay: service, settles: true }, 'info', 'PAYMENTS_SEEN'],
    ['recipients do', { pay: recipients, settles: false }, 'info', 'PAYMENTS_SEEN'],
  ] as const)('%s', (_, options, level, code) => {
    const log = memoryLog()
    logWitness(options, log)
    expect(log.lines).toMatchObject([{ level, fields: { code } }])
    if (level === 'warn') expect(JSON.stringify(log.lines)).toContain('LEYDEN_PROVIDER=verified-first')
  })

  it('once, when the BFF starts', () => {
    const log = memoryLog()
    const shop = openShop({ log })
    expect(log.lines).toEqual([])
    shop.bff.start()
    expect(log.lines).toMatchObject([{ fields: { code: expect.stringMatching(/^PAYMENTS_/) } }])
    void shop.bff.close()
  })
})

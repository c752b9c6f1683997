import { describe, expect, it } from 'vitest'
import { memoryLog } from '../../test-support/memory-log.js'
import { openShop } from '../../test-support/shop.js'
import { logWitness } from './payments-seen.js'

const service = {}
const recipients = { verify: async () => ({ status: 'open' as const }) }

describe('the first lines of the log say whether payments will be seen', () => {
  it.each([
    ['nobody sees them', service, false, 'warn', 'PAYMENTS_UNSEEN'],
    ['only some', service, ['carol@wallet.example'], 'warn', 'PAYMENTS_UNSEEN'],
    ['this server does', service, true, 'info', 'PAYMENTS_SEEN'],
    ['recipients do', recipients, false, 'info', 'PAYMENTS_SEEN'],
  ] as const)('%s', (_, pay, reported, level, code) => {
    const log = memoryLog()
    logWitness(pay, reported, log)
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

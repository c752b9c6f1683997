import { describe, expect, it } from 'vitest'
import { readPaymentSettings } from './payment-settings.js'

const KEY = 'ab'.repeat(32)
const URL = `nostr+walletconnect://${KEY}?relay=wss%3A%2F%2Frelay.example&secret=${KEY}`
const ADMIN = { LEYDEN_ADMIN_TOKEN: 'a token' }

const problemsOf = (env: Record<string, string>) => {
  try {
    readPaymentSettings(env)
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

describe('the settings of payments', () => {
  it.each<[string, boolean | string[]]>([
    ['', false],
    ['0', false],
    [' 1 ', true],
    ['alice@shop.example', ['alice@shop.example']],
    ['alice@shop.example, bob@shop.example,', ['alice@shop.example', 'bob@shop.example']],
  ])('reads LEYDEN_SETTLES=%j', (LEYDEN_SETTLES, recipients) => {
    expect(readPaymentSettings({ ...ADMIN, LEYDEN_SETTLES })).toEqual({
      provider: 'service',
      settlement: { recipients, source: undefined },
    })
  })

  it.each(['service', 'lnurl', 'verified-first'])('reads LEYDEN_PROVIDER=%s', (provider) => {
    expect(readPaymentSettings({ LEYDEN_PROVIDER: provider })).toMatchObject({
      provider,
      settlement: { recipients: false },
    })
  })

  it('makes the source of a wallet, which needs no admin token', () => {
    const { settlement } = readPaymentSettings({ LEYDEN_NWC_URL: URL, LEYDEN_SETTLES: '1' })
    expect(settlement.source).toMatchObject({ listen: expect.any(Function), lookUp: expect.any(Function) })
  })

  it.each([
    ['LEYDEN_PROVIDER', 'verified_first', {}],
    ['LEYDEN_SETTLES', 'true', ADMIN],
    ['LEYDEN_SETTLES', '1,alice@shop.example', ADMIN],
    ['LEYDEN_SETTLES', ' ,, ', ADMIN],
    ['LEYDEN_SETTLES', '1', {}],
    ['LEYDEN_NWC_URL', 'https://wallet.example', { LEYDEN_SETTLES: '1' }],
    ['LEYDEN_NWC_URL', URL, { LEYDEN_SETTLES: '0' }],
    ['LEYDEN_NWC_URL', URL, {}],
  ])('refuses %s=%s with one line, which repeats it unless it is a secret', (name, value, more) => {
    const problems = problemsOf({ ...more, [name]: value })
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} (must|needs) `))])
    if (name === 'LEYDEN_NWC_URL') expect(problems.join()).not.toContain(value)
    else if (problems[0]?.includes(' must ')) expect(problems[0]).toContain(`not "${value.trim()}"`)
  })

  it('names all problems at once', () => {
    expect(
      problemsOf({ LEYDEN_PROVIDER: 'carrier pigeon', LEYDEN_SETTLES: 'x', LEYDEN_NWC_URL: 'x' }),
    ).toEqual([
      expect.stringContaining('LEYDEN_PROVIDER'),
      expect.stringContaining('LEYDEN_SETTLES'),
      expect.stringContaining('LEYDEN_NWC_URL'),
    ])
  })
})

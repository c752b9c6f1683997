import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bffOptions } from '../bff-options.js'
import { environment, JWT_SECRET } from '../test-support/environment.js'
import { readConfiguration } from './configuration.js'
import { SETTINGS } from './settings.js'
import { FIRST_SETTINGS, WHO_NEEDS_IT } from './who-needs-it.js'

const base = environment('https://service.example')
const problemsOf = (more: Record<string, string>) => {
  try {
    readConfiguration({ ...base, ...more })
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

const log = { info() {}, warn() {}, error() {} }
const optionsOf = (more: Record<string, string>) => bffOptions(readConfiguration({ ...base, ...more }), log)

const KEY = 'c0ffee42'.repeat(8)
const NWC_URL = `nostr+walletconnect://${KEY}?relay=wss%3A%2F%2Frelay.example&secret=${KEY}`

describe('the configuration', () => {
  it('needs few variables, and has cautious defaults', () => {
    expect(readConfiguration({ ...base, LEYDEN_NETWORK: '' }).settings).toMatchObject({
      HOST: '127.0.0.1',
      LEYDEN_GUESTS: false,
      LEYDEN_DEV_IDENTITY: false,
      LEYDEN_JWT_SECRET: undefined,
      LEYDEN_JWKS_URL: undefined,
    })
    expect(optionsOf({ LEYDEN_NETWORK: '' })).toMatchObject({
      network: 'mainnet',
      settlement: { recipients: false, graceMs: 60_000 },
      allowedOrigins: [],
      trustedProxies: [],
    })
  })

  it.each([
    ['LEYDEN_BASE_URL', 'http://service.example'],
    ['LEYDEN_BASE_URL', 'https://user:password@service.example'],
    ['LEYDEN_PUBLIC_URL', 'https://shop.example/?a=b'],
    ['LEYDEN_CHARGE_BASE_URL', 'ftp://service.example'],
    ['LEYDEN_SECRET', `${base.LEYDEN_SECRET},short`],
    ['LEYDEN_SECRET', ' ,,, '],
    ['LEYDEN_SECRET', 'a'.repeat(40)],
    ['LEYDEN_ADMIN_TOKEN', 'short'],
    ['LEYDEN_SETTLES', '1', { LEYDEN_ADMIN_TOKEN: '' }],
    ['LEYDEN_SETTLES', 'elsewhere.example'],
    ['LEYDEN_SETTLES', '1,alice@shop.example,1'],
    ['LEYDEN_NWC_URL', `nostr+walletconnect://${KEY}?secret=${KEY}`, { LEYDEN_SETTLES: '1' }],
    ['LEYDEN_NWC_URL', `https://wallet.example/?secret=${KEY}`, { LEYDEN_SETTLES: '1' }],
    ['LEYDEN_NWC_URL', NWC_URL],
    ['LEYDEN_ALLOWED_ORIGINS', 'https://shop.example/page'],
    ['LEYDEN_ALLOWED_ORIGINS', '*'],
    ['LEYDEN_RAMP_ORIGINS', 'null'],
    ['LEYDEN_GUESTS', 'yes'],
    ['LEYDEN_GRACE_SECONDS', '-1'],
    ['LEYDEN_GRACE_SECONDS', '1.5'],
    ['LEYDEN_TRUSTED_PROXIES', 'proxy.example'],
    ['LEYDEN_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['LEYDEN_ADDRESSES', 'elsewhere.example'],
    ['LEYDEN_PROVIDER', 'carrier pigeon'],
    ['LEYDEN_EXCHANGE_RATES', 'dollars=100000'],
    ['LEYDEN_EXCHANGE_RATES', 'USD=1e5'],
    ['LEYDEN_EVENTS_URL', 'http://shop.example/events'],
    ['LEYDEN_EVENTS_SECRET', 'whsec_short', { LEYDEN_EVENTS_URL: 'https://shop.example/events' }],
    ['LEYDEN_EVENTS_SECRET', `whsec_${'A'.repeat(32)}`],
    ['LEYDEN_MIN_SATS', '1001', { LEYDEN_MAX_SATS: '1000' }],
    ['LEYDEN_OPERATIONS_PORT', '4001', { PORT: '4001' }],
    ['LEYDEN_OPERATIONS_PORT', '4000', { PORT: '' }],
    ['LEYDEN_OPERATIONS_HOST', '10.0.0.7'],
    ['LEYDEN_WEBHOOK_HMAC_HEADER', 'x-signature'],
    ['LEYDEN_WEBHOOK_STANDARD_SECRET', 'abc'],
    ['LEYDEN_JWT_SECRET', 'short'],
    ['LEYDEN_JWT_CLAIMS', 'role=admin', { LEYDEN_JWT_SECRET: JWT_SECRET }],
  ])('refuses %s=%s, and repeats it unless it is a secret', (name, value, more?: Record<string, string>) => {
    const jwt = { LEYDEN_JWT_ISSUER: 'shop', LEYDEN_JWT_AUDIENCE: 'leyden' }
    const problems = problemsOf({ ...jwt, [name]: value, ...more })
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.join()).toContain(name)
    const isSecret = /SECRET|TOKEN|NWC_URL|:password@/.test(`${name} ${value}`)
    // Of a list only the wrong entry is repeated.
    const repeated = [value, ...value.split(',')].filter((each) => problems[0]?.includes(` not "${each}"`))
    if (isSecret) expect(problems.join()).not.toContain(value)
    else if (problems[0]?.includes(`${name} must `)) expect(repeated).not.toEqual([])
  })

  it('allows settings that only look contradictory', () => {
    for (const more of [
      { LEYDEN_MIN_SATS: '1000', LEYDEN_MAX_SATS: '1000' },
      { PORT: '0', LEYDEN_OPERATIONS_PORT: '0' },
      { LEYDEN_SETTLES: '1' },
      { LEYDEN_SETTLES: 'alice@shop.example', LEYDEN_NWC_URL: NWC_URL, LEYDEN_ADMIN_TOKEN: '' },
    ])
      expect(problemsOf(more)).toEqual([])
  })

  it('takes the secrets of webhooks with or without their prefix, and with the line break of a file', () => {
    const key = btoa('a key of at least 24 bytes!')
    for (const secret of [key, `whsec_${key}`, `whsec_${key}\n`, ` ${key}\r\n`]) {
      const events = { LEYDEN_EVENTS_URL: 'https://shop.example/events', LEYDEN_EVENTS_SECRET: secret }
      expect(problemsOf(events)).toEqual([])
      expect(problemsOf({ LEYDEN_WEBHOOK_STANDARD_SECRET: `${secret},${secret}` })).toEqual([])
    }
    expect(problemsOf({ LEYDEN_WEBHOOK_STANDARD_SECRET: 'c2hvcnQ=' })).toEqual([
      'LEYDEN_WEBHOOK_STANDARD_SECRET must be base64 or base64url of at least 16 bytes, with or without the prefix whsec_ or v1,whsec_; several are separated by white space, commas or |.',
    ])
  })

  it('reads the recipients whose payments the program detects', () => {
    const settlesOf = (text: string) => optionsOf({ LEYDEN_SETTLES: text }).settlement.recipients
    expect(['', '0', '1', 'alice@shop.example, bob@shop.example'].map(settlesOf)).toEqual([
      false,
      false,
      true,
      ['alice@shop.example', 'bob@shop.example'],
    ])
  })

  it('names unknown variables with the known name that is closest, and not their values', () => {
    const noticesOf = (more: Record<string, string>) =>
      readConfiguration({ ...base, ...more }).notices.filter((notice) => notice.includes('has no effect'))
    for (const [misspelt, meant] of [
      ['LEYDEN_ALLOWED_ORIGIN', 'LEYDEN_ALLOWED_ORIGINS'],
      ['LEYDEN_ADDRESES', 'LEYDEN_ADDRESSES'],
      ['LEYDEN_MAX_STAS', 'LEYDEN_MAX_SATS'],
      ['LEYDEN_OPERATION_PORT', 'LEYDEN_OPERATIONS_PORT'],
      ['LEYDEN_INTENT-ONLY', 'LEYDEN_INTENT_ONLY'],
    ] as const)
      expect(noticesOf({ [misspelt]: 'canary' })).toEqual([
        `${misspelt} is not a setting of this program, so it has no effect. Did you mean ${meant}?`,
      ])
    expect(noticesOf({ LEYDEN_CORS: 'canary' })).toEqual([
      'LEYDEN_CORS is not a setting of this program, so it has no effect.',
    ])
    const others = ['LEYDEN_RUN', 'LEYDEN_CHROMIUM', 'LEYDEN_DEMO_PORT', 'LEYDEN_GAME_TIP_TO', 'OTHER']
    const places = ['LEYDEN_PORT', 'LEYDEN_PORT_4000_TCP_ADDR', 'LEYDEN_BFF_SERVICE_HOST']
    expect(noticesOf(Object.fromEntries([...others, ...places].map((name) => [name, 'x'])))).toEqual([])
    expect(noticesOf({ LEYDEN_CORS: '' })).toEqual([])
  })

  it('needs no API key for LNURL payments, and has no ramp without one', () => {
    const { LEYDEN_API_KEY: _, LEYDEN_BASE_URL: __, ...keyless } = base
    const configuration = readConfiguration({
      ...keyless,
      LEYDEN_PROVIDER: 'lnurl',
      LEYDEN_RAMP_ORIGINS: 'https://ramp.example',
    })
    const { ramp, pay } = bffOptions(configuration, log)
    expect([ramp.provider, ramp.origins, pay.party]).toEqual([undefined, undefined, 'recipient'])
    expect(configuration.notices.join()).toContain('LEYDEN_API_KEY')
    expect(problemsOf({ LEYDEN_PROVIDER: 'verified-first', LEYDEN_API_KEY: '' }).join()).toContain(
      'LEYDEN_API_KEY',
    )
  })

  it('uses a sandbox as the provider of every address only without real money', () => {
    const sandbox = { LEYDEN_PROVIDER: 'lnurl', LEYDEN_LNURL_SANDBOX_URL: 'http://127.0.0.1:4012' }
    for (const LEYDEN_PROVIDER of ['lnurl', 'verified-first'])
      expect(problemsOf({ ...sandbox, LEYDEN_PROVIDER })).toEqual([])
    for (const more of [
      { LEYDEN_NETWORK: 'mainnet' },
      { LEYDEN_NETWORK: '' },
      { LEYDEN_NETWORK: 'testnet', LEYDEN_MODE: 'live' },
      { LEYDEN_PROVIDER: 'service' },
      { LEYDEN_LNURL_SANDBOX_URL: 'https://elsewhere.example' },
      { LEYDEN_LNURL_SANDBOX_URL: 'http://127.0.0.1.elsewhere.example' },
    ])
      expect(problemsOf({ ...sandbox, ...more }).join()).toContain('LEYDEN_LNURL_SANDBOX_URL')
  })

  it('reads the source of exchange rates, and refuses fixed ones with real money', () => {
    const fixed = { LEYDEN_EXCHANGE_RATES: 'USD=100000, EUR=92000.5' }
    const ratesOf = (more: Record<string, string>) =>
      readConfiguration({ ...base, ...more }).settings.LEYDEN_EXCHANGE_RATES
    expect(ratesOf({})).toBe('off')
    expect(ratesOf({ LEYDEN_EXCHANGE_RATES: 'coinbase' })).toBe('coinbase')
    expect(ratesOf({ ...fixed, LEYDEN_NETWORK: 'regtest' })).toEqual({ USD: '100000', EUR: '92000.5' })
    expect(problemsOf({ ...fixed, LEYDEN_NETWORK: 'mainnet' }).join()).toContain('LEYDEN_EXCHANGE_RATES')
  })

  it('passes the named rate limits on, and no others', () => {
    const LEYDEN_LIMITS = 'chargesPerMinute=60, streamsPerIp = 7'
    expect(optionsOf({ LEYDEN_LIMITS }).limits.rates).toEqual({ chargesPerMinute: 60, streamsPerIp: 7 })
    expect(optionsOf({}).limits.rates).toEqual({})
  })

  it.each([
    ['chargePerMinute=60', 'must contain chargesPerMinute, not "chargePerMinute=60"'],
    ['keyPerMinute=1,zzz=2', /^LEYDEN_LIMITS must contain lookUpsPerMinute, .*streamsPerIp, not "zzz=2"\.$/],
    ['toString=1', 'not "toString=1"'],
    [
      'keyPerMinute=1,keyPerMinute=2',
      'must contain keyPerMinute once, such as keyPerMinute=1 alone, not "keyPerMinute=2"',
    ],
    ['keyPerMinute=0', 'must contain limits such as chargesPerMinute=60, from 1 to 999999999'],
    ['keyPerMinute=1,', 'separated by commas, not ""'],
    ['keyPerMinute', 'not "keyPerMinute"'],
    ['keyPerMinute=-1', 'not "keyPerMinute=-1"'],
  ])('refuses the rate limits %s', (LEYDEN_LIMITS, problem) => {
    const problems = problemsOf({ LEYDEN_LIMITS })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('LEYDEN_LIMITS')
    expect(problems[0]).toEqual(
      typeof problem === 'string' ? expect.stringContaining(problem) : expect.stringMatching(problem),
    )
  })

  it('refuses a development identity on mainnet', () => {
    expect(problemsOf({ LEYDEN_DEV_IDENTITY: '1', LEYDEN_NETWORK: 'mainnet' }).join()).toContain(
      'LEYDEN_DEV_IDENTITY',
    )
    expect(problemsOf({ LEYDEN_DEV_IDENTITY: '1' })).toEqual([])
  })

  it('disables the ramp, and explains why, if no webhook could arrive', () => {
    const ramp = { LEYDEN_RAMP_ORIGINS: 'https://ramp.example' }
    expect(optionsOf(ramp).ramp).toMatchObject({ verifiers: [] })
    expect(optionsOf(ramp).ramp.provider).toBeUndefined()
    expect(readConfiguration({ ...base, ...ramp }).notices.join()).toContain('LEYDEN_PUBLIC_URL')
    for (const more of [
      { LEYDEN_PUBLIC_URL: 'https://shop.example' },
      { LEYDEN_BASE_URL: 'http://127.0.0.1:4010' },
    ]) {
      const { provider, origins } = optionsOf({ ...ramp, ...more }).ramp
      expect([typeof provider, origins]).toEqual(['object', ['https://ramp.example']])
    }
  })
})

// `npm run tables` writes both files.
describe('every setting', () => {
  const repository = join(import.meta.dirname, '../../../..')

  it('has a row in the documentation', async () => {
    const file = join(repository, 'docs/configuration.md')
    const rowOf = (name: keyof typeof SETTINGS, ...more: string[]) => {
      const { preset, meaning } = SETTINGS[name]
      return `| ${[`\`${name}\``, preset, meaning, ...more].join(' | ')} |\n`
    }
    const others = Object.entries(WHO_NEEDS_IT) as [keyof typeof WHO_NEEDS_IT, string][]
    const tables = [FIRST_SETTINGS.map((name) => rowOf(name)), others.map(([name, who]) => rowOf(name, who))]
    expect(tables.map((rows) => rows.length)).toEqual([10, Object.keys(SETTINGS).length - 10])
    const page = readFileSync(file, 'utf8')
    const table = /(?<=^\| variable .*\n\| --- .*\n)(?:\|.*\n)+/gm
    expect(page.match(table)).toHaveLength(tables.length)
    await expect(page.replace(table, () => (tables.shift() ?? []).join(''))).toMatchFileSnapshot(file)
  })

  it.each(Object.entries(WHO_NEEDS_IT))('has somebody who needs it: %s', (_, who) => {
    expect(who).toMatch(/^[A-Z].{8,160}\.$/)
  })

  it('is passed on by the compose file', async () => {
    const file = join(repository, 'apps/bff/compose.yaml')
    const [before, after] = readFileSync(file, 'utf8').split(/(?<=# Every setting.*\n).*(?= {4}# end\n)/s)
    // Two instances share a database, but only one of them could use a file.
    const names = Object.keys(SETTINGS).filter(
      (name) => name !== 'LEYDEN_DATA_DIR' && !before?.includes(`    ${name}: `),
    )
    const lines = names.map((name) => `    ${name}: \${${name}:-}\n`).join('')
    await expect(`${before}${lines}${after}`).toMatchFileSnapshot(file)
  })
})

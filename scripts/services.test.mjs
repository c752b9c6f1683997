import { describe, expect, it } from 'vitest'
import { planServices, variableOf } from './services.mjs'

const secrets = { bff: 'bff-secret', admin: 'admin-token', jwt: 'jwt-secret' }
const plan = (env) => planServices({ env, root: '/repo', dataDir: '/repo/.leyden', secrets })
const REAL = { LEYDEN_API_KEY: 'a-real-key', LEYDEN_BASE_URL: 'https://service.example' }
const serviceNamed = (name, env) => plan(env).services.find((service) => service.name === name)

describe('planServices with the sandbox', () => {
  it('starts sandbox, BFF, demo and game on the documented ports', () => {
    const { services, pages } = plan({})
    expect(services.map(({ name, ports }) => [name, ...ports])).toEqual([
      ['sandbox', 4010, 4011],
      ['bff', 4000],
      ['demo', 5173],
      ['game', 5174],
    ])
    expect(pages[0]).toEqual({ label: 'demo', url: 'http://localhost:5173' })
  })

  it('moves each port by its variable, and everything that points at it', () => {
    const env = {
      LEYDEN_SANDBOX_PORT: '7010',
      LEYDEN_BFF_PORT: '7000',
      LEYDEN_DEMO_PORT: '7173',
      LEYDEN_GAME_PORT: '7174',
      LEYDEN_RAMP_PORT: '7011',
    }
    expect(serviceNamed('bff', env).env).toMatchObject({
      PORT: 7000,
      LEYDEN_BASE_URL: 'http://127.0.0.1:7010',
      LEYDEN_PUBLIC_URL: 'http://localhost:7000',
      LEYDEN_ALLOWED_ORIGINS:
        'http://localhost:7173,http://127.0.0.1:7173,http://localhost:7174,http://127.0.0.1:7174,null',
      LEYDEN_RAMP_ORIGINS: 'http://localhost:7011,http://127.0.0.1:7011',
    })
    expect(serviceNamed('demo', env).env.LEYDEN_BFF_URL).toBe('http://localhost:7000')
    expect(variableOf(7011, env)).toBe('LEYDEN_RAMP_PORT')
  })

  it.each([['0'], ['70000'], ['http'], ['40 00']])('refuses %j as a port', (port) => {
    expect(() => plan({ LEYDEN_BFF_PORT: port })).toThrow(/^LEYDEN_BFF_PORT is .* not a port/)
  })

  it.each([
    ['LEYDEN_PUBLIC_URL', 'shop'],
    ['LEYDEN_PUBLIC_URL', 'localhost:4000'],
    ['LEYDEN_PUBLIC_URL', 'https://'],
    ['LEYDEN_PROVIDER', 'carrier pigeon'],
    ['LEYDEN_NETWORK', 'moon'],
  ])('names %s before anything is built where it is %j', (name, value) => {
    expect(() => plan({ [name]: value })).toThrow(new RegExp(`^${name} must be `))
  })

  it('points at something of the BFF that can be opened', () => {
    const bffPage = (env) => plan(env).pages.find(({ label }) => label === 'BFF').url
    expect(bffPage({})).toBe('http://localhost:4000/healthz')
    const env = { LEYDEN_PUBLIC_URL: 'https://shop.example/leyden/' }
    expect(bffPage(env)).toBe('http://localhost:4000/leyden/healthz')
    expect(serviceNamed('bff', env).readyUrl).toBe('http://127.0.0.1:4000/leyden/healthz')
  })

  it('refuses one port for two programs', () => {
    expect(() => plan({ LEYDEN_BFF_PORT: '5173' })).toThrow(
      'LEYDEN_BFF_PORT and LEYDEN_DEMO_PORT are both 5173',
    )
  })
})

describe('planServices by LNURL off the real network', () => {
  const env = { LEYDEN_PROVIDER: 'lnurl', LEYDEN_NETWORK: 'regtest' }

  it('lets the sandbox stand for the provider of every address', () => {
    const { services, notices, isReal } = plan(env)
    expect(isReal).toBe(false)
    expect(services.map(({ name }) => name)).toEqual(['sandbox', 'bff', 'demo', 'game'])
    expect(serviceNamed('sandbox', env)).toMatchObject({
      ports: [4010, 4011, 4012],
      env: { LNURL_PORT: 4012 },
    })
    expect(serviceNamed('bff', env).env).toMatchObject({
      LEYDEN_PROVIDER: 'lnurl',
      LEYDEN_LNURL_SANDBOX_URL: 'http://127.0.0.1:4012',
      LEYDEN_NETWORK: 'regtest',
    })
    expect(notices.join()).toMatch(/from the sandbox.*unless the demo’s server brings it sooner/)
  })

  it('hears of payments from nobody but those providers', () => {
    expect(serviceNamed('bff', env).env).not.toHaveProperty('LEYDEN_SETTLES')
  })

  it('has that stand-in in no other case', () => {
    for (const other of [{}, { LEYDEN_PROVIDER: 'lnurl' }, REAL, { ...REAL, ...env }])
      expect(serviceNamed('bff', other).env).not.toHaveProperty('LEYDEN_LNURL_SANDBOX_URL')
  })
})

describe('planServices with the real service', () => {
  it('starts no sandbox and offers no wallet', () => {
    const { services, isReal } = plan(REAL)
    expect(isReal).toBe(true)
    expect(services.map(({ name }) => name)).toEqual(['bff', 'demo'])
    expect(serviceNamed('demo', REAL).env).not.toHaveProperty('LEYDEN_SANDBOX_URL')
    expect(serviceNamed('bff', REAL).env).not.toHaveProperty('LEYDEN_SETTLES')
    expect(serviceNamed('bff', REAL).env).toMatchObject({
      LEYDEN_API_KEY: 'a-real-key',
      LEYDEN_BASE_URL: 'https://service.example',
      LEYDEN_NETWORK: 'mainnet',
    })
  })

  it('plays the game only where somebody gets its tips, and never for a page without an origin', () => {
    expect(serviceNamed('game', REAL)).toBeUndefined()
    const env = { ...REAL, LEYDEN_GAME_TIP_TO: 'me@wallet.example' }
    expect(serviceNamed('game', env).env).toMatchObject({ LEYDEN_GAME_TIP_TO: 'me@wallet.example' })
    expect(serviceNamed('game', env).env).not.toHaveProperty('LEYDEN_SANDBOX_URL')
    expect(serviceNamed('bff', env).env.LEYDEN_ALLOWED_ORIGINS).not.toContain('null')
  })

  it('says what ramp sessions need, and goes on with the pay half', () => {
    const { notices } = plan(REAL)
    expect(notices.join('\n')).toMatch(/webhook URL that the internet can reach.*LEYDEN_PUBLIC_URL/)
    expect(serviceNamed('demo', REAL).env.LEYDEN_RAMP).toBe('0')
  })

  it('sells bitcoin once the internet can reach the BFF', () => {
    const env = {
      ...REAL,
      LEYDEN_PUBLIC_URL: 'https://shop.example/leyden/',
      LEYDEN_RAMP_ORIGINS: 'https://ramp.example',
    }
    expect(serviceNamed('demo', env).env).toMatchObject({
      LEYDEN_RAMP: '1',
      LEYDEN_BFF_URL: 'http://localhost:4000/leyden',
    })
    expect(plan(env).notices.join('\n')).not.toContain('off')
  })

  it('pays any address without a key where payments go by LNURL', () => {
    const env = { LEYDEN_PROVIDER: 'lnurl' }
    const { services, pages, notices, isReal } = plan(env)
    expect(isReal).toBe(true)
    expect(services.map(({ name }) => name)).toEqual(['bff', 'demo'])
    expect(serviceNamed('bff', env).env).toMatchObject({
      LEYDEN_PROVIDER: 'lnurl',
      LEYDEN_API_KEY: '',
      LEYDEN_NETWORK: 'mainnet',
    })
    expect(serviceNamed('demo', env).env).toMatchObject({ LEYDEN_RAMP: '0' })
    expect(pages.map(({ label }) => label)).toEqual(['demo', 'BFF'])
    expect(notices.join()).toContain('real money')
  })

  it('refuses one of key and base URL without the other', () => {
    expect(() => plan({ LEYDEN_API_KEY: 'a-real-key' })).toThrow('LEYDEN_BASE_URL is not')
    expect(() => plan({ LEYDEN_BASE_URL: 'https://service.example' })).toThrow('LEYDEN_API_KEY is not')
  })

  it('keeps the key out of everything that is printed', () => {
    const { pages, notices } = plan(REAL)
    expect(JSON.stringify({ pages, notices })).not.toContain('a-real-key')
  })
})

import { describe, expect, it } from 'vitest'
import { planPages, planServices } from './services.mjs'

const secrets = { bff: 'bff-secret', admin: 'admin-token', jwt: 'jwt-secret', events: 'e'.repeat(32) }
const plan = (env, isDev) => planServices({ env, dataDir: '/repo/.leyden', secrets, isDev })
const REAL = { LEYDEN_API_KEY: 'a-real-key', LEYDEN_BASE_URL: 'https://service.example' }
const LNURL = { LEYDEN_PROVIDER: 'lnurl', LEYDEN_NETWORK: 'regtest' }

describe('planServices with the sandbox', () => {
  it('uses the documented ports', () => {
    const { sandbox, bff, demo, game, pages } = plan({})
    expect([sandbox.port, sandbox.rampPort, demo.port, game.port]).toEqual([4010, 4011, 5173, 5174])
    expect(bff.PORT).toBe('4000')
    expect(pages[0]).toEqual(['demo', 'http://localhost:5173'])
  })

  it('knows the addresses of the pages without any secret', () => {
    for (const env of [{}, REAL, LNURL, { ...REAL, LEYDEN_GAME_TIP_TO: 'alice@wallet.example' }])
      expect(planPages(env).pages).toEqual(plan(env).pages)
  })

  it('lets Vite use the ports of the pages in development', () => {
    const { demo, game, bff } = plan({}, true)
    expect([demo.port, game.port]).toEqual([5273, 5274])
    expect(bff.LEYDEN_ALLOWED_ORIGINS).toContain('http://localhost:5173')
  })

  it('uses its own exchange rates with the sandbox, and requests none with a real service', () => {
    expect(plan({}).bff.LEYDEN_EXCHANGE_RATES).toMatch(/^USD=100000,/)
    const real = { LEYDEN_API_KEY: 'key', LEYDEN_BASE_URL: 'https://service.example' }
    expect(plan(real).bff.LEYDEN_EXCHANGE_RATES).toBe('off')
    const chosen = { ...real, LEYDEN_EXCHANGE_RATES: 'coinbase' }
    expect(plan(chosen).bff.LEYDEN_EXCHANGE_RATES).toBe('coinbase')
  })

  it('changes each port by its variable, and all URLs with it', () => {
    const ports = { SANDBOX: 7010, RAMP: 7011, BFF: 7000, DEMO: 7173, GAME: 7174 }
    const { bff, demo } = plan(
      Object.fromEntries(Object.entries(ports).map(([name, port]) => [`LEYDEN_${name}_PORT`, String(port)])),
    )
    expect(bff).toMatchObject({
      PORT: '7000',
      LEYDEN_BASE_URL: 'http://127.0.0.1:7010',
      LEYDEN_PUBLIC_URL: 'http://localhost:7000',
      LEYDEN_ALLOWED_ORIGINS: 'http://localhost:7173,http://127.0.0.1:7173',
      LEYDEN_RAMP_ORIGINS: 'http://localhost:7011,http://127.0.0.1:7011',
    })
    expect(demo.bffUrl).toBe('http://localhost:7000')
  })

  it.each([
    [{ LEYDEN_BFF_PORT: '0' }, /^LEYDEN_BFF_PORT is .* not a port/],
    [{ LEYDEN_BFF_PORT: '40 00' }, /^LEYDEN_BFF_PORT is .* not a port/],
    [{ LEYDEN_BFF_PORT: '5173' }, /^LEYDEN_BFF_PORT and LEYDEN_DEMO_PORT are both 5173/],
    [{ LEYDEN_PUBLIC_URL: 'localhost:4000' }, /^LEYDEN_PUBLIC_URL must be /],
    [{ LEYDEN_PROVIDER: 'carrier pigeon' }, /^LEYDEN_PROVIDER must be /],
    [{ LEYDEN_NETWORK: 'moon' }, /^LEYDEN_NETWORK must be /],
    [{ LEYDEN_API_KEY: 'alone' }, /^LEYDEN_API_KEY is set and LEYDEN_BASE_URL is not/],
    [{ LEYDEN_BASE_URL: 'https://alone.example' }, /^LEYDEN_BASE_URL is set and LEYDEN_API_KEY is not/],
  ])('refuses %j with one line before anything is built', (env, message) => {
    expect(() => plan(env)).toThrow(message)
  })

  it('sends the events to the demo, which sells something, unless they go elsewhere', () => {
    const { bff, demo } = plan({}, true)
    expect(bff.LEYDEN_EVENTS_URL).toBe('http://127.0.0.1:5273/events')
    expect(bff.LEYDEN_EVENTS_SECRET).toBe(demo.eventsSecret)
    expect(demo.eventsSecret).toMatch(/^whsec_\w/)
    for (const env of [{ LEYDEN_EVENTS_URL: 'https://shop.example/events' }, REAL]) {
      const other = plan(env)
      expect([other.bff.LEYDEN_EVENTS_URL, other.demo.eventsSecret]).toEqual([undefined, undefined])
    }
  })

  it('reports payments to the BFF, unless the providers of the addresses do', () => {
    expect(plan({}).bff).toMatchObject({ LEYDEN_SETTLES: '1' })
    for (const env of [LNURL, { LEYDEN_PROVIDER: 'verified-first' }]) {
      const { bff, sandbox } = plan(env)
      expect(bff.LEYDEN_SETTLES).toBeUndefined()
      expect([bff.LEYDEN_LNURL_SANDBOX_URL, sandbox.lnurlPort]).toEqual(['http://127.0.0.1:4012', 4012])
    }
    for (const env of [{}, { LEYDEN_PROVIDER: 'lnurl' }, REAL, { ...REAL, ...LNURL }])
      expect(plan(env).bff.LEYDEN_LNURL_SANDBOX_URL).toBeUndefined()
  })
})

describe('planServices with the real service', () => {
  it('starts no sandbox, offers no wallet and trusts no page with an opaque origin', () => {
    const { sandbox, demo, game, bff } = plan(REAL)
    expect([sandbox, demo.sandbox, game]).toEqual([undefined, undefined, undefined])
    expect(bff).toMatchObject({ LEYDEN_API_KEY: 'a-real-key', LEYDEN_NETWORK: 'mainnet' })
    expect(bff.LEYDEN_SETTLES).toBeUndefined()
    expect(bff.LEYDEN_ALLOWED_ORIGINS).not.toContain('null')
  })

  it('starts the game only if it has a recipient for tips', () => {
    const { game, bff } = plan({ ...REAL, LEYDEN_GAME_TIP_TO: 'me@wallet.example' })
    expect(bff.LEYDEN_ALLOWED_ORIGINS).toContain('http://localhost:5174')
    expect(game).toMatchObject({ tipTo: 'me@wallet.example', sandbox: undefined })
  })

  it('sells bitcoin only if the internet can reach the BFF, and names what is missing', () => {
    const here = plan(REAL)
    expect(here.demo.canRamp).toBe(false)
    expect(here.notices.join()).toMatch(/webhook URL that the internet can reach.*LEYDEN_PUBLIC_URL/)
    const publicUrl = { ...REAL, LEYDEN_PUBLIC_URL: 'https://shop.example/leyden/' }
    expect(plan(publicUrl).notices.join()).toMatch(/set LEYDEN_RAMP_ORIGINS/)
    const online = plan({ ...publicUrl, LEYDEN_RAMP_ORIGINS: 'https://ramp.example' })
    expect(online.demo).toMatchObject({ canRamp: true, bffUrl: 'http://localhost:4000/leyden' })
    expect(online.notices.join()).not.toContain('off')
  })

  it('sells no bitcoin if webhooks would arrive without TLS', () => {
    const plain = {
      ...REAL,
      LEYDEN_PUBLIC_URL: 'http://shop.example',
      LEYDEN_RAMP_ORIGINS: 'https://ramp.example',
    }
    expect(plan(plain).demo.canRamp).toBe(false)
    expect(plan(plain).notices.join()).toContain('Set LEYDEN_PUBLIC_URL to an https address')
  })

  it('pays any address without an API key, by LNURL', () => {
    const { demo, notices, bff } = plan({ LEYDEN_PROVIDER: 'lnurl' })
    expect([demo.canRamp, bff.LEYDEN_NETWORK]).toEqual([false, 'mainnet'])
    expect(notices.join()).toMatch(/real money.*it needs a key/)
  })
})

import type { LeydenError, RampOrderSession, RampSession } from '@leyden/core'
import { describe, expect, it } from 'vitest'
import { checkOrderSessions, checkRampSession } from './ramp-session.js'

const now = new Date('2026-01-01T14:00:00Z')
const reply: RampSession = {
  session_token: 'tok',
  widget_url: 'https://pay.provider.example/?session=tok&theme=%20x#/start',
  session_id: 'ses_1',
  expires_at: '2026-01-01T14:15:00Z',
}
const rampOrigins = ['https://pay.provider.example', 'https://kyc.provider.example']
const holdSession = (
  change: Partial<RampSession>,
  options: { rampOrigins?: readonly string[] } = { rampOrigins },
) => {
  try {
    return { ok: true, session: checkRampSession({ ...reply, ...change }, { ...options, now }) }
  } catch (error) {
    return { ok: false, reason: (error as LeydenError).reason }
  }
}

describe('checking a session', () => {
  it('keeps the widget URL exactly as the server sent it', () => {
    expect(holdSession({ watch_url: 'v0/watch/x', mode: 'live' })).toEqual({
      ok: true,
      session: {
        id: 'ses_1',
        widgetUrl: 'https://pay.provider.example/?session=tok&theme=%20x#/start',
        origin: 'https://pay.provider.example',
        origins: ['https://pay.provider.example', 'https://kyc.provider.example'],
        expiresAt: new Date('2026-01-01T14:15:00Z'),
        watchUrl: 'v0/watch/x',
        mode: 'live',
        known: 'created',
      },
    })
  })

  it('uses the origins of the reply if the page names none, and refuses without any', () => {
    expect(holdSession({ ramp_origins: ['https://pay.provider.example'] }, {})).toMatchObject({ ok: true })
    expect(holdSession({}, {})).toEqual({ ok: false, reason: 'no_origins' })
    expect(holdSession({ ramp_origins: [] }, {})).toEqual({ ok: false, reason: 'no_origins' })
    expect(holdSession({ ramp_origins: ['*', ''] }, {})).toEqual({ ok: false, reason: 'no_origins' })
  })

  it("uses the page's own list in place of the reply's", () => {
    const ramp_origins = ['https://pay.provider.example']
    expect(holdSession({ ramp_origins }, { rampOrigins: ['https://other.example'] })).toEqual({
      ok: false,
      reason: 'origin',
    })
  })

  it('compares origins exactly', () => {
    for (const widget_url of [
      'https://pay.provider.example.evil.example/?session=tok',
      'https://evil.example/pay.provider.example',
      'https://xpay.provider.example/',
      'https://provider.example/',
      'https://pay.provider.example:8443/',
      'https://pay.provider.example.:443/',
    ])
      expect(holdSession({ widget_url }), widget_url).toEqual({ ok: false, reason: 'origin' })
    expect(holdSession({ widget_url: 'https://PAY.provider.example:443/?session=tok' })).toMatchObject({
      ok: true,
    })
  })

  it('refuses every scheme but https, and http on loopback', () => {
    for (const widget_url of [
      'http://pay.provider.example/',
      'javascript:alert(1)//https://pay.provider.example/',
      'data:text/html,hello',
      'blob:https://pay.provider.example/0',
      'file:///etc/passwd',
      'http://127.0.0.1.evil.example/',
    ])
      expect(holdSession({ widget_url }), widget_url).toEqual({ ok: false, reason: 'scheme' })
    const local = { rampOrigins: ['http://127.0.0.1:4011'] }
    expect(holdSession({ widget_url: 'http://127.0.0.1:4011/?session=t' }, local)).toMatchObject({ ok: true })
  })

  it('refuses a text that is no absolute URL, or a URL with a user name', () => {
    for (const widget_url of [
      '',
      '/?session=tok',
      '//pay.provider.example/',
      'https://a:b@pay.provider.example/',
    ])
      expect(holdSession({ widget_url }), widget_url).toEqual({ ok: false, reason: 'url' })
  })

  it('refuses a session that has expired, or whose expiry is no date', () => {
    for (const expires_at of ['2026-01-01T13:59:59Z', '2026-01-01T14:00:00Z', 'soon'])
      expect(holdSession({ expires_at }), expires_at).toEqual({ ok: false, reason: 'expired' })
  })
})

describe('the refusal of a session', () => {
  it.each<[string, Partial<RampSession>, readonly string[], string, string, string]>([
    [
      'no_origins',
      {},
      [],
      'NOT_CONFIGURED',
      'ramp_origins',
      'No origin of the ramp page is known, so no URL can be trusted: set rampOrigins on the BFF or on the widget.',
    ],
    [
      'origin',
      { widget_url: 'https://evil.example/' },
      rampOrigins,
      'NOT_CONFIGURED',
      'widget_url',
      'The widget URL that came has an origin that is not one of rampOrigins; it was not opened.',
    ],
    [
      'url',
      { widget_url: 'pay' },
      rampOrigins,
      'BAD_RESPONSE',
      'widget_url',
      'The widget URL that came is not an absolute URL; it was not opened.',
    ],
    [
      'scheme',
      { widget_url: 'http://pay.provider.example/' },
      rampOrigins,
      'BAD_RESPONSE',
      'widget_url',
      'The widget URL that came is not https; it was not opened.',
    ],
    [
      'expired',
      { expires_at: reply.session_id },
      rampOrigins,
      'BAD_RESPONSE',
      'expires_at',
      "The session had expired when it came. Is this device's clock right?",
    ],
  ])('says whose mistake it is, and what to do: %s', (reason, change, rampOrigins, code, field, message) => {
    expect(() => checkRampSession({ ...reply, ...change }, { rampOrigins, now })).toThrow(
      expect.objectContaining({ reason, code, field, message: expect.stringContaining(message) }),
    )
  })

  it('is for a user name or a password in the URL alone, too', () => {
    for (const widget_url of ['https://a@pay.provider.example/', 'https://:b@pay.provider.example/'])
      expect(holdSession({ widget_url }), widget_url).toEqual({ ok: false, reason: 'url' })
  })

  it('is none for a session without a URL of its state, or with origins that are named twice', () => {
    const origins = [...rampOrigins, 'https://PAY.provider.example', 'nowhere']
    expect(holdSession({ watch_url: '' }, { rampOrigins: origins })).toMatchObject({
      session: { origins: rampOrigins, watchUrl: undefined },
    })
  })
})

describe('the sessions of an order', () => {
  const listed: RampOrderSession = {
    session_id: 'ses_1',
    status: 'processing',
    at: '2026-01-01T14:01:00Z',
    created_at: '2026-01-01T14:00:00Z',
    expires_at: '2026-01-01T14:15:00Z',
    watch_url: 'v0/watch/1',
    widget_url: 'https://pay.provider.example/?session=tok',
  }
  const unlinked = { origin: '', origins: [], known: 'created', mode: 'live' }
  const check = (...sessions: RampOrderSession[]) =>
    checkOrderSessions(sessions, { rampOrigins, now, mode: 'live' })

  it('are watched with their link, newest first, whatever status is listed', () => {
    expect(check(listed, { ...listed, session_id: 'ses_2', watch_url: 'v0/watch/2' })).toEqual([
      {
        id: 'ses_2',
        widgetUrl: 'https://pay.provider.example/?session=tok',
        origin: 'https://pay.provider.example',
        origins: rampOrigins,
        expiresAt: new Date('2026-01-01T14:15:00Z'),
        watchUrl: 'v0/watch/2',
        known: 'created',
        mode: 'live',
      },
      expect.objectContaining({ id: 'ses_1', watchUrl: 'v0/watch/1' }),
    ])
  })

  it.each<[string, Partial<RampOrderSession>]>([
    ['that has none any more', { widget_url: undefined }],
    ['of another origin', { widget_url: 'https://evil.example/?session=tok' }],
    ['that is not secure', { widget_url: 'http://pay.provider.example/' }],
    ['that has expired', { expires_at: '2026-01-01T13:59:00Z' }],
  ])('are watched without a link %s', (_, change) => {
    const expiresAt = new Date(change.expires_at ?? listed.expires_at)
    const expected = { id: 'ses_1', watchUrl: 'v0/watch/1', expiresAt, ...unlinked }
    expect(check({ ...listed, ...change })).toEqual([expected])
  })

  it('have no link while no origin is known', () => {
    expect(checkOrderSessions([listed], { rampOrigins: [], now })[0]).not.toHaveProperty('widgetUrl')
  })
})

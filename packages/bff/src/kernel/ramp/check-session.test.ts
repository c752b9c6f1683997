import type { RampFieldsRequest, RampSession } from '@leyden/core'
import { describe, expect, it } from 'vitest'
import { standardWebhooksVerifier } from '../../providers/webhook-signatures.js'
import { GUEST, openRampShop, RAMP_ORIGIN, RAMP_PATH } from '../../test-support/ramp-shop.js'
import type { BffOptions, RampOptions } from '../bff-options.js'

/** A shop whose service changes its replies. */
function openWrongShop(
  change: (reply: RampSession, request: RampFieldsRequest) => Partial<RampSession>,
  { compare, verifiers, now }: RampOptions & Pick<BffOptions, 'now'> = {},
) {
  const { provider } = openRampShop()
  const shop = openRampShop({
    ramp: {
      provider: {
        async createRampSession(request, context) {
          const reply = await provider.createRampSession(request, context)
          return { ...reply, ...change(reply, request) }
        },
      },
      compare,
      verifiers,
    },
    now,
  })
  return { ...shop, ask: () => shop.post<RampSession>(RAMP_PATH, GUEST) }
}
const logged = ({ log }: Pick<ReturnType<typeof openRampShop>, 'log'>, code: string) =>
  log.lines.filter(({ fields }) => fields.code === code)
const page = (query: string) => `${RAMP_ORIGIN}/buy${query}`

describe('the widget_url of a session', () => {
  it.each<[string, string, (token: string) => string]>([
    ['as `session`', 'T1', (token) => `?session=${token}`],
    ['as `session_token`', 'T1', (token) => `?lang=de&session_token=${token}#top`],
    ['twice', 'T1', (token) => `?session=${token}&session_token=${token}`],
    ['in percent-encoding', 'a b/=+', (token) => `?session=${encodeURIComponent(token)}`],
    ['as it is written', 'a+b%2F=', (token) => `?session=${token}`],
    ['under an encoded name', 'T1', (token) => `?%73ession=${token}`],
  ])('with the token of the reply %s is shown', async (_, session_token, query) => {
    const shop = openWrongShop(() => ({ session_token, widget_url: page(query(session_token)) }))
    expect((await shop.ask()).status).toBe(200)
    expect(logged(shop, 'WIDGET_URL_WITHOUT_TOKEN')).toEqual([])
  })

  it.each([
    ['another token', '?session=T2'],
    ['another token beside the right one', '?session=T1&session_token=T2'],
    ['two tokens under one name', '?session=T1&session=T2'],
    ['an empty token', '?session='],
    ['the token with a space in place of its plus sign', '?session=T%201'],
  ])('with %s is refused, and nothing is stored', async (_, query) => {
    const session_token = query.includes('%20') ? 'T+1' : 'T1'
    const shop = openWrongShop(() => ({ session_token, widget_url: page(query) }))
    const reply = await shop.ask()
    expect(reply).toMatchObject({ status: 502, error: { code: 'BAD_RESPONSE', field: 'widget_url' } })
    expect(reply.error).toMatchObject({ party: 'service' })
    expect(logged(shop, 'WIDGET_URL_OTHER_TOKEN')).toMatchObject([{ level: 'error' }])
    expect(JSON.stringify(shop.log.lines)).not.toMatch(/T1|T2|T\+1/)
  })

  it.each<[string, (webhookUrl: string) => string]>([
    ['as it is', (url) => `?session=T1&hook=${url}`],
    ['in percent-encoding', (url) => `?session=T1&hook=${encodeURIComponent(url)}`],
    [
      'in percent-encoding within another URL',
      (url) => `?session=T1&to=${encodeURIComponent(`https://x.example/?u=${encodeURIComponent(url)}`)}`,
    ],
    ['without the rest of the URL', (url) => `?session=T1#${url.split('/').at(-1)}`],
  ])('with the secret of the webhook URL %s is refused', async (_, query) => {
    const urls: string[] = []
    const shop = openWrongShop((_, { webhook_url = '' }) => {
      urls.push(webhook_url)
      return { session_token: 'T1', widget_url: page(query(webhook_url)) }
    })
    const reply = await shop.ask()
    expect(reply).toMatchObject({ status: 502, error: { code: 'BAD_RESPONSE', field: 'widget_url' } })
    expect(logged(shop, 'WIDGET_URL_INVALID')).toMatchObject([{ level: 'error' }])
    expect(reply.text + JSON.stringify(shop.log.lines)).not.toContain(urls[0]?.split('/').at(-1) ?? 'none')
  })

  it.each<[keyof RampSession, (secret: string) => string]>([
    ['session_token', (secret) => `a.${btoa(JSON.stringify({ hook: secret }))}.b`],
    ['session_id', (secret) => `ses_${secret}`],
    ['widget_url', (secret) => page(`?state=${btoa(secret)}`)],
  ])('with the secret of the webhook URL in its %s is refused, also encoded', async (field, changed) => {
    const shop = openWrongShop(
      (_, { webhook_url = '' }) => ({ [field]: changed(webhook_url.split('/').at(-1) ?? '') }),
      { compare: { widget_url: false } },
    )
    expect(await shop.ask()).toMatchObject({ status: 502, error: { code: 'BAD_RESPONSE', field } })
    expect(logged(shop, 'WIDGET_URL_INVALID')).toMatchObject([{ level: 'error', fields: { field } }])
  })

  it('may have the secret of the webhook URL if webhooks are signed and its comparison is off', async () => {
    const change = (_: RampSession, { webhook_url = '' }) => ({ widget_url: page(`?hook=${webhook_url}`) })
    const verifiers = [standardWebhooksVerifier({ secrets: [`whsec_${btoa('x'.repeat(32))}`] })]
    const statusWith = async (ramp: RampOptions) => (await openWrongShop(change, ramp).ask()).status
    expect(await statusWith({ verifiers, compare: { widget_url: false } })).toBe(200)
    expect(await statusWith({ verifiers })).toBe(502)
  })

  it('without a token is shown, with one warning for all sessions', async () => {
    const shop = openWrongShop(() => ({ widget_url: page('?lang=de#session=T2') }))
    expect([(await shop.ask()).status, (await shop.ask()).status]).toEqual([200, 200])
    expect(logged(shop, 'WIDGET_URL_WITHOUT_TOKEN')).toMatchObject([{ level: 'warn' }])
  })

  it('is not compared once the comparison is switched off', async () => {
    const change = () => ({ widget_url: page('?session=T2') })
    const shop = openWrongShop(change, { compare: { widget_url: false } })
    expect((await shop.ask()).status).toBe(200)
  })
})

describe('a session that has expired when it comes', () => {
  it.each(['2026-11-20T00:00:00Z', 'tomorrow'])(
    'at %s is refused, also of the shop’s server, and the log has both times',
    async (expires_at) => {
      const now = new Date('2026-11-21T00:00:00Z')
      const shop = openWrongShop(() => ({ expires_at }), { now: () => now })
      const reply = await shop.ask()
      expect(reply).toMatchObject({ status: 502, error: { code: 'BAD_RESPONSE', field: 'expires_at' } })
      expect(reply.error).toMatchObject({ party: 'service' })
      const [line] = logged(shop, 'RAMP_SESSION_EXPIRED')
      expect(line).toMatchObject({
        level: 'error',
        fields: { expiresAt: expires_at, now: now.toISOString() },
      })
      await expect(shop.bff.rampSession(GUEST)).rejects.toMatchObject({ field: 'expires_at' })
    },
  )

  it('is none of the five of its order', async () => {
    let isWrong = true
    const shop = openWrongShop(() => (isWrong ? { expires_at: '2020-01-01T00:00:00Z' } : {}))
    const order = await shop.bff.rampOrder(GUEST)
    for (let count = 0; count < 5; count++)
      expect((await shop.post(RAMP_PATH, { order })).error.field).toBe('expires_at')
    isWrong = false
    expect((await shop.post<RampSession>(RAMP_PATH, { order })).data.sessions).toHaveLength(1)
  })
})

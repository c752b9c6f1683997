import { describe, expect, it, vi } from 'vitest'
import { ADMIN_TOKEN, openShop } from '../../test-support/shop.js'
import { operations } from '../operations.js'

const PATHS = {
  settle: 'admin/settle',
  intents: 'admin/intents',
  orders: 'admin/ramp-orders',
  drain: 'admin/drain',
  erase: 'admin/erase',
  check: 'admin/check',
  release: 'admin/events/x.1/release',
  releaseAll: 'admin/events/release',
  readCharge: 'admin/charges/x.1',
  readSession: 'admin/sessions/x.1',
  listEvents: 'admin/events',
  redeliver: 'admin/events/x.1/redeliver',
}
const READS: readonly string[] = ['readCharge', 'readSession', 'listEvents']
const NAMES = Object.keys(PATHS) as (keyof typeof PATHS)[]

const requestTo = (name: keyof typeof PATHS, headers: Record<string, string>) => {
  const pull = vi.fn((controller: ReadableStreamDefaultController) => controller.close())
  const body = new ReadableStream({ pull }, { highWaterMark: 0 })
  if (READS.includes(name)) return { pull, request: new Request(openShop().url(PATHS[name]), { headers }) }
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
  return {
    pull,
    request: new Request(openShop().url(PATHS[name]), {
      ...init,
      duplex: 'half',
    } as RequestInit),
  }
}

describe('the admin routes', () => {
  it('are the only ones under /admin', async () => {
    const document = await (await openShop().bff.fetch(new Request(openShop().url('openapi.json')))).json()
    const { paths } = document as { paths: object }
    const documented = Object.keys(paths).filter((path) => path.startsWith('/admin'))
    expect(documented.sort()).toEqual(
      Object.values(PATHS)
        .map((path) => `/${path.replace('x.1', '{id}')}`)
        .sort(),
    )
  })

  it.concurrent.each(NAMES)(
    '%s refuses a request without the token, whatever its other content, and does not read the body',
    async (name) => {
      const shop = openShop()
      const wrong = [
        '',
        'Bearer',
        'Bearer ',
        `Basic ${btoa(`admin:${ADMIN_TOKEN}`)}`,
        `Bearer ${ADMIN_TOKEN.slice(0, -1)}`,
        `Bearer ${ADMIN_TOKEN}x`,
        `Bearer ${ADMIN_TOKEN}, Bearer x`,
        `Bearer undefined`,
        ADMIN_TOKEN,
      ]
      // At once, because each wrong token is answered after a second.
      await Promise.all(
        wrong.map(async (authorization) => {
          const { request, pull } = requestTo(name, {
            authorization,
            'x-leyden': '1',
            origin: 'https://shop.example',
          })
          const reply = await shop.bff.fetch(request)
          expect([authorization, reply.status]).toEqual([authorization, 401])
          expect(reply.headers.get('access-control-allow-origin')).toBeNull()
          expect(pull).not.toHaveBeenCalled()
        }),
      )
      expect(shop.log.text()).not.toContain(ADMIN_TOKEN.slice(0, -1))
    },
  )

  it.each(NAMES)('%s needs only the token', async (name) => {
    const { request } = requestTo(name, { authorization: `Bearer ${ADMIN_TOKEN}` })
    // The token is accepted; then the body is empty, or the event does not exist.
    const expected = PATHS[name].includes('x.1') ? 404 : name === 'listEvents' ? 200 : 400
    expect((await openShop({ onEvent() {} }).bff.fetch(request)).status).toBe(expected)
  })

  it.each(NAMES)('%s does not exist without operations, or without a token', async (name) => {
    for (const shop of [openShop({ extensions: [] }), openShop({ extensions: [operations()] })])
      for (const token of ['undefined', '', ADMIN_TOKEN]) {
        const { request } = requestTo(name, { authorization: `Bearer ${token}` })
        expect((await shop.bff.fetch(request)).status).toBe(404)
      }
  })
})

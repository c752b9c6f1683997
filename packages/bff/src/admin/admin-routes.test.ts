import { describe, expect, it, vi } from 'vitest'
import { ROUTES } from '../http/routes.js'
import { ADMIN_TOKEN, openShop } from '../test-support/shop.js'

const doors = ROUTES.map(({ name }) => name).filter((name) =>
  ['settle', 'intents', 'drain', 'erase', 'release'].includes(name),
)

const knock = (name: string, headers: Record<string, string>) => {
  const pull = vi.fn((controller: ReadableStreamDefaultController) => controller.close())
  const body = new ReadableStream({ pull }, { highWaterMark: 0 })
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
  return {
    pull,
    request: new Request(openShop().url(name === 'release' ? 'admin/events/x.1/release' : `admin/${name}`), {
      ...init,
      duplex: 'half',
    } as RequestInit),
  }
}

describe('the doors for other servers', () => {
  it('are all that there is under /admin', () => {
    const under = ROUTES.filter(({ path }) => path.source.includes('admin')).map(({ name }) => name)
    expect(under.sort()).toEqual([...doors].sort())
  })

  it.each(doors)(
    '%s stays shut without the token, whatever else is sent, and reads nothing',
    async (name) => {
      const shop = openShop()
      for (const authorization of [
        '',
        'Bearer',
        'Bearer ',
        `Basic ${btoa(`admin:${ADMIN_TOKEN}`)}`,
        `Bearer ${ADMIN_TOKEN.slice(0, -1)}`,
        `Bearer ${ADMIN_TOKEN}x`,
        `Bearer ${ADMIN_TOKEN}, Bearer x`,
        `Bearer undefined`,
        ADMIN_TOKEN,
      ]) {
        const { request, pull } = knock(name, {
          authorization,
          'x-leyden': '1',
          origin: 'https://shop.example',
        })
        const reply = await shop.bff.fetch(request)
        expect([authorization, reply.status]).toEqual([authorization, 401])
        expect(reply.headers.get('access-control-allow-origin')).toBeNull()
        expect(pull).not.toHaveBeenCalled()
      }
      expect(shop.log.text()).not.toContain(ADMIN_TOKEN.slice(0, -1))
    },
  )

  it.each(doors)('%s opens to the token alone', async (name) => {
    const { request } = knock(name, { authorization: `Bearer ${ADMIN_TOKEN}` })
    // Through the door; the body is empty, and there is no such event.
    expect((await openShop().bff.fetch(request)).status).toBe(name === 'release' ? 404 : 400)
  })

  it.each(doors)('%s is not there where no token is set', async (name) => {
    const shop = openShop({ adminToken: undefined as unknown as string })
    for (const token of ['undefined', '', ADMIN_TOKEN]) {
      const { request } = knock(name, { authorization: `Bearer ${token}` })
      expect((await shop.bff.fetch(request)).status).toBe(404)
    }
  })
})

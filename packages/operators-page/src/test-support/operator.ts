import { ADMIN_TOKEN, PUBLIC_URL, type Shop } from '../../../bff/src/test-support/shop.js'

/** A browser on the operators' port, which sends the admin token, and does not follow redirects. */
export function openOperator(
  shop: Pick<Shop, 'bff'>,
  {
    host = '127.0.0.1:4001',
    https = false,
    ip = '127.0.0.1',
    authorization = basic(ADMIN_TOKEN) as string | null,
  } = {},
) {
  const origin = `${https ? 'https' : 'http'}://${host}`
  async function send(path: string, init: RequestInit = {}, info: object = {}): Promise<Response> {
    const headers = new Headers({ host, ...(init.headers as Record<string, string>) })
    if (authorization !== null) headers.set('authorization', authorization)
    const request = new Request(`${origin}${path}`, { ...init, headers })
    return shop.bff.fetch(request, { routes: 'admin', prefix: '', ip, ...info })
  }
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = { origin }) =>
    send(`/admin/page/${path}`, { method: 'POST', headers, body: new URLSearchParams(form) })

  return {
    send,
    post,
    get: (path = '') => send(`/admin/page${path}`),
    /** The text of a search, and the answer that stands first. */
    async search(text: string) {
      const page = await bodyOf(await post('search', { text }))
      return { page, answer: /data-answer="(\w+)"/.exec(page)?.[1] }
    },
    /** Confirms an action, and does it. @returns the path of the page that is shown afterwards. */
    async act(action: string, id: string, more: Record<string, string> = {}) {
      await post('confirm', { action, id })
      const response = await post('act', { action, id, ...more })
      return response.headers.get('location')
    },
  }
}

/** The header of HTTP Basic. Browsers ask for a user name too, which does not count. */
export const basic = (token: string) => `Basic ${btoa(`operator:${token}`)}`

/** The same page on the port of pages, which must not have it. */
export const onPublicPort = (shop: Pick<Shop, 'bff'>, path: string, routes?: 'all' | 'public') =>
  shop.bff.fetch(new Request(`${PUBLIC_URL}${path}`), { routes })

/** The text of a page without its style. */
export async function bodyOf(response: Response): Promise<string> {
  return (await response.text()).replace(/<style>.*?<\/style>/s, '')
}

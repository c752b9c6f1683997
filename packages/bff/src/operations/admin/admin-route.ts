import { type CreateRoute, routesFor } from '../../kernel/http/route.js'
import type { AdminToken } from './admin-token.js'

/** Creates routes for other servers of the shop, which need the admin token as a bearer token. */
export function adminRoutesFor(adminToken: Pick<AdminToken, 'check'>): CreateRoute {
  return routesFor({
    caller: 'admin',
    authorize(request, ip) {
      const sent = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
      return adminToken.check(sent, ip)
    },
  })
}

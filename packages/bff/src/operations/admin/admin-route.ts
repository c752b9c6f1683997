import { LeydenError } from '@leyden/core'
import { type CreateRoute, routesFor } from '../../kernel/http/route.js'
import { equalInConstantTime } from '../../kernel/tokens/constant-time.js'

/** Creates routes for other servers of the shop, which need this bearer token. */
export function adminRoutesFor(token: string): CreateRoute {
  return routesFor({
    caller: 'admin',
    authorize(request, log) {
      const sent = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
      if (equalInConstantTime(sent, token)) return
      log.warn({ code: 'ADMIN_TOKEN_WRONG' }, 'A request to an admin route had a wrong token')
      throw new LeydenError('SIGN_IN_REQUIRED', 'This route requires the admin token as a bearer token.')
    },
  })
}

import { type CreateRoute, routesFor } from '../../kernel/http/route.js'
import { equalInConstantTime } from '../../kernel/tokens/constant-time.js'
import type { WrongTokens } from './wrong-tokens.js'

/** Creates routes for other servers of the shop, which need this bearer token. The right token is never slowed down. */
export function adminRoutesFor(token: string, wrongTokens: Pick<WrongTokens, 'refuse'>): CreateRoute {
  return routesFor({
    caller: 'admin',
    async authorize(request, ip) {
      const sent = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
      if (!equalInConstantTime(sent, token)) throw await wrongTokens.refuse(ip)
    },
  })
}

import { LeydenError } from '@leyden/core'
import type { Extension } from '../kernel/extension.js'
import { badField } from '../kernel/http/bad-field.js'
import { adminRoutesFor } from './admin/admin-route.js'
import { adminRoutes } from './admin/admin-routes.js'
import { createAdminToken } from './admin/admin-token.js'
import { createOperatorActions, type OperatorActions } from './admin/operator-actions.js'
import { readRoutes } from './admin/read-routes.js'
import { pageRoutes } from './page/page-routes.js'
import { createCheckSetup } from './setup-check/check-setup.js'

/** Options of {@link operations}. */
export interface OperationsOptions {
  /**
   * The bearer token of your other servers, at least 32 characters. Without it there are no routes, and only the methods
   * of the value can be used.
   */
  token?: string | undefined
}

/** The value of {@link operations}: an option of one BFF, and its actions as methods. */
export interface Operations extends Extension, OperatorActions {}

/**
 * The operators' part of a BFF, for the option `operations` of `createBff`: the routes under `/admin/…` for your other
 * servers, the operators' page where the host serves `admin` routes alone, and the same actions as methods. Pass the value to `createBff` before you call a method.
 *
 * ```ts
 * const ops = operations({ token: process.env.LEYDEN_ADMIN_TOKEN })
 * const bff = createBff({ …, operations: ops })
 * const { ok, findings } = await ops.check()
 * ```
 *
 * @throws LeydenError `BAD_REQUEST` for a token that is too short.
 */
export function operations({ token }: OperationsOptions = {}): Operations {
  if (token !== undefined && (typeof token !== 'string' || token.length < MIN_TOKEN_LENGTH))
    throw badField('token', `must have at least ${MIN_TOKEN_LENGTH} characters: openssl rand -base64 33`)
  let actions: OperatorActions | undefined

  const extension: Extension = (kernel) => {
    if (actions) throw badField('operations', 'is in use by another BFF: call operations() for each BFF')
    actions = { ...createOperatorActions(kernel), check: createCheckSetup(kernel) }
    if (token === undefined) return {}
    const adminToken = createAdminToken(token, kernel.log)
    const adminRoute = adminRoutesFor(adminToken)
    return {
      routes: [
        ...adminRoutes(kernel, actions, adminRoute),
        ...readRoutes(kernel, adminRoute),
        ...pageRoutes(kernel, actions, adminToken),
      ],
      close: adminToken.close,
    }
  }

  /** The actions of the BFF that has this value. A rejection and not an error, like other failures of an action. */
  async function ofBff(): Promise<OperatorActions> {
    if (actions) return actions
    throw new LeydenError('NOT_CONFIGURED', 'No BFF has these operations. Pass the value to createBff first.')
  }

  return Object.assign(extension, {
    replay: async () => (await ofBff()).replay(),
    redeliver: async (eventId) => (await ofBff()).redeliver(eventId),
    release: async (eventId) => (await ofBff()).release(eventId),
    releaseAll: async (field) => (await ofBff()).releaseAll(field),
    erase: async (id) => (await ofBff()).erase(id),
    check: async (request) => (await ofBff()).check(request),
  } satisfies OperatorActions)
}

const MIN_TOKEN_LENGTH = 32

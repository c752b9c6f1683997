import { LeydenError } from '@leyden/core'
import type { Extension } from '../kernel/extension.js'
import { badField } from '../kernel/http/bad-field.js'
import { adminRoutesFor } from './admin/admin-route.js'
import { adminRoutes } from './admin/admin-routes.js'
import { createAdminToken } from './admin/admin-token.js'
import { createOperatorActions, type OperatorActions } from './admin/operator-actions.js'
import { createOperatorReads, type OperatorReads } from './admin/operator-reads.js'
import { readRoutes } from './admin/read-routes.js'
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
export interface Operations extends Extension, OperatorActions, OperatorReads {
  /**
   * Accepts the token of an operator, for routes of your own.
   *
   * @param ip the client; null if the host does not pass addresses on.
   * @throws LeydenError `SIGN_IN_REQUIRED` after a second for another token, or `RATE_LIMITED` while many wait already.
   */
  authorize(token: string, ip: string | null): Promise<void>
}

/**
 * The operators' part of a BFF, for the option `operations` of `createBff`: the routes under `/admin/…` for your other
 * servers, and the same actions as methods. Pass the value to `createBff` before you call a method.
 *
 * ```ts
 * const ops = operations({ token: process.env.LEYDEN_ADMIN_TOKEN })
 * const bff = createBff({ …, extensions: [ops] })
 * const { ok, findings } = await ops.check()
 * ```
 *
 * @throws LeydenError `BAD_REQUEST` for a token that is too short.
 */
export function operations({ token }: OperationsOptions = {}): Operations {
  if (token !== undefined && (typeof token !== 'string' || token.length < MIN_TOKEN_LENGTH))
    throw badField('token', `must have at least ${MIN_TOKEN_LENGTH} characters: openssl rand -base64 33`)
  let methods: Methods | undefined

  const extension: Extension = (kernel) => {
    if (methods) throw badField('operations', 'is in use by another BFF: call operations() for each BFF')
    const adminToken = token === undefined ? undefined : createAdminToken(token, kernel.log)
    methods = {
      ...createOperatorActions(kernel),
      ...createOperatorReads(kernel),
      check: createCheckSetup(kernel),
      authorize: adminToken?.check ?? refuse,
    }
    if (!adminToken) return {}
    const adminRoute = adminRoutesFor(adminToken)
    return {
      routes: [...adminRoutes(kernel, methods, adminRoute), ...readRoutes(kernel, adminRoute)],
      close: adminToken.close,
    }
  }

  /** The methods of the BFF that has this value. A rejection and not an error, like other failures of a method. */
  async function ofBff(): Promise<Methods> {
    if (methods) return methods
    throw new LeydenError('NOT_CONFIGURED', 'No BFF has these operations. Pass the value to createBff first.')
  }

  return Object.assign(extension, {
    replay: async () => (await ofBff()).replay(),
    redeliver: async (eventId) => (await ofBff()).redeliver(eventId),
    release: async (eventId) => (await ofBff()).release(eventId),
    releaseAll: async (field) => (await ofBff()).releaseAll(field),
    erase: async (id) => (await ofBff()).erase(id),
    check: async (request) => (await ofBff()).check(request),
    find: async (id) => (await ofBff()).find(id),
    list: async (query) => (await ofBff()).list(query),
    events: async (subject) => (await ofBff()).events(subject),
    order: async (reference) => (await ofBff()).order(reference),
    authorize: async (sent, ip) => (await ofBff()).authorize(sent, ip),
  } satisfies Methods)
}

type Methods = OperatorActions & OperatorReads & Pick<Operations, 'authorize'>

async function refuse(): Promise<never> {
  throw new LeydenError('NOT_CONFIGURED', 'These operations have no token. Pass one to operations().')
}

const MIN_TOKEN_LENGTH = 32

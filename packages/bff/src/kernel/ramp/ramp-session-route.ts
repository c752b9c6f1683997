import { LeydenError } from '@leyden/core'
import * as v from 'valibot'
import { badField } from '../http/bad-field.js'
import { readJson } from '../http/body.js'
import { pageRoute, type RequestContext, type Route } from '../http/route.js'
import { check, requestObject } from '../http/schema.js'
import { type Identity, userIdOf } from '../identity/identity.js'
import type { Uses, UsesOf } from '../services.js'
import { sha256Hex } from '../tokens/sha256-hex.js'
import { openSession } from './open-session.js'
import { createPageFields, isGuest } from './ramp-fields.js'
import { RampSession, RampSessionByOrder, rampSessionEntries } from './ramp-messages.js'
import type { RampOrders } from './ramp-orders.js'

/** `POST /api/v1/ramp-widget`: opens a session for a user, with each field from the party that may set it. */
export function rampSessionRoute(
  services: Uses<'identify' | 'challenge' | 'spend' | 'idempotent'> &
    UsesOf<typeof createPageFields> &
    UsesOf<typeof openSession>,
  rampOrders: RampOrders,
): Route {
  const { identify, challenge, spend, idempotent } = services
  const entries = rampSessionEntries(services.rampFields)
  const readFields = createPageFields(services)

  /** Counts the session before it is opened, because the service sends an e-mail for each. */
  async function admit({ request, ip }: RequestContext, identity: Identity, email: string): Promise<void> {
    if (!isGuest(identity)) return spend('sessionsPerHour', `user ${identity.id}`)
    if (!(await challenge(request, { email }))) throw badField('challenge', 'was not passed', 403)
    // If the host does not pass addresses on, all guests share one count.
    if (ip === null) await spend('guestSessionsPerHour', 'unknown')
    else await spend.byClient('guestSessionsPerHour', ip)
    const hash = sha256Hex(email.toLowerCase()).slice(0, 32)
    await spend('sessionsPerHour', `guest ${hash}`)
  }

  return pageRoute('POST /api/v1/ramp-widget', {
    name: 'ramp-widget',
    identifies: true,
    summary: 'Opens a session for buying bitcoin: for a signed order, a signed-in user, or a guest.',
    description:
      'The body has the fields that a page may set. The server sets the others. Only a guest sends `email`. With an order, a page sets no other field.',
    body: v.union([requestObject({ ...entries, email: v.optional(entries.email) }), RampSessionByOrder]),
    reply: RampSession,
    async handle(context) {
      const { request, ip, log } = context
      if (!services.ramp) throw new LeydenError('NOT_CONFIGURED', 'This shop does not sell bitcoin.')
      const body = await readJson(request)
      if (body.order !== undefined) {
        const { order } = check(RampSessionByOrder, body)
        await spend.byClient('lookUpsPerMinute', ip, 'order ')
        const userId = await userIdOf(identify, request, log)
        return idempotent(request, { operation: 'ramp', userId, ip, body }, () =>
          rampOrders.open(order, userId, log),
        )
      }
      const identity = await identify(request)
      if (!identity) throw new LeydenError('SIGN_IN_REQUIRED', 'A ramp session needs a signed-in user.')
      const fields = readFields(body, identity)
      await admit(context, identity, fields.email)
      const userId = isGuest(identity) ? undefined : identity.id
      const owner =
        userId === undefined
          ? ({ emailOf: 'email', requester: { trust: 'page', ip } } as const)
          : ({ userId, emailOf: 'account', requester: { trust: 'user', ip } } as const)
      return idempotent(request, { operation: 'ramp', userId, ip, body }, async () => {
        const { reply } = await openSession(services, fields, owner, log)
        return reply
      })
    },
  })
}

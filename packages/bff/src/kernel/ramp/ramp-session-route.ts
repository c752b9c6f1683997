import { LeydenError, type Network } from '@leyden/core'
import { badField } from '../http/bad-field.js'
import { readJson } from '../http/body.js'
import type { HttpRequest } from '../http/http-request.js'
import type { Idempotent } from '../http/idempotency.js'
import { type Identity, type ReadIdentity, userIdOf } from '../http/identity.js'
import { pageRoute, type RequestContext, type Route } from '../http/route.js'
import { check } from '../http/schema.js'
import type { Consume } from '../limits/limits.js'
import { sha256Hex } from '../tokens/sha256-hex.js'
import type { OpenSession, SessionReply } from './open-session.js'
import { createPageFields, isGuest } from './ramp-fields.js'
import { type RampFieldLimits, RampSessionByOrder } from './ramp-messages.js'
import type { RampOrders } from './ramp-orders.js'

interface RampSessionOptions {
  /** Whether the shop has a ramp. */
  sellsBitcoin: boolean
  identify: ReadIdentity
  /** Asks the shop whether a guest may open a session. */
  challenge: (request: HttpRequest, guest: { email: string }) => Promise<boolean>
  consume: Consume
  idempotent: Idempotent
  openSession: OpenSession
  /** The id of the session in a watch URL. */
  watchedId: (watchUrl: string) => string | undefined
  rampOrders: RampOrders
  rampFields: RampFieldLimits
  network: Network
}

/** `POST /api/v1/ramp-widget`: opens a session for a user, with each field from the party that may set it. */
export function rampSessionRoute(options: RampSessionOptions): Route {
  const { sellsBitcoin, identify, challenge, consume, idempotent, openSession, watchedId, rampOrders } =
    options
  const readFields = createPageFields(options.rampFields, options.network)

  /** Counts the session before it is opened, because the service sends an e-mail for each. */
  async function admit({ request, ip }: RequestContext, identity: Identity, email: string): Promise<void> {
    if (!isGuest(identity)) return consume('sessionsPerHour', `user ${identity.id}`)
    if (!(await challenge(request, { email }))) throw badField('challenge', 'was not passed', 403)
    const guest = ['sessionsPerHour', `guest ${sha256Hex(email.toLowerCase()).slice(0, 32)}`] as const
    // If the host does not pass addresses on, all guests share one count.
    if (ip === null) await consume.all([['guestSessionsPerHour', 'unknown'], guest])
    else await consume.byClient('guestSessionsPerHour', ip, { also: [guest] })
  }

  return pageRoute('POST /api/v1/ramp-widget', {
    name: 'ramp-widget',
    identifies: true,
    async handle(context): Promise<SessionReply> {
      const { request, ip, log } = context
      const startedAtMs = performance.now()
      if (!sellsBitcoin) throw new LeydenError('NOT_CONFIGURED', 'This shop does not sell bitcoin.')
      const body = await readJson(request)
      if (body.order !== undefined) {
        const { order, after } = check(RampSessionByOrder, body)
        await consume.byClient('lookUpsPerMinute', ip, {
          purpose: 'order ',
          knownBy: async () => rampOrders.idOf(order),
        })
        const userId = await userIdOf(identify, request, log)
        return idempotent(request, { userId, ip, body }, () =>
          rampOrders.open(order, after, { userId, startedAtMs }, log),
        )
      }
      const identity = await identify(request, log)
      if (!identity) throw new LeydenError('SIGN_IN_REQUIRED', 'A ramp session needs a signed-in user.')
      const fields = readFields(body, identity)
      await admit(context, identity, fields.email)
      const userId = isGuest(identity) ? undefined : identity.id
      const shown = typeof body.watch_url === 'string' ? watchedId(body.watch_url) : undefined
      const owner =
        userId === undefined
          ? ({ shown, emailOf: 'email', requester: { trust: 'page', ip, startedAtMs } } as const)
          : ({ shown, userId, emailOf: 'account', requester: { trust: 'user', ip, startedAtMs } } as const)
      return idempotent(request, { userId, ip, body }, async () => {
        const { reply } = await openSession(fields, owner, log)
        return reply
      })
    },
  })
}

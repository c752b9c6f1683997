import type { WatchState as PublicState } from '@leyden/core'
import type { Settle } from '../charge/settle-charge.js'
import { readJson } from '../http/body.js'
import { type Route, route } from '../http/route.js'
import { check } from '../http/schema.js'
import type { Intents } from '../intent/intent.js'
import { IntentRequest, SignedIntent } from '../intent/intent-messages.js'
import type { ReadFields } from '../ramp/ramp-fields.js'
import { RampOrderRequest, SignedOrder } from '../ramp/ramp-messages.js'
import type { RampOrders } from '../ramp/ramp-orders.js'
import { CheckReport, type CheckSetup } from '../setup-check/check-setup.js'
import { WatchState } from '../watch/watch-messages.js'
import {
  CheckOrder,
  Drained,
  DrainRequest,
  EraseCharge,
  Erased,
  EraseRequest,
  EraseSession,
  EraseUser,
  Settlement,
} from './admin-messages.js'
import type { Erase } from './erase-subject.js'

interface AdminOptions {
  settle: Settle
  intents: Intents
  /** Delivers the due events. @returns the number of events. */
  tick: () => Promise<number>
  /** Retries the dead events. @returns the number of events. */
  replay: () => Promise<number>
  release: (eventId: string) => Promise<PublicState>
  erase: Erase
  readFields: ReadFields
  rampOrders: RampOrders
  checkSetup: CheckSetup
}

/** The routes under `/admin/`, for other servers of the shop. */
export function adminRoutes(options: AdminOptions): Route[] {
  const { settle, intents, readFields, rampOrders, tick, replay, release, erase, checkSetup } = options
  return [
    admin({
      name: 'settle',
      path: '/admin/settle',
      operationId: 'settle',
      summary: 'Records that a charge was paid, as another server of the shop reports it.',
      body: Settlement,
      reply: WatchState,
      async handle({ request }) {
        const { payment_hash, preimage, paid_at } = check(Settlement, await readJson(request))
        return settle({ paymentHash: payment_hash, preimage, paidAt: paid_at }, 'app')
      },
    }),
    admin({
      name: 'intents',
      path: '/admin/intents',
      operationId: 'signIntent',
      summary: 'Signs an order that a page can pay but not change.',
      body: IntentRequest,
      reply: SignedIntent,
      async handle({ request }) {
        return { intent: await intents.sign(check(IntentRequest, await readJson(request))) }
      },
    }),
    admin({
      name: 'ramp-orders',
      path: '/admin/ramp-orders',
      operationId: 'signRampOrder',
      summary: 'Signs a ramp order that a page can open, but neither read nor change.',
      body: RampOrderRequest,
      reply: SignedOrder,
      async handle({ request }) {
        return { order: await rampOrders.sign(readFields.ofOrder(await readJson(request))) }
      },
    }),
    admin({
      name: 'drain',
      path: '/admin/drain',
      operationId: 'drain',
      summary:
        'Delivers the due events and, on request, the dead ones: for a cron job on a serverless platform, and for a replay.',
      body: DrainRequest,
      reply: Drained,
      async handle({ request }) {
        const { dead } = check(DrainRequest, await readJson(request))
        const revived = dead ? await replay() : 0
        return { revived, delivered: await tick() }
      },
    }),
    admin({
      name: 'erase',
      path: '/admin/erase',
      operationId: 'erase',
      summary: 'Deletes all data of one charge or session with its events, or the stored data of a user.',
      body: EraseRequest,
      reply: Erased,
      async handle({ request, log }) {
        const body = await readJson(request)
        const erased = await erase(subjectOf(body))
        log.info({ erased }, 'Erased on request')
        return { erased }
      },
    }),
    admin({
      name: 'check',
      path: '/admin/check',
      operationId: 'check',
      summary: 'Tests the API key, the ramp, the public URL, the clock and the store, without a payment.',
      body: CheckOrder,
      reply: CheckReport,
      handle: async ({ request }) => checkSetup(check(CheckOrder, await readJson(request))),
    }),
    admin({
      name: 'release',
      path: '/admin/events/{id}/release',
      parameter: 'The id of the event, as in `onEvent` and the log.',
      operationId: 'releaseEvent',
      summary:
        'Releases an event that was held for review: its session changes accordingly, and the app gets the event again.',
      reply: WatchState,
      handle: ({ parameter }) => release(parameter),
    }),
  ]
}

function subjectOf(body: object): Parameters<Erase>[0] {
  if (Object.hasOwn(body, 'user_id')) return { userId: check(EraseUser, body).user_id }
  if (Object.hasOwn(body, 'session_id')) return check(EraseSession, body).session_id
  return check(EraseCharge, body).payment_hash
}

function admin<Definition extends Omit<Parameters<typeof route>[0], 'method' | 'caller'>>(
  definition: Definition,
): Route {
  return route({ ...definition, method: 'POST', caller: 'admin' })
}

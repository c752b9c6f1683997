import type { WatchState } from '@leyden/core'
import * as v from 'valibot'
import type { Kernel } from '../../kernel/extension.js'
import { readJson } from '../../kernel/http/body.js'
import type { CreateRoute, Route } from '../../kernel/http/route.js'
import { AnyCaseHash, described, optional, RampField, requestObject, text } from '../../kernel/http/schema.js'
import { IntentRequest, SignedIntent } from '../../kernel/order/intent.js'
import { RampOrderRequest } from '../../kernel/ramp/ramp-messages.js'
import { CheckReport } from '../setup-check/check-setup.js'
import type { OperatorActions } from './operator-actions.js'

const NOT_A_TIME = 'must be a time in ISO 8601 with its zone, such as 2026-11-22T10:00:00Z'

/** A time without a zone would be parsed in this machine's zone. */
const ZonedTime = v.pipe(
  v.string(NOT_A_TIME),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/, NOT_A_TIME),
  v.check((value) => !Number.isNaN(Date.parse(value)), NOT_A_TIME),
  v.transform((value) => new Date(value)),
)

const EraseRequest = v.union(
  [
    requestObject({ payment_hash: AnyCaseHash }),
    requestObject({
      session_id: described(
        v.pipe(text(255), v.nonEmpty('must not be empty')),
        'The id of the session, as in the events.',
      ),
    }),
  ],
  'must have one field: payment_hash or session_id',
)

/** Reply to `POST /admin/ramp-orders`. */
const SignedOrder = v.strictObject({
  order: described(v.string(), 'The signed order. It is valid for 15 minutes, for one open session.'),
})

/** The part of a path that names an event. */
const parameter = 'The id of the event, as in `onEvent` and the log.'

/** The routes under `/admin/` with which other servers of the shop change something. */
export function adminRoutes(
  { actions: { settle, tick, signIntent, signRampOrder } }: Pick<Kernel, 'actions'>,
  { replay, redeliver, release, releaseAll, erase, check }: OperatorActions,
  adminRoute: CreateRoute,
): Route[] {
  return [
    adminRoute('POST /admin/settle', {
      name: 'settle',
      summary: 'Records that a charge was paid, as another server of the shop reports it.',
      body: requestObject({
        payment_hash: AnyCaseHash,
        preimage: v.optional(AnyCaseHash),
        paid_at: optional(
          ZonedTime,
          'When the payment happened, in ISO 8601. The time must not be before the creation of the charge, and not in the future.',
        ),
      }),
      async handle(_, readBody): Promise<WatchState> {
        const { payment_hash, preimage, paid_at } = await readBody()
        return settle({ paymentHash: payment_hash, preimage, paidAt: paid_at })
      },
    }),
    adminRoute('POST /admin/intents', {
      name: 'intents',
      summary: 'Signs an order that a page can pay but not change.',
      body: IntentRequest,
      reply: SignedIntent,
      handle: async (_, readBody) => ({ intent: await signIntent(await readBody()) }),
    }),
    adminRoute('POST /admin/ramp-orders', {
      name: 'ramp-orders',
      summary: 'Signs a ramp order that a page can open, but neither read nor change.',
      body: RampOrderRequest,
      reply: SignedOrder,
      schemas: { SignedOrder },
      async handle({ request }) {
        return { order: await signRampOrder(await readJson(request)) }
      },
    }),
    adminRoute('POST /admin/drain', {
      name: 'drain',
      summary:
        'Delivers the due events and, on request, those that were given up or set aside: for a cron job on a serverless platform, and for a replay.',
      body: requestObject({
        dead: optional(
          v.boolean('must be true or false'),
          'Whether the BFF also retries the events that it has given up or set aside.',
        ),
      }),
      reply: v.strictObject({
        revived: v.pipe(v.number(), v.integer()),
        delivered: v.pipe(v.number(), v.integer()),
      }),
      async handle(_, readBody) {
        const { dead } = await readBody()
        const revived = dead ? await replay() : 0
        return { revived, delivered: await tick() }
      },
    }),
    adminRoute('POST /admin/erase', {
      name: 'erase',
      summary: 'Deletes all data of one charge or session with its events, or the stored data of a user.',
      body: EraseRequest,
      reply: v.strictObject({
        erased: described(v.boolean(), 'Whether the charge or session existed. Always true for a user.'),
      }),
      async handle({ log }, readBody) {
        const body = await readBody()
        const erased = await erase('session_id' in body ? body.session_id : body.payment_hash)
        log.info({ code: 'DATA_ERASED', erased }, 'Erased on request')
        return { erased }
      },
    }),
    adminRoute('POST /admin/check', {
      name: 'check',
      summary: 'Tests the API key, the ramp, the public URL, the clock and the store, without a payment.',
      body: requestObject({
        address: optional(
          text(2_048),
          'The Lightning Address for which the check requests an invoice. Nobody pays the invoice.',
        ),
        email: optional(
          text(254),
          'The e-mail address for the ramp session that the check opens. The check buys nothing.',
        ),
        origins: optional(
          v.array(text(300), 'must be a list'),
          'The origins of pages. The check looks for them in the allowed origins.',
        ),
      }),
      reply: CheckReport,
      handle: async (_, readBody) => check(await readBody()),
    }),
    adminRoute('POST /admin/events/{id}/release', {
      name: 'release',
      parameter,
      summary:
        'Releases an event that was held for review: its session changes accordingly, and the app gets the event again.',
      handle: ({ parameter: id }): Promise<WatchState> => release(id),
    }),
    adminRoute('POST /admin/events/release', {
      name: 'release-all',
      summary:
        'Releases every event that is held because it contradicts its session, or only those that are held for one field alone. Events that contradict each other stay held.',
      body: requestObject({
        field: optional(RampField, 'The field whose contradictions are released. Default: every field.'),
      }),
      reply: v.strictObject({
        released: described(v.pipe(v.number(), v.integer()), 'The number of released events.'),
      }),
      async handle(_, readBody) {
        const { field } = await readBody()
        return { released: await releaseAll(field) }
      },
    }),
    adminRoute('POST /admin/events/{id}/redeliver', {
      name: 'redeliver-event',
      parameter,
      summary: 'Delivers one event again under the same id, whatever the state of its delivery.',
      reply: v.strictObject({ id: v.string() }),
      async handle({ parameter: id }) {
        await redeliver(id)
        return { id }
      },
    }),
  ]
}

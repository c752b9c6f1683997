import { LeydenError } from '@leyden/core'
import * as v from 'valibot'
import { type Route, route } from '../http/route.js'
import { Hash, LightningAddress, Mode, Msat, Network, Time } from '../http/schema.js'
import type { Store } from '../store/store.js'
import type { ChargeSubject, RampSubject, Subject } from '../store/subject.js'
import type { PublicState } from '../watch/history.js'
import { findSubject } from './find-subject.js'
import { ReadEvent, readEvent } from './read-event.js'

const SHARED = {
  status: v.string(),
  user_id: v.optional(v.string()),
  created_at: Time,
  expires_at: Time,
  watch_until: Time,
  mode: Mode,
  events: v.array(ReadEvent),
}
const ReadCharge = v.strictObject({
  payment_hash: Hash,
  lnaddress: LightningAddress,
  amount: Msat,
  reference: v.optional(v.string()),
  intent: v.boolean(),
  network: Network,
  ...SHARED,
})
const ReadSession = v.strictObject({
  session_id: v.string(),
  reference_id: v.string(),
  guest: v.boolean(),
  ...SHARED,
})

/** `GET /admin/charges/{id}` and `/admin/sessions/{id}`: the data of one customer's case that an operator may see. */
export function readRoutes(store: Store, publicState: PublicState): Route[] {
  const sharedOf = async (subject: ChargeSubject | RampSubject) => ({
    status: (await publicState(subject)).status,
    user_id: subject.userId,
    created_at: subject.createdAt,
    expires_at: subject.expiresAt,
    watch_until: subject.watchUntil,
    mode: subject.mode,
    events: (await store.read(subject.id, 0)).map((event) => readEvent(subject.id, subject, event)),
  })

  async function find<Kind extends Subject['kind']>(
    kind: Kind,
    id: string,
  ): Promise<Extract<Subject, { kind: Kind }>> {
    const subject = await findSubject(store, id)
    if (subject?.kind === kind) return subject as Extract<Subject, { kind: Kind }>
    throw new LeydenError('NOT_FOUND', 'Nothing has this id. It may have been erased.')
  }

  return [
    route({
      name: 'read-charge',
      method: 'GET',
      path: '/admin/charges/{id}',
      parameter: 'A payment hash.',
      caller: 'admin',
      operationId: 'readCharge',
      summary: 'A charge, its state and its events, without note, invoice and preimage.',
      reply: ReadCharge,
      async handle({ parameter }) {
        const charge = await find('charge', parameter)
        const { id, lnaddress, amountMsat, reference, intent, network } = charge
        const own = { payment_hash: id, lnaddress, amount: amountMsat, reference, intent, network }
        return { ...own, ...(await sharedOf(charge)) }
      },
    }),
    route({
      name: 'read-session',
      method: 'GET',
      path: '/admin/sessions/{id}',
      parameter: 'The id of a ramp session: that of the service or that of the BFF.',
      caller: 'admin',
      operationId: 'readSession',
      summary: 'A ramp session, its state and its events, without e-mail addresses and tokens.',
      reply: ReadSession,
      async handle({ parameter }) {
        const session = await find('ramp', parameter)
        const { sessionId, referenceId, guest } = session
        const own = { session_id: sessionId, reference_id: referenceId, guest }
        return { ...own, ...(await sharedOf(session)) }
      },
    }),
  ]
}

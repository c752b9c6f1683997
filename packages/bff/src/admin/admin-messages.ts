import * as v from 'valibot'
import { AnyCaseHash, described, requestObject, text } from '../http/schema.js'

const NOT_A_TIME = 'must be a time in ISO 8601 with its zone, such as 2026-11-22T10:00:00Z'

/** A time without a zone would be parsed in this machine's zone. */
const ZonedTime = v.pipe(
  v.string(NOT_A_TIME),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/, NOT_A_TIME),
  v.check((value) => !Number.isNaN(Date.parse(value)), NOT_A_TIME),
  v.transform((value) => new Date(value)),
)

/** Body of `POST /admin/settle`. */
export const Settlement = requestObject({
  payment_hash: AnyCaseHash,
  preimage: v.optional(AnyCaseHash),
  paid_at: v.optional(
    described(
      ZonedTime,
      'When the payment happened, in ISO 8601. The time must not be before the creation of the charge, and not in the future.',
    ),
  ),
})

/** Body of `POST /admin/check`. */
export const CheckOrder = requestObject({
  address: v.optional(
    described(
      text(2_048),
      'The Lightning Address for which the check requests an invoice. Nobody pays the invoice.',
    ),
  ),
  email: v.optional(
    described(
      text(254),
      'The e-mail address for the ramp session that the check opens. The check buys nothing.',
    ),
  ),
  origins: v.optional(
    described(
      v.array(text(300), 'must be a list'),
      'The origins of pages. The check looks for them in the allowed origins.',
    ),
  ),
})

/** Body of `POST /admin/drain`. */
export const DrainRequest = requestObject({
  dead: v.optional(
    described(
      v.boolean('must be true or false'),
      'Whether the BFF also retries dead events, whose delivery it has given up.',
    ),
  ),
})
export const Drained = v.strictObject({
  revived: v.pipe(v.number(), v.integer()),
  delivered: v.pipe(v.number(), v.integer()),
})

export const EraseCharge = requestObject({ payment_hash: AnyCaseHash })
export const EraseSession = requestObject({
  session_id: described(
    v.pipe(text(255), v.nonEmpty('must not be empty')),
    'The id of the session, as in the events.',
  ),
})
export const EraseUser = requestObject({
  user_id: described(
    v.pipe(v.string('must be a string'), v.nonEmpty('must not be empty')),
    'The user’s id, as `identify` returns it. The BFF deletes the stored access token of this user.',
  ),
})
/** Body of `POST /admin/erase`. */
export const EraseRequest = v.union([EraseCharge, EraseSession, EraseUser])
export const Erased = v.strictObject({
  erased: described(v.boolean(), 'Whether the charge or session existed. Always true for a user.'),
})

import type * as wire from '@leyden/core'
import * as v from 'valibot'
import { described, type FieldsOf, Mode, optional, Time } from '../kernel/http/schema.js'

/** The status of a ramp session. */
export const RampStatus = v.picklist([
  'created',
  'open',
  'processing',
  'completed',
  'failed',
  'cancelled',
  'expired',
  'needs_review',
]) satisfies v.GenericSchema<wire.RampStatus>

/** A session of a ramp order, in the reply with a session and in an error about the order. */
export const RampOrderSession = v.strictObject({
  session_id: described(v.string(), 'The service’s id of the session.'),
  status: described(RampStatus, 'The status that the events of the session report.'),
  at: described(Time, 'Since when the session has this status.'),
  created_at: described(Time, 'When the session was opened.'),
  expires_at: described(Time, 'When the session expires.'),
  watch_url: described(v.string(), 'The URL of the session’s state, relative to the public URL of the BFF.'),
  widget_url: optional(
    v.string(),
    'The link under which the session may be opened again, until it expires or has ended.',
  ),
} satisfies FieldsOf<wire.RampOrderSession>)

/** Reply to `POST /api/v1/ramp-widget`. */
export const RampSession = v.looseObject({
  session_token: v.string(),
  widget_url: described(v.string(), 'The URL for the iframe. Use it unchanged.'),
  session_id: v.string(),
  expires_at: Time,
  watch_url: described(v.string(), 'The URL of the session’s state, relative to the public URL of the BFF.'),
  ramp_origins: described(v.array(v.string()), 'The allowed origins of the iframe.'),
  mode: Mode,
  sessions: optional(v.array(RampOrderSession), 'All sessions of the order, oldest first.'),
} satisfies FieldsOf<wire.RampSession>)

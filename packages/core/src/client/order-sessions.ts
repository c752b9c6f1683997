import { fieldsOf, isEmpty } from '../foundation/json.js'
import type { RampOrderSession } from './wire.js'

const TEXTS = ['session_id', 'status', 'watch_url'] as const
const TIMES = ['at', 'created_at', 'expires_at'] as const

/** The sessions of a ramp order in a reply of the BFF, without those that lack a required field. */
export function orderSessionsOf(sessions: unknown): RampOrderSession[] | undefined {
  return Array.isArray(sessions) ? sessions.filter(isOrderSession) : undefined
}

function isOrderSession(value: unknown): value is RampOrderSession {
  const session = fieldsOf(value)
  const { widget_url } = session
  return (
    TEXTS.every((name) => typeof session[name] === 'string' && !isEmpty(session[name])) &&
    TIMES.every((name) => !Number.isNaN(Date.parse(String(session[name])))) &&
    (widget_url === undefined || typeof widget_url === 'string')
  )
}

import type { Log } from '@leyden/core'
import { messageReference } from '@leyden/core/internal'
import { mapLog } from './log.js'

/** Wraps a log and adds the field `docs` to warnings and errors: the URL of the section that explains the message. */
export function withReferences(log: Log): Log {
  return mapLog(log, (fields, message, level) =>
    level === 'info' ? fields : { ...fields, docs: messageReference(anchorOf(message)) },
  )
}

/** The anchor of a heading: the first clause of a message, because the variable part follows it. */
const anchorOf = (message: string) =>
  (message.split(/[:;,.] /u, 1)[0] ?? '')
    .toLowerCase()
    .replaceAll(/[^\w -]/gu, '')
    .replaceAll(' ', '-')

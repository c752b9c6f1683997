import { messageReference } from '@leyden/core/internal'
import type { Log } from './log.js'

/** A log whose warnings and errors have a field `docs`: where the documentation explains the line. */
export function withReferences(log: Log): Log {
  return {
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn({ ...fields, docs: messageReference(anchorOf(message)) }, message),
    error: (fields, message) => log.error({ ...fields, docs: messageReference(anchorOf(message)) }, message),
  }
}

/** The anchor of a heading that is the first clause of a message; what varies stands behind it. */
const anchorOf = (message: string) =>
  (message.split(/[:;,.] /u, 1)[0] ?? '')
    .toLowerCase()
    .replaceAll(/[^\w -]/gu, '')
    .replaceAll(' ', '-')

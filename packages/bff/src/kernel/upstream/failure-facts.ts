import { isLeydenError } from '@leyden/core'
import { fieldsOf, sentenceOf } from '@leyden/core/internal'
import type { RequestTrace } from '@leyden/core/provider'
import { reasonOf } from '../foundation/log.js'

const MAX_CHARACTERS = 300

/** Details of a failed upstream request for operators, besides its code and status. Pages do not get them. */
export function failureFacts(error: unknown, { host }: RequestTrace) {
  const causes = causesOf(error).filter((each) => !isLeydenError(each))
  const errors = causes.filter((each) => each instanceof Error)
  const service = fieldsOf(causes.find((each) => !(each instanceof Error)))
  return {
    host,
    /** The words of the recipient's server (LUD-06). */
    providerMessage: textOf(isLeydenError(error) ? error.providerMessage : undefined),
    /** The code of a network error, such as `ECONNREFUSED`. */
    errno: errors.map((each) => fieldsOf(each).code).find(isErrno),
    /** The message of the deepest cause, from this program or from the network; those above it only report a failure. */
    cause: redactText(
      errors.filter(({ message }) => message !== '').at(-1)?.message ??
        (isLeydenError(error) ? sentenceOf(error) : reasonOf(error)),
    ),
    /** The error code of the service, even if it does not have the usual form. */
    serviceCode: textOf(service.code),
    /** The message of the service. */
    serviceMessage: textOf(service.message),
  }
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let each = error; each !== undefined && causes.length < 5; each = (each as Error | null)?.cause)
    causes.push(...(each instanceof AggregateError ? [each, ...each.errors] : [each]))
  return causes
}

const isErrno = (code: unknown): code is string =>
  typeof code === 'string' && /^[A-Z][A-Z_]{3,40}$/.test(code)

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? redactText(value) : undefined)

/**
 * Redacts a text of another party for the log: removes e-mail addresses, invoices, and anything as long and random as a
 * key or a token.
 */
export function redactText(text: string): string {
  return text
    .slice(0, MAX_CHARACTERS * 4)
    .replace(/[^\s"'<>(),:;]+(?:@|%40)[^\s"'<>(),:;]+/gi, '[e-mail]')
    .replace(/\bln(?:bc|tb|sb)[a-z0-9]{20,}/gi, '[invoice]')
    .replace(/[\w+/=~-]{24,}/g, '[redacted]')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_CHARACTERS)
}

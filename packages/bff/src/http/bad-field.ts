import { LeydenError } from '@leyden/core'

/**
 * A field of a request, or an option, that cannot be used, and why: `badField('amount', 'must be …')`.
 *
 * @param status of the reply. @default 400
 */
export function badField(field: string, why: string, status?: number): LeydenError {
  return new LeydenError('BAD_REQUEST', `${field} ${why}.`, { field, status })
}

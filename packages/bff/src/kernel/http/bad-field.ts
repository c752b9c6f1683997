import { LeydenError } from '@leyden/core'

/**
 * The error for an invalid field or option, with the reason: `badField('amount', 'must be …')`.
 *
 * @param status of the reply. @default 400
 */
export function badField(field: string, why: string, status?: number): LeydenError {
  return new LeydenError('BAD_REQUEST', `${field} ${why}.`, { field, status })
}

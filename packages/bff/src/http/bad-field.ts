import { LeydenError } from '@leyden/core'

/** A field of a request that cannot be used, and why: `badField('amount', 'must be …')`. */
export function badField(field: string, why: string): LeydenError {
  return new LeydenError('BAD_REQUEST', `${field} ${why}.`, { field })
}

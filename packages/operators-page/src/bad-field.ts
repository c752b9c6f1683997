import { LeydenError } from '@leyden/core'

/** A request with a field that cannot be used. @param status the HTTP status. */
export function badField(field: string, message: string, status?: number): LeydenError {
  return new LeydenError('BAD_REQUEST', `${field} ${message}.`, { field, status })
}

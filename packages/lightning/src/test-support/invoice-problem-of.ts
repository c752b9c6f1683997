import { isLeydenError } from '@leyden/core'
import type { InvoiceProblem } from '../invoice.js'

/** Why a decoder refuses; an error of any other kind is none of its business and fails the test. */
export function problemOf(read: () => unknown): InvoiceProblem | 'accepted' {
  try {
    read()
  } catch (error) {
    if (isLeydenError(error) && error.code === 'BAD_INVOICE') return error.reason as InvoiceProblem
    throw error
  }
  return 'accepted'
}

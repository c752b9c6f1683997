import { isLeydenError } from '@leyden/core'
import type { InvoiceProblem } from '../invoice/invoice.js'

/** The problem that a decoder reports; any other error fails the test. */
export function problemOf(read: () => unknown): InvoiceProblem | 'accepted' {
  try {
    read()
  } catch (error) {
    if (isLeydenError(error) && error.code === 'BAD_INVOICE') return error.reason as InvoiceProblem
    throw error
  }
  return 'accepted'
}

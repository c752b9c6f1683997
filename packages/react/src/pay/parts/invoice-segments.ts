/** The scheme is in lower case, because phones expect that; the invoice is in upper case, which needs fewer modules. */
const SCHEME = 'lightning:'

/** The text that the QR code of an invoice encodes. */
export function invoiceSegments(invoice: string) {
  return { scheme: SCHEME, text: invoice.replace(/^lightning:/i, '').toUpperCase() }
}

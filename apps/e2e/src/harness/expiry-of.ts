import { decode } from 'light-bolt11-decoder'

/** The correct time at which an invoice expires, in milliseconds. */
export function expiryOf(invoice: string): number {
  const { sections, expiry = 3_600 } = decode(invoice)
  const timestamp = sections.find(({ name }) => name === 'timestamp')
  return (Number(timestamp && 'value' in timestamp ? timestamp.value : Number.NaN) + expiry) * 1_000
}

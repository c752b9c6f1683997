import { numberFormatter } from '@leyden/core/internal'

/**
 * A decimal string of the service as a locale writes it, such as `59,523.81`. All its digits stay, however many there
 * are. A text that is none stays as it is.
 */
export function decimalText(decimal: string, locale: string): string {
  const [, whole, fraction] = /^(\d{1,30})(?:\.(\d+))?$/.exec(decimal) ?? []
  if (whole === undefined) return decimal
  const formatter = numberFormatter(locale)
  const grouped = formatter.format(BigInt(whole))
  if (fraction === undefined) return grouped
  const separator = formatter.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  return grouped + separator + fraction
}

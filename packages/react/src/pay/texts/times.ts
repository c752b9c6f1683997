import { dateFormatter } from '@leyden/core/internal'

/**
 * `Jan 1, 2026, 2:02 PM UTC`: with date and time zone, because a receipt is read later and elsewhere. The hour and its
 * zone stay on one line.
 */
export function timeText(at: Date, locale: string): string {
  const parts = dateFormatter(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).formatToParts(at)
  const hour = parts.findIndex(({ type }) => type === 'hour')
  return parts.map(({ value }, index) => (index < hour ? value : value.replaceAll(' ', '\u00a0'))).join('')
}

/** `1/1/26, 2:02 PM`: of a time that is read here and now. */
export function shortTime(at: Date, locale: string): string {
  return dateFormatter(locale, { dateStyle: 'short', timeStyle: 'short' }).format(at)
}

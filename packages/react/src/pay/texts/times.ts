import { dateFormatter } from '@leyden/core/internal'

/**
 * `Jan 1, 2026, 2:02 PM`, in the time zone of the device. The hour and what follows stay on one line.
 *
 * @param timeZoneName adds the zone, for a text that is read elsewhere: `UTC`
 */
export function timeText(at: Date, locale: string, timeZoneName?: 'short'): string {
  const parts = dateFormatter(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName,
  }).formatToParts(at)
  const hour = parts.findIndex(({ type }) => type === 'hour')
  return parts.map(({ value }, index) => (index < hour ? value : value.replaceAll(' ', '\u00a0'))).join('')
}

/** `1/1/26, 2:02 PM`: of a time that is read here and now. */
export function shortTime(at: Date, locale: string): string {
  return dateFormatter(locale, { dateStyle: 'short', timeStyle: 'short' }).format(at)
}

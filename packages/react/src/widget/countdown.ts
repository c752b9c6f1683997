/** `1:40`, or `1:01:40` from an hour on. */
export function countdown(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return `${hours > 0 ? `${hours}:${pad(minutes % 60)}` : minutes}:${pad(seconds % 60)}`
}

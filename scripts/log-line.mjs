// Makes a program's JSON log readable in a terminal that somebody watches.

const LEVELS = { 40: 'warning: ', 50: 'error: ', 60: 'error: ' }
/** Who, when and which process: said by the terminal already, or of use to machines only. */
const LEFT_OUT = new Set([
  'level',
  'time',
  'pid',
  'hostname',
  'name',
  'msg',
  'requestId',
  'subject',
  'attempt',
])

/**
 * One line for people: `Request (route validate, method GET, status 200, ms 12)`. A line that is no JSON object
 * with a `msg` stays as it is; null for one that only says that all is well, again and again.
 */
export function readableLine(line) {
  const entry = parse(line)
  if (!entry) return line
  if (entry.route === 'healthz' || entry.method === 'OPTIONS') return null
  const details = Object.entries(entry)
    .filter(([key]) => !LEFT_OUT.has(key))
    .map(([key, value]) => `${key} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
  return `${LEVELS[entry.level] ?? ''}${entry.msg}${details.length > 0 ? ` (${details.join(', ')})` : ''}`
}

function parse(line) {
  if (!line.startsWith('{')) return null
  try {
    const entry = JSON.parse(line)
    return typeof entry.msg === 'string' ? entry : null
  } catch {
    return null
  }
}

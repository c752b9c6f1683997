import { pino } from 'pino'

export interface LogOptions {
  level: string
  redact: (text: string) => string
  /** Gets each line, without its line break. */
  write: (line: string) => void
}

/** Headers and fields that are somebody's secret wherever they turn up. */
const SECRET_FIELDS = new Set([
  'apikey',
  'apiKey',
  'authorization',
  'cookie',
  'email',
  'access_token',
  'accessToken',
  'webhook_url',
])

/** Structured logs: one line of JSON each, without secrets. */
export function createLog({ level, redact, write }: LogOptions) {
  return pino(
    {
      level,
      base: { name: 'leyden-bff' },
      timestamp: pino.stdTimeFunctions.isoTime,
      // The option `redact` takes a path for each field and depth, which costs more than the rest of the line.
      formatters: { log: withoutSecrets },
    },
    { write: (line: string) => write(redact(line.trimEnd())) },
  )
}

function withoutSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  const safe: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields))
    safe[name] = SECRET_FIELDS.has(name) ? '[redacted]' : withoutInnerSecrets(value)
  return safe
}

function withoutInnerSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutInnerSecrets)
  const isPlain =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return isPlain ? withoutSecrets(value as Record<string, unknown>) : value
}

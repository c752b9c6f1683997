import { pino } from 'pino'

export interface LogOptions {
  level: string
  redact: (text: string) => string
  /** Called with each line, without its line break. */
  write: (line: string) => void
}

/** Names of headers and fields that are secret at any depth. */
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

/** Creates a structured log: one JSON object per line, without secrets. */
export function createLog({ level, redact, write }: LogOptions) {
  return pino(
    {
      level,
      base: { name: 'leyden-bff' },
      timestamp: pino.stdTimeFunctions.isoTime,
      // pino's option `redact` needs a path for each field and depth, which takes more time than writing the line.
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

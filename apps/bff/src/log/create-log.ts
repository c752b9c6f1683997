import { pino } from 'pino'

export interface LogOptions {
  level: string
  redact: (text: string) => string
  /** Gets each line, without its line break. */
  write: (line: string) => void
}

/** Headers and fields that are somebody's secret wherever they turn up. */
const SECRET_FIELDS = [
  'apikey',
  'apiKey',
  'authorization',
  'cookie',
  'email',
  'access_token',
  'accessToken',
  'webhook_url',
]

/** Structured logs: one line of JSON each, without secrets. */
export function createLog({ level, redact, write }: LogOptions) {
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`])
  return pino(
    {
      level,
      base: { name: 'leyden-bff' },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: '[redacted]' },
    },
    { write: (line: string) => write(redact(line.trimEnd())) },
  )
}

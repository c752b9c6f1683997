import type { Log } from '@leyden/bff'
import { logWithDocs } from '@leyden/core/internal'
import { pino } from 'pino'

export interface LogOptions {
  level: string
  /** Texts that no line may contain. */
  secrets: readonly (string | undefined)[]
  /** Called with each line, without its line break. */
  write: (line: string) => void
}

/** Names of headers and fields that are secret at any depth. */
const SECRET_FIELDS = [
  ...['apikey', 'apiKey', 'authorization', 'cookie'],
  ...['email', 'access_token', 'accessToken', 'webhook_url'],
]
const HAS_SECRET_FIELD = new RegExp(`"(${SECRET_FIELDS.join('|')})":`)
const PLACE = '[redacted]'

/** Creates a structured log: one JSON object per line, without secrets. */
export function createLog({ level, secrets, write }: LogOptions): Log {
  const redact = createRedact(secrets)
  const log = pino(
    { level, base: { name: 'leyden-bff' }, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => write(redact(withoutSecretFields(line.trimEnd()))) },
  )
  return logWithDocs(log)
}

/**
 * pino's option `redact` needs a path for each field and depth, which takes more time than writing the line. Hardly any
 * line has such a field, so only these are parsed.
 */
function withoutSecretFields(line: string): string {
  if (!HAS_SECRET_FIELD.test(line)) return line
  return JSON.stringify(
    JSON.parse(line, (name, value: unknown) => (SECRET_FIELDS.includes(name) ? PLACE : value)),
  )
}

/**
 * Removes secrets from a text, even URL-encoded or JSON-encoded ones. This is the last line of defence: no code should
 * log a secret.
 */
function createRedact(secrets: LogOptions['secrets']): (text: string) => string {
  const forms = secrets
    .filter((secret): secret is string => secret !== undefined && secret.length >= 6)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
  const known = [...new Set(forms)].sort((a, b) => b.length - a.length)
  return (text) => {
    let safe = text
    for (const secret of known) safe = safe.replaceAll(secret, PLACE)
    // With a capability or watch token every reader could access its session or charge.
    return safe.replace(/\b[0-9a-f]{8}\.[0-9a-f]{32,64}\.[0-9a-z]{1,9}\.[0-9a-f]{32}\b/g, PLACE)
  }
}

import { isLocalPage, parseUrl } from '@leyden/core/internal'
import { type CheckResult, misconfigured, ok } from './check-result.js'
import type { CheckRun } from './check-run.js'

export function checkOrigins({
  publicUrl,
  allowedOrigins = [],
  origins,
}: Pick<CheckRun, 'publicUrl' | 'allowedOrigins' | 'origins'>): CheckResult {
  const allowed = [new URL(publicUrl).origin, ...allowedOrigins]
  const missing = origins.filter((origin) => !allowed.includes(origin))
  if (missing.length > 0)
    return misconfigured(
      `Pages of ${missing.join(', ')} are refused.`,
      `Set allowedOrigins: ['${missing.join("', '")}'] (LEYDEN_ALLOWED_ORIGINS=${[...allowedOrigins, ...missing].join(',')}).`,
    )
  const plain = allowed.filter(isPlain)
  if (plain.length > 0)
    return misconfigured(
      `Pages of ${plain.join(', ')} come without TLS, so anybody in the network can change them.`,
      'Serve them over https, and list the https origin.',
    )
  return ok(`Pages of ${allowed.join(', ')} are allowed.`)
}

function isPlain(origin: string): boolean {
  const url = parseUrl(origin)
  return url?.protocol === 'http:' && !isLocalPage(url.hostname)
}

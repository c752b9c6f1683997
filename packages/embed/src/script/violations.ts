import { parseUrl } from '@leyden/core/internal'

/**
 * Collects violations of the Content-Security-Policy. It has to listen from the start, because events are not repeated.
 */
export function collectViolations(signal: AbortSignal): () => string[] {
  const seen = new Set<string>()
  const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (seen.size < 50) seen.add(`${effectiveDirective} blocked ${originOf(blockedURI)}`)
  }
  document.addEventListener('securitypolicyviolation', onViolation, { signal })
  return () => [...seen]
}

/** Without the rest of the URL, which may contain a token. */
function originOf(uri: string): string {
  return parseUrl(uri)?.origin ?? uri.replace(/\?.*/, '')
}

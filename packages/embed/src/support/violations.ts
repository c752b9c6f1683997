import { parseUrl } from '@leyden/core/internal'

/**
 * Collects violations of the Content-Security-Policy. It has to listen from the start, because events are not repeated.
 */
export function collectViolations(document: Document): { list(): string[]; remove(): void } {
  const seen = new Set<string>()
  const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (seen.size < 50) seen.add(`${effectiveDirective} blocked ${originOf(blockedURI)}`)
  }
  document.addEventListener('securitypolicyviolation', onViolation)
  return {
    list: () => [...seen],
    remove: () => document.removeEventListener('securitypolicyviolation', onViolation),
  }
}

/** Without the rest of the URL, which may contain a token. */
function originOf(uri: string): string {
  return parseUrl(uri)?.origin ?? uri.replace(/\?.*/, '')
}

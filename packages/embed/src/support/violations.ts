import { parseUrl } from '@leyden/core/internal'

/** Collects what the Content-Security-Policy blocked. It has to listen from the start, because events are not repeated. */
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

/** The URL itself may contain a token. */
function originOf(uri: string): string {
  return parseUrl(uri)?.origin ?? uri.replace(/\?.*/, '')
}

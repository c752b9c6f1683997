/** Remembers what a policy blocked, from the first moment: the event is not repeated. */
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

/** A blocked URL may hold a token. */
function originOf(uri: string): string {
  try {
    return new URL(uri).origin
  } catch {
    return uri.split('?')[0] ?? ''
  }
}

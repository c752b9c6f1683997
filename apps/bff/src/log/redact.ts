const PLACE = '[redacted]'

/**
 * Removes secrets from a text, even URL-encoded or JSON-encoded ones. This is the last line of defence: no code should
 * log a secret.
 */
export function createRedact(secrets: readonly (string | undefined)[]): (text: string) => string {
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

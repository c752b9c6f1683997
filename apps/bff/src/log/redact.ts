const PLACE = '[redacted]'

/**
 * Takes secrets out of text, also where they were URL- or JSON-encoded. The last line of defence: nothing should
 * hand them to a log in the first place.
 */
export function createRedact(secrets: readonly (string | undefined)[]): (text: string) => string {
  const forms = secrets
    .filter((secret): secret is string => secret !== undefined && secret.length >= 6)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
  const known = [...new Set(forms)].sort((a, b) => b.length - a.length)
  return (text) => {
    let safe = text
    for (const secret of known) safe = safe.replaceAll(secret, PLACE)
    // Capabilities and watch tokens open one session or charge to every reader.
    return safe.replace(/\b[0-9a-f]{8}\.[0-9a-f]{32,64}\.[0-9a-z]{1,9}\.[0-9a-f]{32}\b/g, PLACE)
  }
}

import type { Environment } from './environment.js'

/** How the ramp signs its webhooks, where it does. */
export interface WebhookSettings {
  hmac: { header: string; secrets: string[] } | undefined
  standardSecrets: string[]
}

export function readWebhookSettings(read: Environment): WebhookSettings {
  const header = read.text('LEYDEN_WEBHOOK_HMAC_HEADER')
  const secrets = read.list('LEYDEN_WEBHOOK_HMAC_SECRET')
  const standardSecrets = read.list('LEYDEN_WEBHOOK_STANDARD_SECRET')
  if ((header === undefined) !== (secrets.length === 0))
    read.problems.push('LEYDEN_WEBHOOK_HMAC_HEADER and LEYDEN_WEBHOOK_HMAC_SECRET belong together.')
  if (header !== undefined && !/^[\w-]{1,100}$/.test(header))
    read.problems.push('LEYDEN_WEBHOOK_HMAC_HEADER must be the name of a header.')
  if (!standardSecrets.every((secret) => /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)))
    read.problems.push('LEYDEN_WEBHOOK_STANDARD_SECRET must be whsec_ and base64 of at least 24 bytes.')
  return { hmac: header === undefined ? undefined : { header, secrets }, standardSecrets }
}

import type { Network } from '@leyden/core'
import type { RemoteBff } from './report-payment.js'
import type { StartSandboxOptions } from './start-sandbox.js'

const NETWORKS: readonly Network[] = ['mainnet', 'testnet', 'signet', 'regtest']

/** Reads the program's settings from the environment; throws an `Error` that lists all problems at once. */
export function readSettings(env: Record<string, string | undefined>): StartSandboxOptions {
  const problems: string[] = []

  function port(name: string, url: string | undefined, fallback: number): number {
    const text = env[name] || portHere(url)
    if (!text) return fallback
    const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
    if (!(value <= 65_535)) problems.push(`${name} has to be a port number, 0 to 65535.`)
    return value
  }

  const network = NETWORKS.find((each) => each === env.LEYDEN_NETWORK)
  if (env.LEYDEN_NETWORK && !network) problems.push(`LEYDEN_NETWORK has to be one of ${NETWORKS.join(', ')}.`)

  function bff(): RemoteBff | undefined {
    const { LEYDEN_BFF_URL: url, LEYDEN_ADMIN_TOKEN: adminToken } = env
    if (!url) return undefined
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      problems.push('LEYDEN_BFF_URL has to be a URL such as http://localhost:4000/api/leyden.')
    if (!adminToken)
      problems.push('LEYDEN_BFF_URL needs LEYDEN_ADMIN_TOKEN with the admin token of that BFF.')
    return { url: url.replace(/\/+$/, ''), adminToken: adminToken ?? '' }
  }

  const settings = {
    port: port('PORT', env.LEYDEN_BASE_URL, 4010),
    rampPort: port('RAMP_PORT', env.LEYDEN_RAMP_ORIGINS, 4011),
    lnurlPort: env.LNURL_PORT ? port('LNURL_PORT', undefined, 0) : undefined,
    host: env.HOST || undefined,
    apiKey: env.LEYDEN_API_KEY || undefined,
    seed: env.LEYDEN_SANDBOX_SEED || undefined,
    network,
    domains: env.LEYDEN_SANDBOX_DOMAINS?.split(/[\s,]+/).filter(Boolean),
    bff: bff(),
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return settings
}

/** The port of a URL on this machine: where the settings of an app expect the sandbox. */
const portHere = (url = ''): string | undefined =>
  /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):(\d+)/.exec(url)?.[1]

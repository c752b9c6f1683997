import type { Network } from '@leyden/core'
import type { StartSandboxOptions } from './start-sandbox.js'

const NETWORKS: readonly Network[] = ['mainnet', 'testnet', 'signet', 'regtest']

/** Reads the program's settings from the environment; throws an `Error` that lists all problems at once. */
export function readSettings(env: Record<string, string | undefined>): StartSandboxOptions {
  const problems: string[] = []

  function port(name: string, fallback: number): number {
    const text = env[name]
    if (!text) return fallback
    const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
    if (!(value <= 65_535)) problems.push(`${name} has to be a port number, 0 to 65535.`)
    return value
  }

  const network = NETWORKS.find((each) => each === env.LEYDEN_NETWORK)
  if (env.LEYDEN_NETWORK && !network) problems.push(`LEYDEN_NETWORK has to be one of ${NETWORKS.join(', ')}.`)

  const settings: StartSandboxOptions = {
    port: port('PORT', 4010),
    rampPort: port('RAMP_PORT', 4011),
    lnurlPort: env.LNURL_PORT ? port('LNURL_PORT', 0) : undefined,
    host: env.HOST || undefined,
    apiKey: env.LEYDEN_API_KEY || undefined,
    seed: env.LEYDEN_SANDBOX_SEED || undefined,
    network,
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return settings
}

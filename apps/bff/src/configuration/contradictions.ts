import type { Configuration } from './configuration.js'

/** What each setting allows by itself, and no two of them together; one line each. */
export function contradictions(configuration: Configuration): string[] {
  const { adminToken, bff, devIdentity, events, nwcUrl, operationsPort, port } = configuration
  const { minSats, maxSats } = bff.chargeLimits
  const problems: string[] = []
  const refuse = (isWrong: boolean, problem: string) => void (isWrong && problems.push(problem))

  refuse(
    // Otherwise a page believes that payments would be told, and calls one that it cannot see expired.
    Boolean(bff.settles) && adminToken === undefined && nwcUrl === undefined,
    'LEYDEN_SETTLES needs LEYDEN_NWC_URL or LEYDEN_ADMIN_TOKEN: without either nobody can report a payment.',
  )
  refuse(
    nwcUrl !== undefined && !bff.settles,
    'LEYDEN_NWC_URL needs LEYDEN_SETTLES: the Lightning Addresses whose payments reach that wallet, or 1 for all.',
  )
  refuse(
    devIdentity && bff.network === 'mainnet',
    'LEYDEN_DEV_IDENTITY makes everybody one user, which mainnet refuses.',
  )
  refuse(
    events.url !== undefined && !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(events.secret ?? ''),
    'LEYDEN_EVENTS_SECRET must be whsec_ and base64 of at least 24 bytes.',
  )
  refuse(
    events.url === undefined && events.secret !== undefined,
    'LEYDEN_EVENTS_SECRET needs LEYDEN_EVENTS_URL: without it no event is posted.',
  )
  refuse(minSats > maxSats, 'LEYDEN_MIN_SATS must not be more than LEYDEN_MAX_SATS: no charge could be made.')
  refuse(
    // Port 0 is any that is free, and another one each time.
    port !== 0 && port === operationsPort,
    'LEYDEN_OPERATIONS_PORT must not be PORT: what is there is for operators only.',
  )
  return problems
}

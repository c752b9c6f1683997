import { nearestName } from '@leyden/core/internal'
import { SETTINGS } from './settings.js'

/** Variables of the scripts and other programs of this repository, which share an environment with this one. */
const OTHER_PROGRAMS =
  /^LEYDEN_(QUICK|CHROMIUM|FIREFOX|BROWSER|NGINX|SOAK|SOAK_FIGURES|SANDBOX_\w+|GAME_\w+|BFF_URL|RAMP)$/
/** Ports of `npm start`, and what Docker and Kubernetes add for a neighbour that is called `leyden`. */
const PORTS_AND_NEIGHBOURS = /^LEYDEN_(\w+_)?(PORT|SERVICE_HOST)(_|$)/

/**
 * Notices about variables that begin with LEYDEN_ and that nothing reads: most often one is misspelt, and so has no
 * effect. Their values are not repeated.
 */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const names = Object.keys(SETTINGS)
  return Object.keys(env)
    .filter(
      (name) =>
        name.startsWith('LEYDEN_') && env[name] && !names.includes(name) && !OTHER_PROGRAMS.test(name),
    )
    .flatMap((name) => {
      const meant = nearestName(name, names)
      if (meant === undefined && PORTS_AND_NEIGHBOURS.test(name)) return []
      return [`${name} is no setting of this program${meant ? `; ${meant} is` : ''}: it was not read.`]
    })
}

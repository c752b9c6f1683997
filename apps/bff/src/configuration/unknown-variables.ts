import { nearestName } from '@leyden/core/internal'
import { SETTINGS } from './settings.js'

/** Variables of other programs and scripts of this repository, which may share the environment. */
const OTHER_PROGRAMS =
  /^LEYDEN_(QUICK|CHROMIUM|FIREFOX|BROWSER|NGINX|SOAK|SOAK_FIGURES|SANDBOX_\w+|GAME_\w+|BFF_URL|RAMP)$/
/** Ports of `npm start`, and variables that Docker and Kubernetes add for a service with the name `leyden`. */
const PORTS_AND_NEIGHBOURS = /^LEYDEN_(\w+_)?(PORT|SERVICE_HOST)(_|$)/

/**
 * Notices about variables that begin with LEYDEN_ but are unknown, because a misspelt one has no effect. They do not
 * repeat the values.
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
      return [
        `${name} is not a setting of this program, so it has no effect.${meant ? ` Did you mean ${meant}?` : ''}`,
      ]
    })
}

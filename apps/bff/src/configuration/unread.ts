import { SETTINGS } from './settings.js'

/** Of the scripts and the other programs of this repository, which share an environment with this one. */
const OF_OTHERS =
  /^LEYDEN_(QUICK|CHROMIUM|FIREFOX|BROWSER|NGINX|SOAK|SOAK_FIGURES|SANDBOX_\w+|GAME_\w+|BFF_URL|RAMP)$/
/** Ports of `npm start`, and what Docker and Kubernetes add for a neighbour that is called `leyden`. */
const OF_PLACES = /^LEYDEN_(\w+_)?(PORT|SERVICE_HOST)(_|$)/

/**
 * Names the variables that look like ours and that nobody reads: most often one is misspelt, and what it says does
 * not hold. Their values are not repeated.
 */
export function unreadNotices(env: Readonly<Record<string, string | undefined>>): string[] {
  const names = SETTINGS.map(({ name }) => name)
  return Object.keys(env)
    .filter(
      (name) => name.startsWith('LEYDEN_') && env[name] && !names.includes(name) && !OF_OTHERS.test(name),
    )
    .flatMap((name) => {
      const meant = names.find((candidate) => isOneSlipAway(name, candidate))
      if (meant === undefined && OF_PLACES.test(name)) return []
      return [`${name} is no setting of this program${meant ? `; ${meant} is` : ''}: it was not read.`]
    })
}

/** Whether one character was left out, added or mistaken, or two were swapped. */
function isOneSlipAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const [restA, restB] = [a.slice(start), b.slice(start)]
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}

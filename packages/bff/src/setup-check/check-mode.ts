import { type CheckResult, ok, problem } from './check-result.js'
import type { CheckRun } from './check-run.js'

const TODO = 'Use the key and the settings of one mode: network and mode (LEYDEN_NETWORK, LEYDEN_MODE).'

export function checkMode({
  mode,
  network,
  seen: { livemode },
}: Pick<CheckRun, 'mode' | 'network' | 'seen'>): CheckResult {
  if (livemode !== undefined && livemode !== (mode === 'live'))
    return problem(
      'configuration',
      `The last webhook says livemode: ${livemode}, and mode is ${mode}: purchases are held for review.`,
      TODO,
    )
  if ((network === 'mainnet') !== (mode === 'live'))
    return problem('configuration', `mode is ${mode}, and network is ${network}.`, TODO)
  return ok(
    `mode is ${mode}, network ${network}${livemode === undefined ? '; no webhook has said its livemode yet' : ''}.`,
  )
}

import { type CheckResult, misconfigured, ok } from './check-result.js'
import type { CheckRun } from './check-run.js'

const FIX = 'Use an API key and settings of the same mode: network and mode (LEYDEN_NETWORK, LEYDEN_MODE).'

export function checkMode({
  mode,
  network,
  seen: { livemode },
}: Pick<CheckRun, 'mode' | 'network' | 'seen'>): CheckResult {
  if (livemode !== undefined && livemode !== (mode === 'live'))
    return misconfigured(
      `The last webhook has livemode: ${livemode}, but mode is ${mode}, so purchases are held for review.`,
      FIX,
    )
  if ((network === 'mainnet') !== (mode === 'live'))
    return misconfigured(`mode is ${mode}, but network is ${network}.`, FIX)
  return ok(
    `mode is ${mode}, network ${network}${livemode === undefined ? '; no webhook with a livemode has arrived yet' : ''}.`,
  )
}

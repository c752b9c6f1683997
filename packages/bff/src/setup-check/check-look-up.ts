import { withDeadline } from '@leyden/core/internal'
import type { RequestTrace } from '../provider/provider.js'
import { CHECK_ADDRESS } from './check-address.js'
import { ok, problem } from './check-result.js'
import type { CheckRun, LookUp } from './check-run.js'
import { upstreamFailure } from './upstream-failure.js'

export async function lookUpRecipient({
  pay,
  lnaddress,
  timeoutMs,
}: Pick<CheckRun, 'pay' | 'lnaddress' | 'timeoutMs'>): Promise<LookUp> {
  const trace: RequestTrace = {}
  try {
    const answer = await withDeadline(timeoutMs, undefined, (signal) =>
      pay.validateLightningAddress(lnaddress, { signal, trace }),
    )
    if (!answer.valid && lnaddress !== CHECK_ADDRESS) {
      const what = `${lnaddress} is not a Lightning Address.`
      return { result: problem('recipient', what, 'Check its spelling, and its provider.'), trace }
    }
    const andKey = answer.valid && pay.party !== 'recipient' ? ', and accepts the API key' : ''
    return {
      result: ok(`${trace.host ?? 'The provider'} answers look-ups${andKey}.`),
      trace,
      minMsat: answer.valid ? BigInt(answer.metadata.minSendable) : 1_000n,
    }
  } catch (error) {
    return { result: upstreamFailure(error, trace), trace }
  }
}

import type { Client } from '@leyden/core'
import { type HeldSession, reportedRampEndings } from '@leyden/react/flows'
import type { Ending } from '../outcome/outcome.js'

/** Watches sessions of a removed widget, until the server reports the end of one of them. */
export function followSessions(
  client: Client,
  sessions: readonly HeldSession[],
  { signal, onEnding }: { signal: AbortSignal; onEnding: (ending: Ending) => void },
): void {
  for (const { id, watchUrl } of sessions) {
    if (watchUrl === undefined) continue
    const watch = client.watch(watchUrl, {
      signal,
      onState(state) {
        if (state.kind !== 'ramp') return
        if (state.status === 'completed') onEnding({ status: 'completed', sessionId: id })
        if (state.status === 'needs_review') onEnding(reportedRampEndings.needs_review)
        if (state.status === 'failed') onEnding(reportedRampEndings.failed)
      },
    })
    for (const name of ['online', 'pageshow', 'focus'])
      window.addEventListener(name, watch.refresh, { signal })
    document.addEventListener('visibilitychange', watch.refresh, { signal })
  }
}

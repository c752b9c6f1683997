import { watchedSessions } from '../ramp-flow/ramp-state.js'
import { type Watch, watchUntilStopped } from '../widget/watch-until-stopped.js'
import type { RampFlow, RampSettings } from './ramp-settings.js'

/** Watches each session while it may still complete. */
export function watchSessions(flow: RampFlow, settings: () => RampSettings): () => void {
  const watches = new Map<string, Watch>()

  const follow = () => {
    const wanted = watchedSessions(flow.getState())
    for (const [id, watch] of watches)
      if (!wanted.some((session) => session.id === id)) {
        watch.stop()
        watches.delete(id)
      }
    for (const { id, watchUrl } of wanted) {
      if (watchUrl === undefined || watches.has(id)) continue
      const watch = watchUntilStopped(settings().client, watchUrl, {
        onState: (state) => {
          if (state.kind === 'ramp') flow.send({ type: 'watched', id, ...state })
        },
        onError: (error) => {
          if (error.code === 'NOT_FOUND') flow.send({ type: 'forgotten', id })
        },
      })
      watches.set(id, watch)
    }
  }

  follow()
  const unsubscribe = flow.subscribe(follow)
  return () => {
    unsubscribe()
    for (const watch of watches.values()) watch.stop()
  }
}

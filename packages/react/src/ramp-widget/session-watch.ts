import type { Client } from '@leyden/core'
import { onReturn } from '../provider/page-signals.js'
import { watchedSessions } from '../ramp-flow/index.js'
import type { RampFlow } from './ramp-engine.js'

/** Asks the server about each session that may still complete, for as long as it is one. */
export function watchSessions(flow: RampFlow, client: () => Client): () => void {
  const watches = new Map<string, { end: AbortController; refresh: () => void }>()

  const follow = () => {
    const wanted = watchedSessions(flow.getState())
    for (const [id, { end }] of watches)
      if (!wanted.some((session) => session.id === id)) {
        end.abort()
        watches.delete(id)
      }
    for (const { id, watchUrl } of wanted) {
      if (watchUrl === undefined || watches.has(id)) continue
      const end = new AbortController()
      const { refresh } = client().watch(watchUrl, {
        signal: end.signal,
        onState: (state) => {
          if (state.kind === 'ramp') flow.send({ type: 'watched', id, ...state })
        },
        onError: (error) => {
          if (error.code === 'NOT_FOUND') flow.send({ type: 'forgotten', id })
        },
      })
      watches.set(id, { end, refresh })
    }
  }

  follow()
  const unlisten = flow.subscribe(follow)
  const stay = onReturn(() => {
    for (const { refresh } of watches.values()) refresh()
  })
  return () => {
    unlisten()
    stay()
    for (const { end } of watches.values()) end.abort()
    watches.clear()
  }
}

import { useEffect, useState } from 'react'
import { useLatest } from '../provider/use-latest.js'
import type { DestinationVerdict } from './check-destination.js'

/** Checks a destination, or says that nobody could. */
export type DestinationCheck = (text: string, signal: AbortSignal) => Promise<DestinationVerdict>

const AFTER_LAST_KEY_MS = 500

/** A destination as it is typed, judged when the typing pauses. */
export function useDestination(initial: string, check: DestinationCheck) {
  const [text, setText] = useState(initial)
  const [judged, setJudged] = useState<{ text: string; verdict: DestinationVerdict } | null>(null)
  const latestCheck = useLatest(check)

  useEffect(() => {
    if (text.trim() === '') return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const verdict = await latestCheck.current(text, abort.signal)
      if (!abort.signal.aborted) setJudged({ text, verdict })
    }, AFTER_LAST_KEY_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text, latestCheck])

  const verdict: DestinationVerdict | { status: 'empty' | 'looking' } =
    text.trim() === '' ? { status: 'empty' } : judged?.text === text ? judged.verdict : { status: 'looking' }
  return { text, setText, verdict }
}

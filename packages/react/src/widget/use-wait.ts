import { useEffect, useState } from 'react'

/** The remaining whole seconds of a wait, which starts again with each new `cause`. */
export function useWait(cause: unknown, waitMs: number): number {
  const [wait, setWait] = useState({ cause, leftMs: waitMs })
  const leftMs = wait.cause === cause ? wait.leftMs : waitMs
  useEffect(() => {
    if (waitMs <= 0) return
    const end = Date.now() + waitMs
    const timer = setInterval(() => {
      const rest = Math.max(0, end - Date.now())
      setWait({ cause, leftMs: rest })
      if (rest === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [cause, waitMs])
  return Math.ceil(leftMs / 1000)
}

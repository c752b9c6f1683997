/**
 * Counts who has mounted an engine. StrictMode unmounts and mounts again at once, so `onLeave` waits a moment: only
 * whoever stays away has left.
 *
 * @returns what mounts; it returns a function that unmounts.
 */
export function mountOnce(start: () => () => void, onLeave: () => void): () => () => void {
  let mounted = 0
  return () => {
    mounted++
    const stop = start()
    return () => {
      stop()
      setTimeout(() => {
        if (--mounted === 0) onLeave()
      })
    }
  }
}

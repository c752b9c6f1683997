/**
 * Counts mounts, so that `onLeave` is called after the last unmount. It waits for the next task, because StrictMode
 * unmounts and mounts again at once.
 *
 * @returns a function that mounts, and returns one that unmounts.
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

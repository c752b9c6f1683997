import type { GameHooks } from '../settings/settings.js'

/**
 * Puts a game aside while something is open over it. Returns the way back, which runs once. A hook that throws
 * is reported and keeps none of the others from running: a game must not stay paused for it.
 */
export function putGameAside(hooks: GameHooks = {}): () => void {
  attempt(() => hooks.releaseKeys?.())
  attempt(() => hooks.pause?.())
  attempt(() => hooks.mute?.(true))
  let aside = true
  return () => {
    if (!aside) return
    aside = false
    attempt(() => hooks.mute?.(false))
    attempt(() => hooks.resume?.())
    attempt(() => hooks.focus?.())
  }
}

function attempt(hook: () => void): void {
  try {
    hook()
  } catch (error) {
    console.error('A game hook of Leyden failed.', error)
  }
}

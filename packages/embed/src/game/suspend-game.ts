import type { GameHooks } from '../settings/settings.js'

/**
 * Pauses and mutes a game while an overlay is open. A hook that throws is reported, and the others still run: the game
 * must not stay paused.
 *
 * @returns a function that resumes the game, once
 */
export function suspendGame(hooks: GameHooks = {}): () => void {
  attempt(() => hooks.releaseKeys?.())
  attempt(() => hooks.pause?.())
  attempt(() => hooks.mute?.(true))
  let suspended = true
  return () => {
    if (!suspended) return
    suspended = false
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

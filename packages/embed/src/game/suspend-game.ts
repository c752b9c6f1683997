import { attempt } from '../leyden/attempt.js'
import type { GameHooks } from '../settings/settings.js'

/**
 * Pauses and mutes a game while an overlay is open. A hook that throws is reported, and the others still run: the game
 * must not stay paused.
 *
 * @returns a function that resumes the game
 */
export function suspendGame(hooks: GameHooks = {}): () => void {
  const run = (hook: () => void) => attempt(hook, 'A game hook of Leyden failed.')
  run(() => hooks.releaseKeys?.())
  run(() => hooks.pause?.())
  run(() => hooks.mute?.(true))
  return () => {
    run(() => hooks.mute?.(false))
    run(() => hooks.resume?.())
    run(() => hooks.focus?.())
  }
}

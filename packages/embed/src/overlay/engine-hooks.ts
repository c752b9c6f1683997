import type { GameHooks } from '../widget/settings/settings.js'

/** How to suspend a game of one engine. */
interface Engine {
  /** Stops the game loop. @returns a function that starts it again, if it ran before */
  stop(): () => void
  /** Turns the sound off. @returns a function that restores what it was */
  silence(): () => void
  /** The game's canvas. */
  canvas(): HTMLElement | null
}

/** The hooks of a game on an engine: what was on before an overlay is on again after it, and the canvas has the focus. */
export function engineHooks({ stop, silence, canvas }: Engine): GameHooks {
  let restart = () => {}
  let restoreSound = () => {}
  return {
    pause() {
      restart = stop()
    },
    mute(muted) {
      if (muted) restoreSound = silence()
      else restoreSound()
    },
    resume: () => restart(),
    focus() {
      const target = canvas()
      // A canvas can only be focused with a tabindex.
      if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1
      target?.focus({ preventScroll: true })
    },
  }
}

import type { LeydenApi } from '../leyden/leyden.js'
import type { EmbedSettings, GameHooks } from '../settings/settings.js'

/** What is used of a Phaser game, of version 3 and 4 alike. */
export interface PhaserGame {
  canvas: HTMLCanvasElement
  loop: { sleep(): void; wake(seamless?: boolean): void }
  sound?: { mute: boolean } | null
  input?: { keyboard?: { enabled: boolean } | null } | null
  scene: {
    getScenes(isActive?: boolean): { input?: { keyboard?: { resetKeys(): unknown } | null } | null }[]
  }
}

/**
 * Puts a Phaser game aside: the loop sleeps (`game.pause()` goes on stepping), keys are let go and not listened
 * to, sound is muted; each as it was before when the overlay closes.
 */
export function phaserHooks(game: PhaserGame): GameHooks {
  let wasMuted = false
  let listened = true
  return {
    releaseKeys() {
      for (const { input } of game.scene.getScenes(true)) input?.keyboard?.resetKeys()
    },
    pause() {
      const keyboard = game.input?.keyboard
      if (keyboard) {
        listened = keyboard.enabled
        keyboard.enabled = false
      }
      game.loop.sleep()
    },
    mute(muted) {
      if (!game.sound) return
      if (muted) wasMuted = game.sound.mute
      game.sound.mute = muted || wasMuted
    },
    resume() {
      const keyboard = game.input?.keyboard
      if (keyboard) keyboard.enabled = listened
      game.loop.wake(true)
    },
    focus() {
      // A canvas takes the focus only with a place in the order of Tab.
      if (!game.canvas.hasAttribute('tabindex')) game.canvas.tabIndex = -1
      game.canvas.focus({ preventScroll: true })
    },
  }
}

/** Settings of the plugin: those of `Leyden.configure`, and Leyden itself where it is not `window.Leyden`. */
export type LeydenPluginSettings = EmbedSettings & { leyden?: LeydenApi }

/**
 * A global plugin for Phaser 3 and 4. In a scene it is `this.leyden`, with `open` and all else of Leyden:
 *
 * ```ts
 * plugins: { global: [{ key: 'leyden', plugin: LeydenPlugin, mapping: 'leyden', start: true, data: { bffUrl } }] }
 * const { status } = await this.leyden.open('pay', { address: 'alice@wallet.example', amountSats: 2100 })
 * ```
 */
export class LeydenPlugin {
  readonly #game: PhaserGame
  #leyden: LeydenApi | undefined

  constructor(pluginManager: { game: PhaserGame }) {
    this.#game = pluginManager.game
  }

  /** Called by Phaser, with `data`. */
  init({ leyden, game, ...settings }: LeydenPluginSettings = {}): void {
    this.#leyden = leyden ?? window.Leyden
    this.api.configure({ ...settings, game: { ...phaserHooks(this.#game), ...game } })
  }

  start(): void {}
  stop(): void {}

  destroy(): void {
    this.#leyden?.configure({ game: {} })
    this.#leyden = undefined
  }

  get api(): LeydenApi {
    if (!this.#leyden)
      throw new Error(
        'Leyden is not on the page: load leyden.js first in <head>, or pass { leyden } as data.',
      )
    return this.#leyden
  }

  open: LeydenApi['open'] = (kind, options) => this.api.open(kind, options)
  supports: LeydenApi['supports'] = (kind) => this.api.supports(kind)
  on: LeydenApi['on'] = (name, listener) => this.api.on(name, listener)
}

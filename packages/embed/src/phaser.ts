import { engineHooks } from './overlay/engine-hooks.js'
import type { LeydenApi } from './script/leyden-api.js'
import type { EmbedSettings, GameHooks } from './widget/settings/settings.js'

/** The parts of a Phaser game that the plugin uses, in version 3 and 4. */
export interface PhaserGame {
  /** The canvas of the game. */
  canvas: HTMLCanvasElement
  /** The game loop. */
  loop: {
    /** Stops the loop while a widget is open. */
    sleep(): void
    /** Starts the loop again. @param seamless whether the time asleep is not counted */
    wake(seamless?: boolean): void
  }
  /** The sound of the game. */
  sound?: Sound | null | undefined
  /** The input of the game. */
  input?: Input<GameKeyboard> | null | undefined
  /** The scenes of the game. */
  scene: {
    /** Returns the scenes. @param isActive whether only active ones */
    getScenes(isActive?: boolean): PhaserScene[]
  }
}

interface Sound {
  /** Whether all sound is muted. */
  mute: boolean
  /** Listens to changes of `mute`. */
  on(event: 'mute', listener: (sound: unknown, isMuted: boolean) => void): unknown
}

interface GameKeyboard {
  /** Whether the game gets keys. False while a widget is open. */
  enabled: boolean
}

interface SceneKeyboard {
  /** Releases keys that are held down. */
  resetKeys(): unknown
}

interface Input<Keyboard> {
  /** The keyboard, if the game uses it. */
  keyboard?: Keyboard | null | undefined
}

/** The parts of a Phaser scene that the plugin uses. */
export interface PhaserScene {
  /** The input of the scene. */
  input?: Input<SceneKeyboard> | null | undefined
}

/**
 * Suspends a Phaser game while an overlay is open: the loop sleeps (`game.pause()` would go on stepping), keys are
 * released and ignored, sound is muted. Then each is restored to what it was.
 *
 * @example
 * Leyden.configure({ bffUrl: 'https://shop.example/leyden', game: phaserHooks(game) })
 */
export function phaserHooks(game: PhaserGame): GameHooks {
  // While the browser does not allow sound yet, Phaser returns an earlier value of `mute`, so changes are followed.
  let wasMuted = game.sound?.mute ?? false
  let isSuspended = false
  game.sound?.on('mute', (_, isMuted) => {
    if (!isSuspended) wasMuted = isMuted
  })
  return {
    ...engineHooks({
      canvas: () => game.canvas,
      stop() {
        const keyboard = game.input?.keyboard
        const wasListening = keyboard?.enabled ?? true
        if (keyboard) keyboard.enabled = false
        game.loop.sleep()
        return () => {
          if (keyboard) keyboard.enabled = wasListening
          game.loop.wake(true)
        }
      },
      silence() {
        isSuspended = true
        if (game.sound) game.sound.mute = true
        return () => {
          if (game.sound) game.sound.mute = wasMuted
          isSuspended = false
        }
      },
    }),
    releaseKeys() {
      for (const { input } of game.scene.getScenes(true)) input?.keyboard?.resetKeys()
    },
  }
}

/** Settings of the plugin: those of `Leyden.configure`, and Leyden itself. */
export type LeydenPluginSettings = EmbedSettings & {
  /** Leyden itself. @default `window.Leyden` */
  leyden?: LeydenApi | undefined
}

/**
 * A global plugin for Phaser 3 and 4. In a scene it is `this.leyden`, with `open` and the other methods of Leyden:
 *
 * ```ts
 * plugins: { global: [{ key: 'leyden', plugin: LeydenPlugin, mapping: 'leyden', start: true, data: { bffUrl } }] }
 * const { status } = await this.leyden.open('pay', { address: 'alice@wallet.example', amountSats: 2100 })
 * ```
 */
export class LeydenPlugin {
  readonly #game: PhaserGame
  /** Leyden itself. */
  api!: LeydenApi

  constructor(pluginManager: { game: PhaserGame }) {
    this.#game = pluginManager.game
  }

  /** Called by Phaser, with `data`. @throws Error if Leyden is not on the page */
  init({ leyden = window.Leyden, game, ...settings }: LeydenPluginSettings = {}): void {
    if (!leyden)
      throw new Error(
        'Leyden is not on the page: load leyden.js first in <head>, or pass { leyden } as data.',
      )
    this.api = leyden
    this.api.configure({ ...settings, game: { ...phaserHooks(this.#game), ...game } })
  }

  /** Phaser calls it; it does nothing. */
  start(): void {}
  /** Phaser calls it; it does nothing. */
  stop(): void {}

  /** Phaser calls it when the game ends. */
  destroy(): void {
    this.api.configure({ game: {} })
  }

  /** As `Leyden.open`. */
  open: LeydenApi['open'] = (kind, options) => this.api.open(kind, options)
  /** As `Leyden.supports`. */
  supports: LeydenApi['supports'] = (kind) => this.api.supports(kind)
  /** As `Leyden.on`. */
  on: LeydenApi['on'] = (name, listener) => this.api.on(name, listener)
}

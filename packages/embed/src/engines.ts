import { engineHooks } from './overlay/engine-hooks.js'
import type { GameHooks } from './widget/settings/settings.js'

/** The parts of an application of PixiJS that the hooks use. */
export interface PixiApplication {
  /** The canvas of the game. */
  canvas: HTMLCanvasElement
  /** The ticker of the game. */
  ticker: {
    /** Whether the ticker runs. */
    started: boolean
  }
  /** Stops the ticker. */
  stop(): void
  /** Starts the ticker. */
  start(): void
}

/** Sound that can be muted: an `<audio>` element, or `sound.context` of `@pixi/sound`. */
export interface MutableSound {
  /** Whether the sound is muted. */
  muted: boolean
  /** Applies a change of `muted`, where that needs a call. */
  refresh?(): void
}

/** The parts of a game with Three.js that the hooks use. */
export interface ThreeGame {
  /** The renderer, whose animation loop is stopped. */
  renderer: {
    /** The canvas of the game. */
    domElement: HTMLElement
    /** Sets the animation loop. */
    setAnimationLoop(loop: ThreeLoop | null): unknown
  }
  /** Your animation loop. Make it a getter that returns `null` while the player has paused the game. */
  readonly loop: ThreeLoop | null
  /** The timer of the game, so that the first step is not as long as the pause. */
  timer?:
    | {
        /** Begins the next step now. */
        reset(): unknown
      }
    | undefined
  /** The listener of the game, which is muted. */
  listener?: ThreeListener | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: its arguments are those of Three.js, which need not be installed.
type ThreeLoop = (...args: any[]) => void

interface ThreeListener {
  /** The node that all sound goes through. */
  gain: AudioNode
  /** The node after it. */
  filter?: AudioNode | null | undefined
}

/** The parts of an engine of Babylon.js that the hooks use. */
export interface BabylonEngine {
  /** The functions that the render loop calls. */
  activeRenderLoops: readonly (() => void)[]
  /** Stops the render loop. */
  stopRenderLoop(): void
  /** Adds a function to the render loop. */
  runRenderLoop(loop: () => void): void
  /** What measures the time of a frame. */
  performanceMonitor: {
    /** Begins the next frame now. */
    reset(): void
  }
  /** Returns the canvas of the game. */
  getRenderingCanvas(): HTMLCanvasElement | null
}

const NOTHING = () => {}

/**
 * Stops the ticker of a PixiJS game and mutes its sound while an overlay is open.
 *
 * @example
 * Leyden.configure({ bffUrl: 'https://shop.example/leyden', game: pixiHooks(app, music) })
 */
export function pixiHooks(app: PixiApplication, sound?: MutableSound): GameHooks {
  return engineHooks({
    canvas: () => app.canvas,
    stop() {
      if (!app.ticker.started) return NOTHING
      app.stop()
      return () => app.start()
    },
    silence() {
      if (!sound || sound.muted) return NOTHING
      const mute = (muted: boolean) => {
        sound.muted = muted
        sound.refresh?.()
      }
      mute(true)
      return () => mute(false)
    },
  })
}

/**
 * Stops the animation loop of a Three.js game and mutes its listener while an overlay is open.
 *
 * @example
 * Leyden.configure({ bffUrl: 'https://shop.example/leyden', game: threeHooks({ renderer, loop, timer, listener }) })
 */
export function threeHooks(game: ThreeGame): GameHooks {
  const { renderer, timer, listener } = game
  return engineHooks({
    canvas: () => renderer.domElement,
    stop() {
      const { loop } = game
      if (!loop) return NOTHING
      renderer.setAnimationLoop(null)
      return () => {
        timer?.reset()
        renderer.setAnimationLoop(loop)
      }
    },
    silence() {
      if (!listener) return NOTHING
      // The volume can only be read later than it was set, and while the page may not play sound, not at all.
      const output = listener.filter ?? listener.gain
      const { destination } = output.context
      output.disconnect(destination)
      return () => output.connect(destination)
    },
  })
}

/**
 * Stops the render loop of a Babylon.js game and sets its volume to 0 while an overlay is open.
 *
 * @example
 * Leyden.configure({ bffUrl: 'https://shop.example/leyden', game: babylonHooks(engine, audio) })
 */
export function babylonHooks(engine: BabylonEngine, audio?: { volume: number }): GameHooks {
  return engineHooks({
    canvas: () => engine.getRenderingCanvas(),
    stop() {
      const loops = [...engine.activeRenderLoops]
      engine.stopRenderLoop()
      return () => {
        // Otherwise the first frame would be as long as the pause.
        engine.performanceMonitor.reset()
        for (const loop of loops) engine.runRenderLoop(loop)
      }
    },
    silence() {
      if (!audio) return NOTHING
      const { volume } = audio
      audio.volume = 0
      return () => {
        audio.volume = volume
      }
    },
  })
}

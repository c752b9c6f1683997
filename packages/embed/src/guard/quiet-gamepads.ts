import { tryOrUndefined } from '@leyden/core/internal'

/** The gamepads of a page, as `navigator.getGamepads` returns them. */
type Pads = ArrayLike<Gamepad | null>

const NAME = 'getGamepads'
const POLL_MS = 40
/** Sticks do not rest exactly in the centre. */
const REST_ZONE = 0.2
const RELEASED = Object.freeze({ pressed: false, touched: false, value: 0 })

/**
 * While an overlay is modal, the page's `navigator.getGamepads()` returns pads that nobody touches. What the player
 * holds when it closes stays released for the page until the player lets it go. Pads are connected and disconnected as
 * before.
 *
 * If the page has set a function of its own, that one is called. A page that has kept the browser's function since before
 * the script was loaded still reads the pads, and nothing shows that it does.
 */
export function quietGamepads(view: Window & typeof globalThis, signal: AbortSignal) {
  const { navigator } = view
  const layers = new WeakSet<Navigator['getGamepads']>()
  /** Buttons and axes that were held when the overlay closed, and still are. */
  const held = new Set<string>()
  let isModal = false
  /** The functions of `getGamepads` that are running: only the outermost one hides what the player does. */
  let depth = 0
  /** When the pads last changed for the page. Engines ignore a pad whose timestamp is the same. */
  let changedAt = 0
  let uncover = () => {}
  let timer: ReturnType<typeof setInterval> | undefined

  const isHidden = (input: string, isDown: boolean) => {
    if (isModal) return true
    if (!isDown) held.delete(input)
    return held.has(input)
  }

  const quiet = (pad: Gamepad): Gamepad => {
    const seen = {
      buttons: pad.buttons.map((button, place) =>
        isHidden(buttonName(pad, place), isPressed(button)) ? RELEASED : button,
      ),
      axes: pad.axes.map((value, place) => (isHidden(axisName(pad, place), isTilted(value)) ? 0 : value)),
      timestamp: Math.max(pad.timestamp, changedAt),
    }
    // A proxy, because the properties of a real pad cannot be read from another object.
    return new Proxy(pad, {
      get: (_, name) => Reflect.get(Object.hasOwn(seen, name) ? seen : pad, name),
    })
  }

  const layerOver = (original: Navigator['getGamepads']): Navigator['getGamepads'] => {
    const layer = () => {
      depth++
      let pads: Pads
      try {
        pads = original.call(navigator)
      } finally {
        depth--
      }
      const isQuiet = depth === 0 && (isModal || held.size > 0)
      return (isQuiet ? Array.from(pads, (pad) => pad && quiet(pad)) : pads) as (Gamepad | null)[]
    }
    layers.add(layer)
    return layer
  }

  /** Wraps the function that the page would call now. @returns a function that puts it back */
  const cover = (): (() => void) => {
    const original = navigator[NAME]
    // Browsers have no gamepads in pages without https.
    if (typeof original !== 'function' || layers.has(original)) return () => {}
    const owner = Object.hasOwn(navigator, NAME) ? navigator : view.Navigator.prototype
    const before = Object.getOwnPropertyDescriptor(owner, NAME)
    const layer = layerOver(original)
    const covers = { configurable: true, enumerable: true, writable: true, value: layer }
    if (!before || !Reflect.defineProperty(owner, NAME, covers)) return () => {}
    return () => {
      // The page may have put a function of its own around this one.
      if (Object.getOwnPropertyDescriptor(owner, NAME)?.value === layer)
        Object.defineProperty(owner, NAME, before)
    }
  }

  /** The pads as they are. `getGamepads` throws in frames that may not read them. */
  const read = (): Gamepad[] => {
    depth++
    const pads: Pads = tryOrUndefined(() => navigator[NAME]()) ?? []
    depth--
    return Array.from(pads).filter((pad) => pad?.connected === true) as Gamepad[]
  }

  /** Not with animation frames, because games stop those. */
  const forgetReleased = () => {
    const down = new Set(read().flatMap(downInputs))
    for (const input of held) if (!down.has(input)) held.delete(input)
    if (held.size > 0) return
    clearInterval(timer)
    uncover()
  }

  const putBack = cover()
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    uncover()
    putBack()
  })

  return {
    read,
    /** Hides what the player does with the pads. @returns a function that ends it */
    hide(): () => void {
      clearInterval(timer)
      uncover()
      held.clear()
      isModal = true
      changedAt = performance.now()
      uncover = cover()
      return () => {
        for (const input of read().flatMap(downInputs)) held.add(input)
        isModal = false
        changedAt = performance.now()
        timer = setInterval(forgetReleased, POLL_MS)
        forgetReleased()
      }
    },
  }
}

const buttonName = ({ index }: Gamepad, place: number) => `${index} button ${place}`
const axisName = ({ index }: Gamepad, place: number) => `${index} axis ${place}`
const isPressed = ({ pressed, value }: GamepadButton) => pressed || value > REST_ZONE
const isTilted = (value: number) => Math.abs(value) > REST_ZONE

/** The names of the buttons and axes that the player holds. */
function downInputs(pad: Gamepad): string[] {
  return [
    ...pad.buttons.flatMap((button, place) => (isPressed(button) ? [buttonName(pad, place)] : [])),
    ...pad.axes.flatMap((value, place) => (isTilted(value) ? [axisName(pad, place)] : [])),
  ]
}

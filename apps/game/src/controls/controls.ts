import Phaser from 'phaser'

/** What the player wants at this moment, from whatever it is played with. */
export interface Wish {
  x: number
  y: number
  discharge: boolean
  start: boolean
}

const STICK = 0.25

/** Keys W, A, S, D, space and arrows, and every gamepad. Phaser keeps these keys from the page by itself. */
export function readControls(scene: Phaser.Scene): () => Wish {
  const { KeyCodes } = Phaser.Input.Keyboard
  const keys = scene.input.keyboard?.addKeys({
    left: KeyCodes.A,
    right: KeyCodes.D,
    up: KeyCodes.W,
    down: KeyCodes.S,
    arrowLeft: KeyCodes.LEFT,
    arrowRight: KeyCodes.RIGHT,
    arrowUp: KeyCodes.UP,
    arrowDown: KeyCodes.DOWN,
    space: KeyCodes.SPACE,
    enter: KeyCodes.ENTER,
  }) as Record<string, Phaser.Input.Keyboard.Key> | undefined
  const down = (...names: string[]) => names.some((name) => keys?.[name]?.isDown === true)
  let heldA = true
  // A short press may begin and end within one slow frame.
  let wantsStart = false
  for (const name of ['space', 'enter'])
    keys?.[name]?.on('down', () => {
      wantsStart = true
    })

  return () => {
    const pads = gamepads()
    const stick = (axis: number) => {
      const value = pads.map((pad) => pad.axes[axis] ?? 0).find((at) => Math.abs(at) > STICK)
      return value ?? 0
    }
    const button = (index: number) => pads.some((pad) => pad.buttons[index]?.pressed === true)
    // A press of A that began in a widget is not meant for us.
    const a = button(0)
    const freshA = a && !heldA
    heldA = a
    const x =
      Number(down('right', 'arrowRight') || button(15)) - Number(down('left', 'arrowLeft') || button(14))
    const y = Number(down('down', 'arrowDown') || button(13)) - Number(down('up', 'arrowUp') || button(12))
    const start = wantsStart || freshA || button(9)
    wantsStart = false
    return {
      x: x || stick(0),
      y: y || stick(1),
      discharge: down('space') || freshA,
      start,
    }
  }
}

/** Throws in frames that may not read them. */
function gamepads(): Gamepad[] {
  try {
    return navigator.getGamepads().filter((pad) => pad !== null)
  } catch {
    return []
  }
}

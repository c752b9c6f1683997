import Phaser from 'phaser'

/** What the player wants at this moment, from whatever it is played with. */
export interface Wish {
  x: number
  y: number
  discharge: boolean
  start: boolean
}

const STICK = 0.25
/** Pixels of the game: this near to the finger the jar rests, and this far away it runs. */
const NEAR = 12
const FAR = 70

/**
 * Keys W, A, S, D, space and arrows, every gamepad, and a finger or a pressed mouse that the jar runs after. Phaser
 * keeps these keys from the page by itself.
 */
export function readControls(scene: Phaser.Scene, jar: { x: number; y: number }): () => Wish {
  const keys = scene.input.keyboard?.addKeys('W,A,S,D,UP,LEFT,DOWN,RIGHT,SPACE,ENTER') as
    | Record<string, Phaser.Input.Keyboard.Key>
    | undefined
  const down = (...names: string[]) => names.some((name) => keys?.[name]?.isDown === true)
  let heldA = true
  // A short press may begin and end within one slow frame.
  let wantsStart = false
  for (const name of ['SPACE', 'ENTER'])
    keys?.[name]?.on('down', () => {
      wantsStart = true
    })

  let wasTapped = false
  scene.input.on('pointerdown', () => {
    wasTapped = true
  })
  const lead = (axis: 'x' | 'y') => {
    const { isDown, worldX, worldY } = scene.input.activePointer
    const away = (axis === 'x' ? worldX : worldY) - jar[axis]
    return !isDown || Math.abs(away) < NEAR ? 0 : Phaser.Math.Clamp(away / FAR, -1, 1)
  }

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
    const x = Number(down('D', 'RIGHT') || button(15)) - Number(down('A', 'LEFT') || button(14))
    const y = Number(down('S', 'DOWN') || button(13)) - Number(down('W', 'UP') || button(12))
    const start = wantsStart || freshA || button(9)
    const tapped = wasTapped
    wantsStart = false
    wasTapped = false
    return {
      x: x || stick(0) || lead('x'),
      y: y || stick(1) || lead('y'),
      discharge: down('SPACE') || freshA || tapped,
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

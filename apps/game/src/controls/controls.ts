import Phaser from 'phaser'

/** The input of the player at this time, from any device. */
export interface Wish {
  x: number
  y: number
  discharge: boolean
  start: boolean
}

const STICK = 0.25
/** Distances in pixels of the game: nearer to the finger the jar rests, farther away it runs. */
const NEAR = 12
const FAR = 70

/**
 * Keys W, A, S, D, space and arrows, every gamepad, and a finger or a pressed mouse that the jar runs after. Phaser
 * cancels these keys for the page.
 */
export function readControls(scene: Phaser.Scene, jar: { x: number; y: number }): () => Wish {
  const keys = scene.input.keyboard?.addKeys('W,A,S,D,UP,LEFT,DOWN,RIGHT,SPACE,ENTER') as
    | Record<string, Phaser.Input.Keyboard.Key>
    | undefined
  const down = (...names: string[]) => names.some((name) => keys?.[name]?.isDown === true)
  let heldA = true
  // A short press may start and end within one slow frame.
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
    // A press of A that started in a widget is not for the game.
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

/** Reading gamepads throws in frames without the permission. */
function gamepads(): Gamepad[] {
  try {
    return navigator.getGamepads().filter((pad) => pad !== null)
  } catch {
    return []
  }
}

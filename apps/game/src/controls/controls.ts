import Phaser from 'phaser'

/** The input of the player at this time, from any device. */
export interface Wish {
  x: number
  y: number
  start: boolean
}

/** Distances in pixels of the game: nearer to the finger the jar rests, farther away it runs. */
const NEAR = 12
const FAR = 70

/**
 * Keys W, A, S, D, space, Enter and arrows, a gamepad, and a finger or a pressed mouse that the jar runs after. Phaser
 * cancels these keys for the page.
 */
export function readControls({ input }: Phaser.Scene, jar: { x: number; y: number }): () => Wish {
  const keys = input.keyboard?.addKeys('W,A,S,D,UP,LEFT,DOWN,RIGHT,SPACE,ENTER') as
    | Record<string, Phaser.Input.Keyboard.Key>
    | undefined
  const down = (...names: string[]) => names.some((name) => keys?.[name]?.isDown === true)
  // Events, because a short press may start and end within one slow frame.
  let wantsStart = false
  const start = () => {
    wantsStart = true
  }
  for (const name of ['SPACE', 'ENTER']) keys?.[name]?.on('down', start)
  input.gamepad?.on('down', start)
  input.on('pointerdown', start)

  const lead = (axis: 'x' | 'y') => {
    const { isDown, worldX, worldY } = input.activePointer
    const away = (axis === 'x' ? worldX : worldY) - jar[axis]
    return !isDown || Math.abs(away) < NEAR ? 0 : Phaser.Math.Clamp(away / FAR, -1, 1)
  }

  return () => {
    const pad = input.gamepad?.pad1
    const x = between(down('A', 'LEFT') || pad?.left, down('D', 'RIGHT') || pad?.right)
    const y = between(down('W', 'UP') || pad?.up, down('S', 'DOWN') || pad?.down)
    const wish = {
      x: x || pad?.leftStick.x || lead('x'),
      y: y || pad?.leftStick.y || lead('y'),
      start: wantsStart,
    }
    wantsStart = false
    return wish
  }
}

function between(back: boolean | undefined, forward: boolean | undefined): number {
  return (forward ? 1 : 0) - (back ? 1 : 0)
}

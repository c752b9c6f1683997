import type Phaser from 'phaser'

/**
 * Reads the keys W, A, S, D, space, Enter and arrows, which Phaser cancels for the page, a gamepad, and taps.
 *
 * @param onPadButton gets the buttons of a gamepad first; returns whether it has used the button
 * @returns a function that returns the input of the player at this time, from any device
 */
export function readControls({ input }: Phaser.Scene, onPadButton: (button: number) => boolean) {
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
  input.gamepad?.on('down', (_: unknown, { index }: Phaser.Input.Gamepad.Button) => {
    if (!onPadButton(index)) start()
  })
  input.on('pointerdown', start)

  return () => {
    const pad = input.gamepad?.pad1
    const x = between(down('A', 'LEFT') || pad?.left, down('D', 'RIGHT') || pad?.right)
    const y = between(down('W', 'UP') || pad?.up, down('S', 'DOWN') || pad?.down)
    const wish = {
      x: x || (pad?.leftStick.x ?? 0),
      y: y || (pad?.leftStick.y ?? 0),
      start: wantsStart,
    }
    wantsStart = false
    return wish
  }
}

function between(back: boolean | undefined, forward: boolean | undefined): number {
  return (forward ? 1 : 0) - (back ? 1 : 0)
}

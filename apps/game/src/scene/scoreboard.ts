import type { GameObjects, Scene } from 'phaser'
import type { Round } from '../round/round.js'

/** Shows score, time, the row of sparks, and instructions before and after a round. */
export function drawScoreboard(scene: Scene, width: number, height: number) {
  const texts = new Map<GameObjects.Text, number>()
  const text = (x: number, y: number, size: number, color = '#f3f1ec') => {
    const style = { fontFamily: 'system-ui, sans-serif', color, align: 'center' }
    const made = scene.add.text(x, y, '', style).setResolution(2).setDepth(2)
    texts.set(made, size)
    return made
  }
  const score = text(16, 12, 24)
  const combo = text(16, 56, 15, '#ffcf70')
  const time = text(width - 16, 12, 24).setOrigin(1, 0)
  const veil = scene.add.rectangle(width / 2, height / 2, width, height, 0x090b18, 0.62).setDepth(1)
  const title = text(width / 2, height / 3, 40).setOrigin(0.5)
  const hint = text(width / 2, height / 3 + 40, 18, '#b1aca2').setOrigin(0.5, 0)
  hint.setWordWrapWidth(width - 40)

  // On a phone the same picture is half as large, and texts have to be readable there too.
  const fit = () => {
    const factor = Math.min(1.7, Math.max(1, scene.scale.displayScale.x * 0.8))
    for (const [part, size] of texts) part.setFontSize(size * factor)
  }
  fit()
  scene.scale.on('resize', fit)

  return {
    show({ status, ...round }: Round) {
      score.setText(`Score ${round.score}`)
      combo.setText(round.combo > 1 ? `×${Math.min(round.combo, 10)} in a row` : '')
      time.setText(`Time ${Math.ceil(round.leftMs / 1000)}`)
      time.setColor(round.leftMs < 10_000 ? '#ff8a80' : '#f3f1ec')
      for (const part of [veil, title, hint]) part.setVisible(status !== 'running')
      title.setText(status === 'ready' ? 'Leyden jar' : `${round.score} points`)
      hint.setText(
        status === 'ready'
          ? 'Catch sparks for a minute. Avoid the rain.\nMove with W A S D, the arrow keys, a stick, or by holding a finger.\n\nPress space, tap, or press A on a gamepad, to start.'
          : `Best so far: ${round.best}.\n\nPress space, tap, or press A on a gamepad, to play again.`,
      )
    },
  }
}

export type Scoreboard = ReturnType<typeof drawScoreboard>

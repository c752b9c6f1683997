import type { GameObjects, Scene } from 'phaser'
import type { Round } from '../round/round.js'

export interface Scoreboard {
  show(round: Round): void
}

const FONT = 'system-ui, sans-serif'

/** Shows score, time, the row of sparks, the jar's charge, and instructions before and after a round. */
export function drawScoreboard(scene: Scene, width: number, height: number): Scoreboard {
  const sizes = new Map<GameObjects.Text, number>()
  const text = (x: number, y: number, size: number, color = '#f3f1ec') => {
    const style = { fontFamily: FONT, color, align: 'center' }
    const made = scene.add.text(x, y, '', style).setResolution(2).setDepth(2)
    sizes.set(made, size)
    return made
  }
  const score = text(16, 12, 24)
  const combo = text(16, 42, 15, '#ffcf70')
  const time = text(width - 16, 12, 24).setOrigin(1, 0)
  const charge = scene.add.graphics().setDepth(2)
  const veil = scene.add.rectangle(width / 2, height / 2, width, height, 0x090b18, 0.62).setDepth(1)
  const title = text(width / 2, height / 2 - 62, 40).setOrigin(0.5)
  const hint = text(width / 2, height / 2 + 24, 18, '#b1aca2').setOrigin(0.5)
  hint.setWordWrapWidth(width - 40)

  // On a phone the same picture is half as large, and texts have to be readable there too.
  const fit = () => {
    const factor = Math.min(1.7, Math.max(1, scene.scale.displayScale.x * 0.8))
    for (const [part, size] of sizes) part.setFontSize(size * factor)
    combo.setY(14 + 28 * factor)
    title.setY(hint.y - (hint.height + title.height) / 2 - 12)
  }
  fit()
  scene.scale.on('resize', fit)

  return {
    show(round) {
      score.setText(`${round.score}`)
      combo.setText(round.combo > 1 ? `×${Math.min(round.combo, 10)} in a row` : '')
      time.setText(`${Math.ceil(round.leftMs / 1000)}`)
      time.setColor(round.leftMs < 10_000 ? '#ff8a80' : '#f3f1ec')
      charge.clear()
      charge.fillStyle(0xffffff, 0.16).fillRoundedRect(width / 2 - 70, 18, 140, 10, 5)
      if (round.charge > 0)
        charge
          .fillStyle(round.charge === 1 ? 0xffe7ad : 0xffb938, 1)
          .fillRoundedRect(width / 2 - 70, 18, Math.max(10, 140 * round.charge), 10, 5)
      const idle = round.status !== 'running'
      for (const part of [veil, title, hint]) part.setVisible(idle)
      if (!idle) return
      title.setText(round.status === 'ready' ? 'Leyden jar' : `${round.score} points`)
      hint.setText(
        round.status === 'ready'
          ? 'Catch sparks for a minute. Avoid the rain.\nMove with W A S D, the arrow keys, or by holding a finger.\nSpace, or a tap, discharges a full jar.\n\nPress space, or tap, to start.'
          : `Best so far: ${round.best}.\n\nPress space, or tap, to play again.`,
      )
      fit()
    },
  }
}

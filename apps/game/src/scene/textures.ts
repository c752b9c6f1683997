import Phaser, { type Scene } from 'phaser'

/** Draws all textures once at the start, so that no file is loaded. */
export function drawTextures(scene: Scene): void {
  const draw = (key: string, width: number, height: number, paint: (pen: Pen) => void) => {
    const pen = scene.make.graphics({}, false)
    paint(pen)
    pen.generateTexture(key, width, height)
    pen.destroy()
  }
  draw('spark', 28, 28, (pen) => {
    pen.fillStyle(0xffb938, 0.18).fillCircle(14, 14, 14)
    pen.fillStyle(0xffcf70, 0.35).fillCircle(14, 14, 10)
    pen.fillStyle(0xfff4db, 1)
    pen.fillPoints([p(16, 3), p(7, 15), p(13, 15), p(11, 25), p(21, 12), p(15, 12)], true)
  })
  draw('drop', 10, 18, (pen) => {
    pen.fillStyle(0x6ea8fe, 1).fillTriangle(5, 0, 1, 11, 9, 11).fillCircle(5, 12, 4.4)
    pen.fillStyle(0xffffff, 0.5).fillCircle(3.8, 12, 1.2)
  })
  for (const [look, glass, edge, alpha] of [
    ['glass', 0xbfe3ff, 0xdff1ff, 0.22],
    ['copper', 0xb8632c, 0xffc08a, 0.95],
  ] as const)
    draw(`${look}-jar`, 56, 72, (pen) => {
      pen.fillStyle(0xd9a441, 1).fillCircle(28, 7, 7).fillRect(26, 10, 4, 16)
      pen.fillStyle(0x8a5a2b, 1).fillRoundedRect(12, 22, 32, 8, 3)
      pen.fillStyle(glass, alpha).fillRoundedRect(6, 28, 44, 42, 8)
      pen.lineStyle(2, edge, 0.9).strokeRoundedRect(6, 28, 44, 42, 8)
      pen.fillStyle(0xffffff, 0.35).fillRoundedRect(11, 33, 4, 26, 2)
    })
}

type Pen = Phaser.GameObjects.Graphics

const p = (x: number, y: number) => new Phaser.Math.Vector2(x, y)

/** The night sky in the background. */
export function drawSky(scene: Scene, width: number, height: number): void {
  const sky = scene.add.graphics()
  sky.fillGradientStyle(0x0d1024, 0x0d1024, 0x3a2350, 0x2a2b58, 1).fillRect(0, 0, width, height)
  for (let star = 0; star < 70; star++) {
    const [x, y] = [(star * 197) % width, (star * 89) % height]
    sky.fillStyle(0xffffff, 0.15 + (star % 5) / 9).fillCircle(x, y, star % 7 === 0 ? 1.6 : 0.9)
  }
}

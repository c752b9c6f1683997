/** A Phaser game that captures keys, with the plugin of Leyden. */
export const phaserGame = (bffUrl: string, plugin: string): string => `
import { LeydenPlugin } from '${plugin}'
window.seen = []
window.game = new Phaser.Game({
  type: Phaser.CANVAS, width: 640, height: 360, parent: 'game', banner: false,
  plugins: { global: [{ key: 'leyden', plugin: LeydenPlugin, start: true, mapping: 'leyden', data: { bffUrl: '${bffUrl}' } }] },
  scene: {
    create() {
      this.keys = this.input.keyboard.addKeys('W,A,S,D,SPACE')
      this.input.keyboard.on('keydown', (event) => seen.push(event.code))
      window.scene = this
      window.steps = 0
    },
    update() { window.steps++ },
  },
})`

/** The same as a page, with Phaser from a script. */
export const phaserPage = (bffUrl: string, phaserUrl: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Phaser</title><link rel="icon" href="data:,">
<script src="/leyden.js"></script><div id="game"></div><script src="${phaserUrl}"></script>
<script type="module">${phaserGame(bffUrl, '/phaser-plugin.mjs')}</script>`

import { LeydenPlugin } from '@leyden/embed/phaser'
import Phaser from 'phaser'
import { bindButtons } from './buttons.js'
import { offerSandboxWallet } from './sandbox-wallet.js'
import { HEIGHT, RoundScene, WIDTH } from './scene/round-scene.js'

/** The settings from the server: the URL of the BFF and the recipient of tips. */
const { bffUrl, tipTo, canRamp, hasWallet } = (await (await fetch('/config.json')).json()) as {
  bffUrl: string
  tipTo: string
  canRamp: boolean
  hasWallet: boolean
}

if (hasWallet) offerSandboxWallet()

const scene = new RoundScene()
const game = new Phaser.Game({
  type: Phaser.AUTO,
  parent: 'game',
  width: WIDTH,
  height: HEIGHT,
  backgroundColor: '#0d1024',
  banner: false,
  scale: {
    mode: Phaser.Scale.FIT,
    autoCenter: Phaser.Scale.CENTER_BOTH,
    fullscreenTarget: 'stage',
  },
  physics: { default: 'arcade' },
  input: { gamepad: mayReadGamepads() },
  plugins: {
    global: [
      {
        key: 'leyden',
        plugin: LeydenPlugin,
        mapping: 'leyden',
        start: true,
        data: { bffUrl, colorScheme: 'dark', theme: { accent: '#ffb938' } },
      },
    ],
  },
  scene,
})

bindButtons({ game, scene, tipTo, canRamp })
// For tests, and for people who look at the console.
Object.assign(window, { game, scene })

/** Reading gamepads throws in frames without the permission. */
function mayReadGamepads(): boolean {
  try {
    return navigator.getGamepads() !== null
  } catch {
    return false
  }
}

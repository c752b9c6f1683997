import { LeydenPlugin } from '@leyden/embed/phaser'
import Phaser from 'phaser'
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

// The buttons around the game. They are in the element that becomes fullscreen, so that they stay reachable.
const leyden = () => game.plugins.get('leyden') as unknown as LeydenPlugin
const showStatus = (text: string) => {
  part('thanks').textContent = text
  if (text) setTimeout(showStatus, 10_000, '')
}
const bind = (id: string, action: () => void) =>
  part(id).addEventListener('click', () => {
    action()
    // Otherwise space would press the button again, in place of starting a round.
    if (document.activeElement === part(id)) game.canvas.focus()
  })

bind('tip', () => {
  leyden().open('pay', {
    address: tipTo,
    defaultAmountSats: 2100,
    presets: [500, 2100, 10_000],
    fiat: 'USD',
  })
})
bind('buy', () => {
  leyden().open('ramp', { quoteCurrency: 'USD', baseCurrency: 'BTC' })
})
part('buy').hidden = !canRamp
// This only says thanks. A game that sells items gives them when its server is notified of the payment.
leyden().on('outcome', ({ kind, status }) => {
  if (kind === 'pay') showStatus(status === 'paid' ? 'Thank you! The author has your tip.' : '')
  else if (status === 'completed') showStatus('Your sats are on their way.')
  else if (status === 'pending') showStatus('We will tell you here when your purchase is complete.')
})

bind('fullscreen', () => game.scale.toggleFullscreen())
bind('mute', () => {
  game.sound.mute = !game.sound.mute
  part('mute').setAttribute('aria-pressed', String(game.sound.mute))
})
bind('pause', () => {
  const isPaused = scene.scene.isPaused()
  if (isPaused) scene.scene.resume()
  else scene.scene.pause()
  part('pause').setAttribute('aria-pressed', String(!isPaused))
})
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

function part(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no #${id}.`)
  return found
}

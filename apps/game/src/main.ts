import { LeydenPlugin } from '@leyden/embed/phaser'
import Phaser from 'phaser'
import { HEIGHT, RoundScene, WIDTH } from './scene/round-scene.js'
import { loadPlayer, type Player } from './shop/player.js'
import { offerSandboxWallet } from './shop/sandbox-wallet.js'

/** The settings from the server: the URL of the BFF, the recipient of tips, and the item for sale, if there is one. */
const { bffUrl, tipTo, canRamp, item } = (await (await fetch('/config.json')).json()) as {
  bffUrl: string
  tipTo: string
  canRamp: boolean
  item?: { name: string; sats: number }
}

const player = item && (await loadPlayer())
// A game with items for sale has the sandbox, with its wallet.
if (item) offerSandboxWallet()

/** X and Y of a gamepad, because its D-pad moves the jar and cannot reach the buttons around the game. */
const PAD_BUTTONS: Readonly<Record<number, string>> = { 2: 'tip', 3: 'jar' }

addEventListener('gamepadconnected', () => part('stage').classList.add('has-gamepad'))

const scene = new RoundScene((button) => {
  const id = PAD_BUTTONS[button]
  if (id) part(id).click()
  return id !== undefined
})
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
        data: {
          bffUrl: new URL(bffUrl, location.href).href,
          colorScheme: 'dark',
          theme: { accent: '#ffb938' },
        },
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
  part(id).addEventListener('click', ({ detail }) => {
    action()
    // Otherwise space would press the button again, in place of starting a round. Who pressed it with a key stays on it.
    if (detail === 0 || document.activeElement !== part(id)) return
    // A canvas can only be focused with a tabindex.
    game.canvas.tabIndex = -1
    game.canvas.focus()
  })

// The game takes Enter and space to start a round, which have to press a button that has the focus.
for (const type of ['keydown', 'keyup'] as const)
  part('buttons').addEventListener(type, (event) => {
    if (['Enter', 'Space'].includes(event.code)) event.stopPropagation()
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

/** The item is a look of the jar. The button sells it; from then on it puts the item on and off. */
const wear = (isWorn: boolean) => {
  scene.look = isWorn ? 'copper' : 'glass'
  part('jar').setAttribute('aria-pressed', String(isWorn))
}
const sell = ({ name, sats }: { name: string; sats: number }, { has, order, waitFor }: Player) => {
  const label = part('jar')
  label.hidden = false
  label.textContent = `${name}, ${sats} sats`
  const own = () => {
    label.textContent = name
    wear(true)
  }
  if (has(name)) own()
  bind('jar', () => {
    if (has(name)) wear(scene.look === 'glass')
    // The game's server signs recipient, price and reference, so nobody can change them in the browser.
    else leyden().open('pay', { intent: order })
  })
  // An outcome is only the reason to ask: a player owns what the server has delivered.
  leyden().on('outcome', async (outcome) => {
    if (outcome.status !== 'paid' || outcome.reference === undefined || has(name)) return
    if (!(await waitFor(name))) return
    own()
    showStatus(`The ${name.toLowerCase()} is yours.`)
  })
}
if (item && player) sell(item, player)

// This only says thanks. Tips have no reference, and an item says itself that it is there.
leyden().on('outcome', (outcome) => {
  const { kind, status } = outcome
  if (kind === 'pay') {
    if (status !== 'paid') showStatus('')
    else if (outcome.reference === undefined) showStatus('Thank you! The author has your tip.')
  } else if (status === 'completed') showStatus('Your sats are on their way.')
  else if (status === 'pending') showStatus('We will tell you here when your purchase is complete.')
})

bind('fullscreen', () => game.scale.toggleFullscreen())
bind('mute', () => {
  // Phaser still returns the earlier value right after a change.
  const isMuted = !game.sound.mute
  game.sound.mute = isMuted
  part('mute').setAttribute('aria-pressed', String(isMuted))
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

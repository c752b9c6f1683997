import type { LeydenPlugin } from '@leyden/embed/phaser'
import type Phaser from 'phaser'

interface Shell {
  game: Phaser.Game
  scene: Phaser.Scene
  tipTo: string
  canRamp: boolean
}

/** The buttons around the game. They are in the element that becomes fullscreen, so that they stay reachable. */
export function bindButtons({ game, scene, tipTo, canRamp }: Shell): void {
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
      currency: 'USD',
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
}

function part(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no #${id}.`)
  return found
}

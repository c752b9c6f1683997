import type { Meta, StoryObj } from '@storybook/react-vite'
import { GameShell } from './game-shell.js'
import { unityGame } from './unity-game.js'

const meta = {
  title: 'Game shelf',
  component: GameShell,
  // The test of the built Storybook opens these pages and clicks in them.
  tags: ['!autodocs', '!test', 'page'],
} satisfies Meta<typeof GameShell>
export default meta
type Story = StoryObj<typeof meta>

const styles = `
  <style>
    html, body { margin: 0; height: 100%; overflow: hidden; background: #0d1321; color: #f3f1ec; font: 14px system-ui, sans-serif }
    canvas { display: block; width: 100%; height: 100% }
    nav { position: fixed; inset: 8px 8px auto auto; display: flex; gap: 8px }
    button { min-height: 32px; padding: 0 12px; border: 0; border-radius: 8px; background: #f6a609; color: #231700; font: 600 14px system-ui, sans-serif }
    output { position: fixed; inset: auto auto 8px 8px }
  </style>`

const openScript = `
    document.querySelector('#full').onclick = () => document.documentElement.requestFullscreen()
    document.querySelector('#tip').onclick = async () => {
      const { status } = await Leyden.open('pay', { address: 'alice@wallet.example', amountSats: 2100 })
      document.querySelector('output').textContent = status === 'paid' ? 'Thank you!' : status
    }`

const page = (head: string, body: string) => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>A game</title>
  <script src="EMBED/leyden.js"></script>${head}${styles}
</head>
<body>
  ${body.trim()}
</body>
</html>`

const controls = `<nav>
    <button id="tip">Tip the author</button>
    <button id="full">Fullscreen</button>
  </nav>
  <output></output>`

const canvasGame = (attributes = '') => `<canvas width="640" height="400" tabindex="-1"></canvas>
  ${controls}
  <script${attributes}>
    const canvas = document.querySelector('canvas')
    const context = canvas.getContext('2d')
    const keys = new Set()
    let x = 320, y = 200, running = true
    // Like most engines, the game takes every key and leaves none to the page.
    for (const type of ['keydown', 'keyup'])
      addEventListener(type, (event) => {
        event.preventDefault()
        keys[type === 'keydown' ? 'add' : 'delete'](event.code)
      })
    const frame = () => {
      if (!running) return
      x += (keys.has('KeyD') - keys.has('KeyA')) * 4
      y += (keys.has('KeyS') - keys.has('KeyW')) * 4
      context.fillStyle = '#0d1321'
      context.fillRect(0, 0, 640, 400)
      context.fillStyle = '#f6a609'
      context.fillRect(x - 16, y - 16, 32, 32)
      context.fillText('Move with W, A, S, D', 16, 24)
      requestAnimationFrame(frame)
    }
    frame()
    Leyden.configure({
      bffUrl: 'https://shop.example/leyden',
      environment: 'standalone',
      game: {
        pause() { running = false },
        resume() { running = true; frame() },
        focus: () => canvas.focus(),
      },
    })${openScript}
  </script>`

export const CanvasGame: Story = {
  args: {
    about:
      'A canvas that takes every key. While the overlay is open, what is typed stays in it, and the loop stands still.',
    html: page('', canvasGame()),
  },
}

export const PhaserGame: Story = {
  args: {
    about: 'Phaser 4 with the plugin of the embed: the scene sleeps while the overlay is open.',
    html: page(
      '\n  <script src="GAMES/phaser.min.js"></script>',
      `<div id="game"></div>
  ${controls}
  <script type="module">
    import { LeydenPlugin } from 'EMBED/phaser.mjs'
    new Phaser.Game({
      type: Phaser.CANVAS, width: 640, height: 400, parent: 'game', banner: false,
      plugins: {
        global: [{
          key: 'leyden', plugin: LeydenPlugin, start: true, mapping: 'leyden',
          data: { bffUrl: 'https://shop.example/leyden', environment: 'standalone' },
        }],
      },
      scene: {
        create() {
          this.ship = this.add.triangle(320, 200, 0, 40, 20, 0, 40, 40, 0xf6a609)
          this.keys = this.input.keyboard.addKeys('W,A,S,D')
        },
        update() {
          this.ship.x += (this.keys.D.isDown - this.keys.A.isDown) * 4
          this.ship.y += (this.keys.S.isDown - this.keys.W.isDown) * 4
          this.ship.angle += 1
        },
      },
    })${openScript}
  </script>`,
    ),
  },
}

export const PixiGame: Story = {
  name: 'PixiJS game',
  args: {
    about: 'PixiJS 8 with the four functions of the guide.',
    html: page(
      '\n  <script src="GAMES/pixi.min.js"></script>',
      `${controls}
  <script type="module">
    const app = new PIXI.Application()
    await app.init({ width: 640, height: 400, background: '#0d1321', preference: 'canvas' })
    app.canvas.tabIndex = -1
    document.body.append(app.canvas)
    const ship = app.stage.addChild(new PIXI.Graphics().rect(-20, -20, 40, 40).fill('#f6a609'))
    ship.position.set(320, 200)
    app.ticker.add(({ deltaTime }) => (ship.rotation += 0.05 * deltaTime))
    Leyden.configure({
      bffUrl: 'https://shop.example/leyden',
      environment: 'standalone',
      game: { pause: () => app.stop(), resume: () => app.start(), focus: () => app.canvas.focus() },
    })${openScript}
  </script>`,
    ),
  },
}

export const UnityPage: Story = {
  name: 'Unity page',
  args: {
    about:
      'The page that the template of the Unity package makes, and its .jslib. A few lines of JavaScript stand in for the compiled game.',
    html: unityGame,
  },
}

/** An opaque origin, without storage, forms or pop-ups. */
export const PortalFrames: Story = {
  name: 'Portal: two cross-origin frames',
  args: {
    about:
      'As portals frame games: two frames, each with sandbox="allow-scripts" alone, so that each has another origin. The game has no storage.',
    frames: 1,
    html: page('', canvasGame()),
  },
}

export const StrictPolicy: Story = {
  name: 'Strict policy (CSP)',
  args: {
    about:
      'The Content-Security-Policy of the guide: no style element, no style attribute of the embed, no eval.',
    html: page('', canvasGame(' nonce="shelf"'))
      .replace(
        '<script src',
        `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-shelf'; style-src 'nonce-shelf'; connect-src https://shop.example; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'">
  <script nonce="shelf" src`,
      )
      .replace('<style>', '<style nonce="shelf">'),
  },
}

export const LandscapePhone: Story = {
  name: 'Landscape phone, 640 × 360',
  args: {
    about: 'The smallest box that a game is played in: the QR code stands beside the text.',
    heightPx: 360,
    html: page('', canvasGame()),
  },
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Shop } from '../../harness/start-shop.js'
import { gameCode } from '../game-page.js'
import { GDEVELOP_RUNS, gdevelopGame } from '../gdevelop/gdevelop-game.js'
import { GODOT_RUNS, SHELL, serveGodot, withProbe } from '../godot/godot-game.js'
import { phaserPage } from '../phaser-page.js'
import { buildTemplate, TEMPLATE_VALUES, unityCode } from '../unity/unity-page.js'
import { barePage } from '../widget-page.js'
import { bundleGame, ENGINES, recipeOf } from './bundle-game.js'
import { GAME_LISTENER, ISOLATED, page, RAMP_WHERE_ISOLATED, type Shell } from './shell.js'

const readEngineFile = (path: string) => readFileSync(join(ENGINES, path), 'utf8')

/** Unity's template with the package's .jslib, and a loader with the interface of Unity's. */
function unity(shop: Shop): string {
  const loader = `window.createUnityInstance = async (canvas, config, onProgress) => {
    onProgress(1)
    {${gameCode('window, capturing')}}
    ${unityCode(readEngineFile('unity/Runtime/Plugins/WebGL/Leyden.jslib'))}
    unityListen()
    unityCall(JSON.stringify({ v: 1, id: '', method: 'configure', params: { bffUrl: '${shop.bffUrl}' } }))
    window.isReady = true
    return { SetFullscreen: () => canvas.requestFullscreen() }
  }`
  shop.serve('/Build/game.loader.js', { type: 'text/javascript', body: loader })
  const css = readEngineFile('unity/WebGLTemplates~/Leyden/leyden-template.css')
  shop.serve('/leyden-template.css', { type: 'text/css', body: css })
  return buildTemplate(readEngineFile('unity/WebGLTemplates~/Leyden/index.html'), TEMPLATE_VALUES)
}

/** Opens an overlay through the .jslib, and receives the outcome like C#. */
const OPEN_IN_UNITY = `(window.handle = new Promise((resolve) => {
  window.sendMessage = (object, method, text) => {
    const { type, data } = JSON.parse(text)
    if (type === 'outcome') resolve(data)
  }
  unityCall('{"v":1,"id":"unity-1","method":"open","params":{"kind":"pay"}}')
}), undefined)`

/** Godot with the demo of the addon, and a recorder of its keys. */
function godot(shop: Shop): string {
  serveGodot(shop, '/godot/')
  return withProbe(SHELL)
    .replace(
      '<head>',
      `<head><base href="/godot/"><script src="/leyden.js"></script><script>Leyden.configure({ bffUrl: '${shop.bffUrl}' })</script>`,
    )
    .replace(
      '</body>',
      `<script>{${gameCode('its canvas').replace(/.*getContext.*|.*fillRect.*/g, '')}}</script></body>`,
    )
}
const GODOT = {
  needsWebGl: true,
  ready: GODOT_RUNS,
  open: `(window.handle = godot.call('Leyden', 'pay', {}), undefined)`,
}

const PHASER = {
  ready: 'window.steps > 0',
  open: `(window.handle = scene.leyden.open('pay', {}), undefined)`,
  holdsD: 'scene.keys.D.isDown',
}

/** The game of the plugin's README, with a recorder of its keys. */
async function phaserBundle(shop: Shop): Promise<string> {
  const probe = `
    window.seen = []
    game.events.once('step', () => {
      window.scene = game.scene.scenes[0]
      scene.keys = { D: scene.input.keyboard.addKey('D') }
      scene.input.keyboard.on('keydown', ({ code }) => seen.push(code))
      window.steps = 1
    })`
  const code = await bundleGame(recipeOf('phaser', shop.bffUrl) + probe)
  return moduleGame(shop, code, '<div id="game"></div>')
}

function moduleGame(shop: Shop, code: string, body = ''): string {
  shop.serve('/shell-game.js', { type: 'text/javascript', body: code })
  return `<!doctype html><html><head><meta charset="utf-8"><title>Game</title><link rel="icon" href="data:,">
    <script src="/leyden.js"></script></head><body>${body}<script type="module" src="/shell-game.js"></script></body></html>`
}

/** A recipe of the guide, with a recorder of the game's keys. */
const recipe = (engine: string): Shell => ({
  needsWebGl: true,
  ready: 'window.isReady',
  ...page(async (shop) => {
    const code = `${recipeOf(engine, shop.bffUrl)}\n;{${gameCode(GAME_LISTENER).replace(/.*getContext.*/g, '')}}\nObject.assign(window, { isReady: true, staysInPage: ${engine === 'three'} })`
    return moduleGame(shop, await bundleGame(code))
  }),
})

/** A game whose script is bundled with its engine, with a recorder of the game's keys. */
const bundled = (code: string, body = ''): Pick<Shell, 'serve' | 'needsWebGl'> => ({
  needsWebGl: true,
  ...page(async (shop) => {
    const configured = `Leyden.configure({ bffUrl: '${shop.bffUrl}' })\nwindow.seen = []\n${code}`
    // Imports may stand anywhere at the top level of a module.
    return moduleGame(shop, await bundleGame(configured), body)
  }),
})

const PLAYCANVAS = `
  import * as pc from 'playcanvas'
  const canvas = document.body.appendChild(document.createElement('canvas'))
  const app = new pc.Application(canvas, {
    keyboard: new pc.Keyboard(window),
    mouse: new pc.Mouse(canvas),
    touch: new pc.TouchDevice(canvas),
    gamepads: new pc.GamePads(),
  })
  app.setCanvasFillMode(pc.FILLMODE_NONE, 640, 360)
  app.setCanvasResolution(pc.RESOLUTION_AUTO)
  const camera = new pc.Entity()
  camera.addComponent('camera', { clearColor: new pc.Color(0, 0.4, 0.2) })
  camera.setPosition(0, 0, 4)
  const box = new pc.Entity()
  box.addComponent('render', { type: 'box' })
  app.root.addChild(camera)
  app.root.addChild(box)
  app.keyboard.on('keydown', ({ event }) => {
    seen.push(event.code)
    event.preventDefault()
  })
  app.on('update', (seconds) => {
    box.rotate(0, 60 * seconds, 0)
    Object.assign(window, { app, keyOfD: pc.KEY_D, isReady: true })
  })
  app.start()`

const KAPLAY = `
  import kaplay from 'kaplay'
  const canvas = document.body.appendChild(document.createElement('canvas'))
  const game = kaplay({ canvas, width: 640, height: 360, background: '#006633', global: false })
  game.onKeyPress((key) => seen.push('Key' + key.toUpperCase()))
  game.onUpdate(() => Object.assign(window, { game, isReady: true }))
  canvas.focus()`

/** React renders the canvas, in StrictMode, and the game listens like any other. */
const REACT_THREE_FIBER = `
  import { createElement, StrictMode, useEffect, useRef } from 'react'
  import { createRoot } from 'react-dom/client'
  import { Canvas, useFrame } from '@react-three/fiber'
  function Box() {
    const ref = useRef()
    useFrame((_, seconds) => {
      ref.current.rotation.y += seconds
      window.isReady = true
    })
    return createElement('mesh', { ref }, createElement('boxGeometry'), createElement('meshNormalMaterial'))
  }
  function Game() {
    useEffect(() => {
      const take = ({ type, code }) => {
        seen.push(code)
        if (type === 'keydown') down.add(code)
        else down.delete(code)
      }
      addEventListener('keydown', take)
      addEventListener('keyup', take)
      return () => {
        removeEventListener('keydown', take)
        removeEventListener('keyup', take)
      }
    }, [])
    return createElement(Canvas, null, createElement(Box))
  }
  window.down = new Set()
  createRoot(document.getElementById('game')).render(createElement(StrictMode, null, createElement(Game)))`

/**
 * What our plugin needs of RPG Maker MZ's core scripts, which are not free software, with their ways of listening: keys
 * by their old numbers, pads in each frame, touches that are cancelled.
 */
const RPG_MAKER = `
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { id: 'gameCanvas', width: 816, height: 624 })
  Object.assign(canvas.style, { position: 'absolute', inset: '0', margin: 'auto', width: '816px', height: '624px', zIndex: 1 })
  document.body.append(canvas)
  const state = {}
  const CANCELLED = [8, 9, 33, 34, 37, 38, 39, 40]
  document.addEventListener('keydown', (event) => {
    if (CANCELLED.includes(event.keyCode)) event.preventDefault()
    seen.push(event.code)
    state[event.keyCode] = true
  })
  document.addEventListener('keyup', ({ keyCode }) => delete state[keyCode])
  addEventListener('blur', () => Input.clear())
  const isInside = ({ pageX, pageY }) => {
    const { left, top, right, bottom } = canvas.getBoundingClientRect()
    return pageX >= left && pageX < right && pageY >= top && pageY < bottom
  }
  document.addEventListener('wheel', (event) => event.preventDefault(), { passive: false })
  document.addEventListener('touchstart', (event) => {
    for (const touch of event.changedTouches) if (isInside(touch)) event.preventDefault()
  }, { passive: false })
  document.addEventListener('touchmove', (event) => event.preventDefault(), { passive: false })

  const commands = {}
  class Interpreter {
    _waitMode = ''
    setWaitMode(mode) { this._waitMode = mode }
    updateWaitMode() { return false }
  }
  class Variables {
    values = []
    setValue(id, value) { this.values[id] = value }
  }
  let isRunning = true
  Object.assign(window, {
    seen: [],
    state,
    pressedPads: 0,
    Input: { clear: () => Object.keys(state).forEach((key) => delete state[key]) },
    TouchInput: { clear() {} },
    SceneManager: { stop: () => { isRunning = false }, resume: () => { isRunning = true } },
    WebAudio: { _masterVolume: 1, setMasterVolume(value) { this._masterVolume = value } },
    Game_Interpreter: Interpreter,
    PluginManager: {
      parameters: () => ({ bffUrl: window.bffUrl }),
      registerCommand: (plugin, name, command) => { commands[name] = command },
    },
    /** The state of the game, for the test. */
    readGame: () => ({ isRunning, volume: WebAudio._masterVolume }),
    /** A new game, or one that was loaded. */
    startGame() { window.$gameVariables = new Variables() },
    interpreter: new Interpreter(),
  })
  startGame()
  window.callPlugin = (name, args) => commands[name].call(interpreter, args)
  requestAnimationFrame(function update() {
    for (const pad of navigator.getGamepads()) if (pad?.buttons.some(({ pressed }) => pressed)) pressedPads++
    requestAnimationFrame(update)
  })`

/** Engines and libraries, in the pages that they make. */
export const engineShells: Record<string, Shell> = {
  'Unity’s template': { ...page(unity), ready: 'window.isReady', open: OPEN_IN_UNITY },
  Godot: { ...page(godot), ...GODOT },
  'Godot in an isolated page, COEP require-corp': {
    ...page(godot, ISOLATED('require-corp')),
    ...GODOT,
    ramp: RAMP_WHERE_ISOLATED,
  },
  'Godot in an isolated page, COEP credentialless': {
    ...page(godot, ISOLATED('credentialless')),
    ...GODOT,
    // WebKit ignores this header, so the page is not isolated there.
    ramp: { firefox: 'tab' },
  },
  'Phaser from a script': {
    ...page((shop) => {
      const folder = dirname(createRequire(import.meta.url).resolve('phaser/package.json'))
      const body = readFileSync(join(folder, 'dist/phaser.min.js'), 'utf8')
      shop.serve('/phaser.js', { type: 'text/javascript', body })
      return phaserPage(shop.bffUrl, '/phaser.js')
    }),
    ...PHASER,
  },
  'Phaser in a bundle': { ...page(phaserBundle), ...PHASER },
  PixiJS: recipe('pixi.js'),
  // Its controls lock the pointer at every click.
  'Three.js with PointerLockControls': { ...recipe('three'), fullscreen: false },
  'Babylon.js': recipe('@babylonjs/core'),
  PlayCanvas: {
    ...bundled(PLAYCANVAS),
    ready: 'window.isReady',
    holdsD: 'app.keyboard.isPressed(keyOfD)',
  },
  Kaplay: { ...bundled(KAPLAY), ready: 'window.isReady', holdsD: `game.isKeyDown('d')` },
  'React Three Fiber in StrictMode': {
    ...bundled(REACT_THREE_FIBER, '<div id="game" style="width: 640px; height: 360px"></div>'),
    ready: 'window.isReady',
  },
  GDevelop: {
    ...page(async (shop) =>
      (await gdevelopGame(shop)).replace(
        '</head>',
        `<script>window.seen = []; document.addEventListener('keydown', ({ code }) => seen.push(code))</script></head>`,
      ),
    ),
    needsWebGl: true,
    ready: GDEVELOP_RUNS,
    holdsD: 'game.getInputManager().isKeyPressed(68)',
  },
  'a page like RPG Maker’s, with the plugin': {
    ...page((shop) => {
      shop.serve('/Leyden.js', { type: 'text/javascript', body: readEngineFile('rpg-maker/Leyden.js') })
      return barePage(shop.bffUrl, {
        head: '<style>body { margin: 0; overflow: hidden; background: black }</style>',
        body: `<script>window.bffUrl = '${shop.bffUrl}';${RPG_MAKER}</script><script src="/Leyden.js"></script>`,
      })
    }),
    holdsD: 'state[68] === true',
  },
}

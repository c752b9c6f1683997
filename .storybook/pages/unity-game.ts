import { buildTemplate, unityScript } from '../../apps/e2e/src/embed/unity/unity-page.js'
import jslib from '../../packages/embed/engines/unity/Runtime/Plugins/WebGL/Leyden.jslib?raw'
import template from '../../packages/embed/engines/unity/WebGLTemplates~/Leyden/index.html?raw'
import css from '../../packages/embed/engines/unity/WebGLTemplates~/Leyden/leyden-template.css?raw'

/** Simulates the sample's C# in a page without Unity. It calls the .jslib and draws on the canvas. */
const game = `<script>
    const call = (id, method, params) => unityCall(JSON.stringify({ v: 1, id, method, params }))
    const createUnityInstance = async (canvas, config, onProgress) => {
      const context = canvas.getContext('2d')
      const draw = (text) => {
        canvas.width = innerWidth
        canvas.height = innerHeight
        context.fillStyle = '#0d1321'
        context.fillRect(0, 0, canvas.width, canvas.height)
        context.fillStyle = '#f6a609'
        context.font = '600 18px system-ui, sans-serif'
        context.textAlign = 'center'
        context.fillText(text, canvas.width / 2, canvas.height / 2)
      }
      sendMessage = (object, method, json) => {
        const { type, data } = JSON.parse(json)
        if (type === 'outcome') draw(data.status === 'paid' ? 'Thank you!' : data.status)
      }
      unityListen()
      call('', 'configure', { bffUrl: 'https://shop.example/leyden' })
      canvas.onclick = () => call('tip', 'open', { kind: 'pay', address: 'alice@wallet.example', amountSats: 2100 })
      onProgress(1)
      draw('Click to tip the author')
      return { SetFullscreen: () => document.documentElement.requestFullscreen() }
    }
  </script>`

/** The page of the Unity package's template, with a fake in place of the compiled game. */
export const unityGame = buildTemplate(template, {
  PRODUCT_NAME: 'A game',
  PRODUCT_VERSION: '1.0',
  COMPANY_NAME: 'A studio',
  LOADER_FILENAME: 'game.loader.js',
  DATA_FILENAME: 'game.data',
  FRAMEWORK_FILENAME: 'game.framework.js',
  CODE_FILENAME: 'game.wasm',
  USE_WASM: true,
})
  .replace('<script src="leyden.js">', '<script src="EMBED/leyden.js">')
  .replace('<link rel="stylesheet" href="leyden-template.css" />', () => `<style>\n${css}</style>`)
  .replace('<script src="Build/game.loader.js"></script>', () => `${unityScript(jslib)}\n    ${game}`)

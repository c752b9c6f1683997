import { defaultClientConditions, defineConfig } from 'vite'
import { preactAlias } from '../../packages/embed/preact-alias.mjs'

const port = Number(process.env.LEYDEN_GAME_PORT || 5174)
/** The game's own server, in development. */
const server = `http://127.0.0.1:${port + 100}`

/** In development the script of the embed is loaded from its source, as a module before the game's. */
const embedFromSource = {
  name: 'leyden-embed-from-source',
  apply: 'serve',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html.replace(
        '<script vite-ignore src="/leyden.js"></script>',
        '<script type="module">import { Leyden } from "@leyden/embed"; window.Leyden ??= Leyden</script>',
      ),
  },
}

/** Development uses the sources of the packages, the build uses the published files. */
const fromSource = {
  resolve: { conditions: ['@leyden/source', ...defaultClientConditions], alias: preactAlias },
  define: { LEYDEN_VERSION: '"development"' },
}

const config = {
  base: './',
  plugins: [embedFromSource],
  server: {
    port,
    strictPort: true,
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/config.json', '/player', '/order', '/wallet', '/leyden/'].map((path) => [path, server]),
    ),
  },
  // dist/server is built by tsc.
  build: {
    outDir: 'dist/page',
    emptyOutDir: true,
    target: ['safari16.4', 'chrome111', 'firefox115'],
    // Phaser is one large library, and the game needs all of it.
    chunkSizeWarningLimit: 2_000,
  },
}

export default defineConfig(({ command }) => (command === 'serve' ? { ...config, ...fromSource } : config))

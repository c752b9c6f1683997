import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

const port = Number(process.env.LEYDEN_DEMO_PORT || 5173)
/** The shop's own server, in development. */
const server = `http://127.0.0.1:${port + 100}`

export default defineConfig(({ command }) => ({
  base: './',
  plugins: [react(), tailwindcss()],
  // Development uses the sources of the packages, the build uses the published files.
  resolve: command === 'serve' ? { conditions: ['@leyden/source', ...defaultClientConditions] } : {},
  server: {
    port,
    strictPort: true,
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/config.json', '/wallet', '/phone', '/session', '/orders', '/quiet'].map((path) => [path, server]),
    ),
  },
  // dist/server is built by tsc.
  build: {
    outDir: 'dist/page',
    emptyOutDir: true,
    sourcemap: true,
    target: ['safari16.4', 'chrome111', 'firefox115'],
    // How long each plugin takes is noise in `npm start`.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
}))

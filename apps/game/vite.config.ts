import { defineConfig } from 'vite'

export default defineConfig({
  base: './',
  // dist/server is built by tsc.
  build: {
    outDir: 'dist/page',
    emptyOutDir: true,
    target: ['safari16.4', 'chrome111', 'firefox115'],
    // Phaser is one large library and the whole of it is played with.
    chunkSizeWarningLimit: 2_000,
  },
})

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: './',
  plugins: [react()],
  // dist/server is built by tsc.
  build: {
    outDir: 'dist/page',
    emptyOutDir: true,
    sourcemap: true,
    target: ['safari16.4', 'chrome111', 'firefox115'],
  },
})

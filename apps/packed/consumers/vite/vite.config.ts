import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  // In production the shop's own server does this.
  preview: { proxy: { '/api/leyden': process.env.BFF_ORIGIN ?? 'http://127.0.0.1:4000' } },
  test: { environment: 'jsdom' },
})

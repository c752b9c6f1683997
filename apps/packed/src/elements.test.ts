import { rm } from 'node:fs/promises'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, it } from 'vitest'
import { type App, BEHIND_VITE, behindVite, QUICK_START, takePayment } from './document-app.js'
import { launch } from './journeys.js'
import { packPackages } from './pack.js'

/** The packages of each framework in the document, at pinned versions. */
const FRAMEWORKS: Readonly<Record<string, string[]>> = {
  Vue: ['vue@3.5.45', '@vitejs/plugin-vue@6.0.11'],
  Svelte: ['svelte@5.57.3', '@sveltejs/vite-plugin-svelte@7.3.1'],
  Solid: ['solid-js@1.9.19', 'vite-plugin-solid@2.11.14'],
  Angular: ['common', 'compiler', 'core', 'platform-browser'].map((name) => `@angular/${name}@22.2.6`),
  Lit: ['lit@3.3.3'],
  TypeScript: [],
}

const appOf = (framework: string): App => ({
  name: framework,
  code: { ...QUICK_START, 'docs/elements.md': ['Every page', framework] },
  install: ['vite@8.3.8', ...(FRAMEWORKS[framework] ?? [])],
  ...BEHIND_VITE,
  thanks: 'Thank you for 2100000 msat!',
  // The quick start has a page of its own.
  change: (code, path, document) =>
    document in QUICK_START && /^(?:index\.html|vite\.config\.ts|src\/.*)$/.test(path)
      ? undefined
      : behindVite(code),
})

let packed: Awaited<ReturnType<typeof packPackages>>
let browser: Browser

beforeAll(async () => {
  packed = await packPackages()
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  await rm(packed.folder, { recursive: true, force: true })
})

it.each(Object.keys(FRAMEWORKS))(
  'a page with the code of our document takes a payment in production: %s',
  (framework) => takePayment(appOf(framework), packed.tarballs, browser),
)

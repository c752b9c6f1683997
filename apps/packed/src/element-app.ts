import { type App, BEHIND_VITE, behindVite, QUICK_START } from './document-app.js'

/** The frameworks in the document about elements, and the packages of each at pinned versions. */
const FRAMEWORKS = {
  Vue: ['vue@3.5.45', '@vitejs/plugin-vue@6.0.11'],
  Svelte: ['svelte@5.57.3', '@sveltejs/vite-plugin-svelte@7.3.1'],
  Solid: ['solid-js@1.9.19', 'vite-plugin-solid@2.11.14'],
  Angular: ['common', 'compiler', 'core', 'platform-browser'].map((name) => `@angular/${name}@22.2.6`),
  Lit: ['lit@3.3.3'],
  TypeScript: [],
} satisfies Record<string, string[]>

type Framework = keyof typeof FRAMEWORKS

export const frameworks = Object.keys(FRAMEWORKS) as Framework[]

/** A page with an element, in the code of the document for this framework. */
export const elementApp = (framework: Framework): App => ({
  name: framework,
  code: { ...QUICK_START, 'docs/elements.md': ['Every page', framework] },
  install: ['vite@8.3.8', ...FRAMEWORKS[framework]],
  ...BEHIND_VITE,
  thanks: 'Thank you for 2100000 msat!',
  // The quick start has a page of its own.
  change: (code, path, document) =>
    document in QUICK_START && /^(?:index\.html|vite\.config\.ts|src\/.*)$/.test(path)
      ? undefined
      : behindVite(code),
})

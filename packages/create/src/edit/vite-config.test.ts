import { mergeConfig, type UserConfig } from 'vite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { leyden } from '../../templates/vite/leyden/vite-plugin.mjs'
import { addPlugin, configuredPort } from './vite-config.js'

function edit(text: string): string {
  const edited = addPlugin(text) ?? expect.unreachable()
  expect(addPlugin(edited)).toBe(edited)
  return edited
}

describe('the edit of a Vite config', () => {
  it('adds the plugin, and nothing else', () => {
    const text = `import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// https://vite.dev/config/
export default defineConfig({
  plugins: [react()],
})
`
    const withPlugin = text.replace('[react()]', '[leyden(), react()]')
    expect(edit(text)).toBe(`import { leyden } from './leyden/vite-plugin.mjs'\n${withPlugin}`)
  })

  it('keeps unusual formatting and comments', () => {
    const odd = `import { defineConfig } from "vite";
export default defineConfig( {
\tplugins :[ react( ) ],   /* keep me */

\tserver:{ port:3100 }  // the last one
} );
`
    const withPlugin = odd.replace(':[ react', ':[ leyden(), react')
    expect(edit(odd)).toBe(`import { leyden } from "./leyden/vite-plugin.mjs";\n${withPlugin}`)
  })

  it.each([
    ['line ends of Windows', 'export default {\r\n  plugins: [react()],\r\n}\r\n'],
    ['an object in one line', 'export default { base: "/", plugins: [react()] }\n'],
    ['a list in several lines', 'export default {\n  plugins: [\n    react(),\n  ],\n}\n'],
    ['a function', 'export default defineConfig(({ mode }) => ({ base: mode, plugins: [react()] }))\n'],
    ['a constant', 'const config = defineConfig({\n  plugins: [react()],\n})\nexport default config\n'],
    ['a config that is merged', 'export default mergeConfig(base, { plugins: [react()] })\n'],
  ])('edits %s', (_name, text) => {
    const after = edit(text)
    expect(after).toMatch(/^import \{ leyden \} from ['"]\.\/leyden\/vite-plugin\.mjs['"]\r?\n/)
    expect(after.replace(/^.*\r?\n/, '').replace('leyden(), ', '')).toBe(text)
    expect(after.replaceAll('\r\n', '').includes('\n')).toBe(!text.includes('\r\n'))
  })

  it('edits CommonJS', () => {
    expect(edit('module.exports = {\n  plugins: [],\n}\n')).toBe(
      "const { leyden } = require('./leyden/vite-plugin.mjs')\nmodule.exports = {\n  plugins: [leyden()],\n}\n",
    )
  })

  it('adds to the plugins of Vite, not to those of a plugin or in a comment', () => {
    const text = `export default {
  // plugins: [old()],
  build: {
    rollupOptions: { plugins: [x()] },
  },
  plugins: [
    react({ babel: { plugins: ['compiler'] } }),
  ],
}
`
    expect(edit(text)).toContain("\n  plugins: [\n    leyden(), react({ babel: { plugins: ['compiler'] } }),")
  })

  it.each([
    ['plugins from elsewhere', 'export default { plugins: shared }'],
    ['a config from elsewhere', "export { default } from './shared'"],
  ])('leaves %s to a person', (_name, text) => {
    expect(addPlugin(text)).toBeNull()
  })

  it('reads the port', () => {
    expect(configuredPort('export default { server: { port: 3100 } }')).toBe(3100)
    expect(configuredPort("server: { proxy: { '/x': { target: 'http://x' } }, port: 3100 }")).toBe(3100)
    expect(configuredPort('export default { server: { port: Number(process.env.PORT) } }')).toBeUndefined()
    expect(configuredPort('export default { plugins: [] }')).toBeUndefined()
  })
})

describe('the plugin of Vite', () => {
  const plugin = leyden() as unknown as {
    config: (own: UserConfig, env: { isSsrBuild: boolean }) => UserConfig
  }
  const configured = (own: UserConfig, isSsrBuild = false): UserConfig =>
    mergeConfig(own, plugin.config(own, { isSsrBuild }))
  const PROXY = 'http://127.0.0.1:4000'

  it('passes requests to the BFF on, and adds the page to the build', () => {
    expect(configured({})).toMatchObject({
      server: { proxy: { '/api/leyden': PROXY } },
      build: { rollupOptions: { input: ['tip.html', 'index.html'] } },
    })
  })

  it('has the ports that the script of the app has found free', () => {
    vi.stubEnv('LEYDEN_BFF_PORT', '4003')
    vi.stubEnv('LEYDEN_PUBLIC_URL', 'http://localhost:5176/api/leyden')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { config } = leyden() as unknown as typeof plugin
    expect(config({ server: { port: 5173 } }, { isSsrBuild: false }).server).toEqual({
      port: 5176,
      strictPort: true,
      proxy: { '/api/leyden': 'http://127.0.0.1:4003' },
    })
  })

  it('keeps the proxies and pages of the app', () => {
    const proxy = { '/api/leyden': 'http://bff:9000', '/api/other': 'http://x' }
    expect(configured({ server: { port: 3100, proxy } }).server).toMatchObject({ port: 3100, proxy })
    const inputOf = (build: NonNullable<UserConfig['build']>) => {
      const { rolldownOptions, rollupOptions } = configured({ build }).build ?? {}
      return (rolldownOptions ?? rollupOptions)?.input
    }
    expect(inputOf({ rollupOptions: { input: ['index.html', 'shop.html'] } })).toEqual([
      'index.html',
      'shop.html',
      'tip.html',
    ])
    expect(inputOf({ rollupOptions: { input: 'shop.html' } })).toEqual(['shop.html', 'tip.html'])
    expect(inputOf({ rolldownOptions: { input: { main: 'index.html' } } })).toEqual({
      main: 'index.html',
      tip: 'tip.html',
    })
  })
  it('adds no page to the build of a library or of code for a server', () => {
    const library = { lib: { entry: 'src/index.ts' } }
    expect(configured({ build: library }).build).toEqual(library)
    const server = { ssr: 'src/entry-server.tsx' }
    expect(configured({ build: server }, true).build).toEqual(server)
  })
})

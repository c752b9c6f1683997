import { describe, expect, it } from 'vitest'
import { addPage, addProxy, configuredPort } from './vite-config.js'

/** The text after both edits, or the line that a person has to add. */
function edit(text: string, major = 8) {
  const proxied = addProxy(text)
  return 'text' in proxied ? addPage(proxied.text, 'tip.html', major) : proxied
}

function textOf(result: ReturnType<typeof edit>): string {
  if ('byHand' in result) throw new Error(`by hand: ${result.byHand}`)
  return result.text
}

const GENERATED = `import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// https://vite.dev/config/
export default defineConfig({
  plugins: [react()],
})
`

describe('the edit of a Vite config', () => {
  it('adds the proxy and the page, and nothing else', () => {
    expect(textOf(edit(GENERATED))).toBe(`import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// https://vite.dev/config/
export default defineConfig({
  plugins: [react()],
  server: { proxy: { '/api/leyden': 'http://127.0.0.1:4000' } },
  build: { rolldownOptions: { input: ['index.html', 'tip.html'] } },
})
`)
  })

  it('keeps unusual formatting, comments and existing settings', () => {
    const odd = `import { defineConfig } from "vite";
export default defineConfig( {
\tplugins :[ react( ) ],   /* keep me */

\tserver:{ port:3100, proxy: { "/api/other": "http://x" } }  // the last one
} );
`
    expect(textOf(edit(odd))).toBe(`import { defineConfig } from "vite";
export default defineConfig( {
\tplugins :[ react( ) ],   /* keep me */

\tserver:{ port:3100, proxy: { "/api/other": "http://x", "/api/leyden": "http://127.0.0.1:4000" } },  // the last one
\tbuild: { rolldownOptions: { input: ["index.html", "tip.html"] } },
} );
`)
  })

  it.each([
    ['line ends of Windows', 'export default {\r\n  base: "/",\r\n}\r\n'],
    ['an object in one line', 'export default { base: "/" }\n'],
    ['an empty object', 'export default {}\n'],
    ['a function with an expression', 'export default defineConfig(({ mode }) => ({ base: mode }))\n'],
    [
      'a function with a body',
      'export default defineConfig(async () => {\n  const base = await x()\n  return { base }\n})\n',
    ],
    ['a constant', 'const config = defineConfig({\n  base: "/",\n})\nexport default config\n'],
    ['a type', 'export default {\n  base: "/",\n} satisfies UserConfig\n'],
    ['CommonJS', 'module.exports = {\n  base: "/",\n}\n'],
  ])('edits %s, once', (_name, text) => {
    const after = textOf(edit(text))
    expect(textOf(edit(after))).toBe(after)
    const bare = (each: string) => each.replaceAll(/[,\s]/g, '').replaceAll('"', "'")
    const added = [
      "server: { proxy: { '/api/leyden': 'http://127.0.0.1:4000' } }",
      "build: { rolldownOptions: { input: ['index.html', 'tip.html'] } }",
    ].map(bare)
    for (const entry of added) expect(bare(after)).toContain(entry)
    expect(added.reduce((rest, entry) => rest.replace(entry, ''), bare(after))).toBe(bare(text))
    expect(after.includes('\r\n')).toBe(text.includes('\r\n'))
    expect(after.replaceAll('\r\n', '').includes('\n')).toBe(!text.includes('\r\n'))
  })

  it('keeps an existing proxy for the BFF', () => {
    const own = "export default {\n  server: { proxy: { '/api/leyden': 'http://bff:9000' } },\n}\n"
    expect(addProxy(own)).toEqual({ text: own })
  })

  it('adds the page to the listed pages', () => {
    const list = "export default { build: { rollupOptions: { input: ['index.html', 'shop.html'] } } }\n"
    expect(addPage(list, 'tip.html', 8)).toEqual({
      text: "export default { build: { rollupOptions: { input: ['index.html', 'shop.html', 'tip.html'] } } }\n",
    })
    const named = "export default { build: { rollupOptions: { input: { main: 'index.html' } } } }\n"
    expect(addPage(named, 'tip.html', 8)).toEqual({
      text: "export default { build: { rollupOptions: { input: { main: 'index.html', tip: 'tip.html' } } } }\n",
    })
  })

  it('uses Vite 7’s name for the options of the build', () => {
    expect(textOf(addPage(GENERATED, 'tip.html', 7))).toContain('rollupOptions: { input:')
  })

  it.each([
    ['a proxy from elsewhere', 'export default { server: { proxy: shared } }'],
    ['a config from elsewhere', "export { default } from './shared'"],
    ['a config that is merged', 'export default mergeConfig(base, { plugins: [] })'],
    ['a function that chooses', 'export default () => {\n  if (x) return {}\n  return { base: "/" }\n}'],
    ['a syntax error', 'export default {{'],
  ])('leaves %s to a person', (_name, text) => {
    expect(addProxy(text)).toEqual({
      byHand: "server: { proxy: { '/api/leyden': 'http://127.0.0.1:4000' } }",
    })
  })

  it('reads the port', () => {
    expect(configuredPort('export default { server: { port: 3100 } }')).toBe(3100)
    expect(configuredPort('export default { server: { port: Number(process.env.PORT) } }')).toBeUndefined()
    expect(configuredPort(GENERATED)).toBeUndefined()
  })
})

/**
 * A plugin of Vite: passes requests to the BFF on to `leyden/server.mjs`, and adds the page to the build. Settings in
 * your Vite config win.
 *
 * @returns {import('vite').Plugin} the plugin
 */
export function leyden() {
  return {
    name: 'leyden',
    config({ build = {}, server = {} }, { isSsrBuild }) {
      const { input } = { ...build.rollupOptions, ...build.rolldownOptions }
      const isNamed = typeof input === 'object' && !Array.isArray(input)
      const pages = isNamed ? { tip: 'tip.html' } : ['tip.html', ...(input ? [] : ['index.html'])]
      // The build of a library, or of code for a server, has no pages.
      const hasPages = !isSsrBuild && !build.lib
      return {
        server: { proxy: { '/api/leyden': 'http://127.0.0.1:4000', ...server.proxy } },
        build: hasPages
          ? { [build.rolldownOptions ? 'rolldownOptions' : 'rollupOptions']: { input: pages } }
          : undefined,
      }
    },
  }
}

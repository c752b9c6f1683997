/**
 * A plugin of Vite: passes requests to the BFF on to `leyden/server.mjs`, and adds the page to the build. Settings in
 * your Vite config win.
 *
 * @returns {import('vite').Plugin} the plugin
 */
export function leyden() {
  const { env } = process
  // Set by `leyden/dev.mjs`: the BFF refuses the page on another port than that of its public URL.
  const port = env.LEYDEN_BFF_PORT && Number(new URL(env.LEYDEN_PUBLIC_URL).port || 80)
  const page = port ? { port, strictPort: true } : {}
  return {
    name: 'leyden',
    config({ build = {}, server = {} }, { isSsrBuild }) {
      const { input } = { ...build.rollupOptions, ...build.rolldownOptions }
      const isNamed = typeof input === 'object' && !Array.isArray(input)
      const pages = isNamed ? { tip: 'tip.html' } : ['tip.html', ...(input ? [] : ['index.html'])]
      // The build of a library, or of code for a server, has no pages.
      const hasPages = !isSsrBuild && !build.lib
      return {
        server: {
          ...page,
          proxy: { '/api/leyden': `http://127.0.0.1:${env.LEYDEN_BFF_PORT ?? 4000}`, ...server.proxy },
        },
        build: hasPages
          ? { [build.rolldownOptions ? 'rolldownOptions' : 'rollupOptions']: { input: pages } }
          : undefined,
      }
    },
  }
}

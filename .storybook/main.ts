import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StorybookConfig } from '@storybook/react-vite'
import { defaultAllowedOrigins, defaultClientConditions, type Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '..')

/** Serves the sandbox's ramp page, because Storybook's development server serves no HTML file of its own. */
const rampPagePlugin: Plugin = {
  name: 'leyden:ramp-page',
  apply: 'serve',
  configureServer({ middlewares }) {
    const path = '/packages/react/src/test-support/ramp-page.html'
    middlewares.use((request, response, next) => {
      const [file = '', query = ''] = request.url?.split('?') ?? []
      // A request with `import` asks for the module that exports the URL.
      if (!file.endsWith(path) || /\bimport\b/.test(query)) return next()
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(readFileSync(join(ROOT, path)))
    })
  },
}

/** Serves the files of stories as text, for the link beside each story. */
const sourcePlugin: Plugin = {
  name: 'leyden:source',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const path = /\/source\/(.+\.stories\.tsx)\.txt$/.exec(request.url ?? '')?.[1]
      if (!path || !storyFiles().includes(path)) return next()
      response.setHeader('content-type', 'text/plain; charset=utf-8')
      response.end(readFileSync(join(ROOT, path)))
    })
  },
  generateBundle() {
    for (const path of storyFiles())
      this.emitFile({
        type: 'asset',
        fileName: `source/${path}.txt`,
        source: readFileSync(join(ROOT, path)),
      })
  },
}

const storyFiles = () =>
  ['.storybook/pages', 'packages/react/src', 'packages/embed/src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.stories.tsx'))
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
  )

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: [
    './pages/**/*.mdx',
    './pages/**/*.stories.tsx',
    '../packages/{react,embed}/src/**/*.mdx',
    '../packages/{react,embed}/src/**/*.stories.tsx',
  ],
  // The script loads the files in its folder, as it does on a page.
  staticDirs: [
    { from: '../packages/embed/dist', to: '/embed' },
    { from: '../apps/e2e/node_modules/phaser/dist/phaser.min.js', to: '/games/phaser.min.js' },
    { from: '../apps/e2e/node_modules/pixi.js/dist/pixi.min.js', to: '/games/pixi.min.js' },
    { from: './brand', to: '/brand' },
  ],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // The search also finds headings of docs pages.
  features: { experimentalSearchDocsHeadings: true },
  // Single states, refusals and hard cases. `npm test` runs them, the state walls show them, and the sidebar does once
  // this filter is removed.
  tags: { detail: { defaultFilterSelection: 'exclude' } },
  // The option tables describe the props, because react-docgen cannot read a union with a `bigint`.
  typescript: { reactDocgen: false },
  viteFinal: (vite) => ({
    ...vite,
    plugins: [...(vite.plugins ?? []), rampPagePlugin, sourcePlugin],
    // Nobody reads the compressed sizes, and a build takes longer to measure them.
    build: { ...vite.build, reportCompressedSize: false },
    // With the source of the packages, a change needs no build.
    resolve: { ...vite.resolve, conditions: ['@leyden/source', ...defaultClientConditions] },
    // One story is a page with an opaque origin, which has to load its modules cross-origin.
    server: { ...vite.server, cors: { origin: [defaultAllowedOrigins, 'null'] } },
  }),
}

export default config

import react from '@astrojs/react'
import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'

/** The packages are read from their sources: the site needs no build of them. */
const conditions = ['@leyden/source', 'module', 'browser', 'development|production']

/** A table that is wider than the page scrolls, also by keyboard. */
const scrollableTables = () => (tree) => {
  const visit = (node) => {
    if (node.tagName === 'table') node.properties.tabIndex = 0
    node.children?.forEach(visit)
  }
  visit(tree)
}

/** Draws the diagrams of a page. */
const diagrams = {
  name: 'leyden:diagrams',
  hooks: {
    'astro:config:setup': ({ injectScript }) => injectScript('page', "import '/src/diagrams.ts'"),
  },
}

/** The pages of a folder, for the sidebar. */
const pages = (folder, ...names) => names.map((name) => `${folder}/${name}`)

export default defineConfig({
  markdown: { rehypePlugins: [scrollableTables] },
  outDir: 'dist',
  base: process.env.LEYDEN_DOCS_BASE || '/',
  devToolbar: { enabled: false },
  integrations: [
    react(),
    diagrams,
    starlight({
      title: 'Leyden',
      description: 'Bitcoin Lightning payments and a buy-bitcoin ramp for any web page or game.',

      customCss: ['./src/site.css'],
      logo: {
        light: '../../.storybook/brand/leyden.svg',
        dark: '../../.storybook/brand/leyden-dark.svg',
        replacesTitle: true,
      },
      sidebar: [
        {
          label: 'Start',
          items: [
            ...pages('start', 'react', 'script-tag', 'checkout'),
            ...pages('guides', 'quick-start', 'frameworks'),
            'packages/create',
          ],
        },
        { label: 'Recipes', autogenerate: { directory: 'recipes' } },
        {
          label: 'Widgets',
          items: [
            'packages/react',
            ...pages(
              'guides',
              'getting-started-react',
              'parts',
              'theming',
              'languages',
              'testing',
              'failures',
            ),
            'from-bitcoin-connect',
          ],
        },
        {
          label: 'Games and other pages',
          items: [
            'packages/embed',
            'guides/embed',
            'guides/games',
            { label: 'Game engines', autogenerate: { directory: 'engines' } },
          ],
        },
        {
          label: 'Server',
          items: [
            'packages/bff',
            ...pages('guides', 'settlement', 'ramp', 'events', 'service'),
            'packages/sandbox',
          ],
        },
        {
          label: 'Operation',
          items: pages('guides', 'deploy', 'configuration', 'operations', 'scale', 'performance'),
        },
        {
          label: 'Reference',
          items: [
            'guides/errors',
            { label: 'Each error code', collapsed: true, autogenerate: { directory: 'errors' } },
            'guides/messages',
            { label: 'Each message', collapsed: true, autogenerate: { directory: 'messages' } },
            'packages/core',
            'packages/lightning',
            { label: 'API', collapsed: true, autogenerate: { directory: 'api' } },
          ],
        },
        {
          label: 'The project',
          collapsed: true,
          items: [
            'guides/architecture',
            { label: 'Decisions', collapsed: true, autogenerate: { directory: 'decisions' } },
            'guides/glossary',
            'project/contributing',
            'project/security',
          ],
        },
      ],
    }),
  ],
  vite: {
    resolve: { conditions },
    ssr: { noExternal: [/^@leyden\//], resolve: { conditions } },
  },
})

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

/** Scripts of every page: they draw its diagrams, and show the tab that a link points into. */
const scripts = {
  name: 'leyden:scripts',
  hooks: {
    'astro:config:setup': ({ injectScript }) =>
      injectScript('page', "import '/src/diagrams.ts'; import '/src/reveal.ts'"),
  },
}

/** The pages of a folder, for the sidebar. */
const pages = (folder, ...names) => names.map((name) => `${folder}/${name}`)

/** A part of the sidebar. */
const group = (label, ...items) => ({ label, items })

/** All pages of a folder, as a part of the sidebar. */
const folder = (label, directory, collapsed = true) => ({ label, collapsed, autogenerate: { directory } })

const LANGUAGES =
  'astro css csharp gdscript html http ini javascript json jsonc nginx shellscript svelte tsx typescript vue yaml'.split(
    ' ',
  )

export default defineConfig({
  markdown: { rehypePlugins: [scrollableTables] },
  outDir: 'dist',
  base: process.env.LEYDEN_DOCS_BASE || '/',
  devToolbar: { enabled: false },
  integrations: [
    react(),
    scripts,
    starlight({
      title: 'Leyden',
      description: 'Bitcoin Lightning payments and a buy-bitcoin ramp for any web page or game.',

      // The languages of the code in the documentation. By default all three hundred are built, which takes most of a
      // build's time.
      expressiveCode: { shiki: { bundledLangs: LANGUAGES } },
      // By default a tenth of it counts, and so a tenth of the weights of pages and words in `search-rank.ts`.
      pagefind: { ranking: { termFrequency: 1 } },
      customCss: ['./src/site.css'],
      components: Object.fromEntries(
        ['Hero', 'MarkdownContent', 'PageTitle', 'SiteTitle'].map((name) => [
          name,
          `./src/components/${name}.astro`,
        ]),
      ),
      logo: {
        light: '../../.storybook/brand/leyden.svg',
        dark: '../../.storybook/brand/leyden-dark.svg',
        replacesTitle: true,
      },
      sidebar: [
        group(
          'Start',
          ...pages('start', 'react', 'script-tag', 'checkout'),
          ...pages('guides', 'quick-start', 'frameworks'),
          'packages/create',
          'guides/create',
          'playground',
        ),
        group('For you', ...pages('for', 'designer', 'operator', 'game')),
        folder('Questions', 'questions'),
        folder('Recipes', 'recipes', false),
        group(
          'Widgets',
          'packages/react',
          ...pages(
            'guides',
            'getting-started-react',
            'options',
            'react',
            'parts',
            'theming',
            'languages',
            'testing',
            'failures',
          ),
          'from-bitcoin-connect',
        ),
        group(
          'Games and other pages',
          'packages/embed',
          ...pages('guides', 'embed', 'elements', 'games'),
          folder('Game engines', 'engines', false),
        ),
        group(
          'Server',
          'packages/bff',
          'packages/lnurl',
          'packages/operators-page',
          ...pages(
            'guides',
            'settlement',
            'selling',
            'ramp',
            'events',
            'cors',
            'service',
            'check-an-address',
          ),
          'packages/sandbox',
          'guides/sandbox',
        ),
        group(
          'Operation',
          ...pages(
            'guides',
            'deploy',
            'upgrading',
            'configuration',
            'operations',
            'privacy',
            'reliability',
            'trust-path',
            'scale',
            'performance',
          ),
        ),
        group(
          'Reference',
          'guides/errors',
          folder('Each error code', 'errors'),
          'guides/messages',
          folder('Each message', 'messages'),
          ...pages('packages', 'core', 'lightning'),
          'guides/below-the-bff',
          folder('API', 'api'),
        ),
        {
          ...group(
            'The project',
            'guides/architecture',
            folder('Decisions', 'decisions'),
            'guides/glossary',
            ...pages('project', 'contributing', 'security'),
          ),
          collapsed: true,
        },
      ],
    }),
  ],
  vite: {
    resolve: { conditions },
    ssr: { noExternal: [/^@leyden\//], resolve: { conditions } },
  },
})

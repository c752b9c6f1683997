import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { INSTALL_NEWEST_OPTIONS } from './consumer.js'
import { type App, BEHIND_VITE, behindVite, QUICK_START, takePayment } from './document-app.js'
import { commandsOf } from './document-files.js'
import { elementApp, frameworks } from './element-app.js'
import { launch } from './journeys.js'
import { packedTarballs } from './pack.js'

const GUIDE = 'docs/frameworks.md'
/** An app with the code and the commands of the guide for a framework. */
const guide = async (framework: string) => ({
  code: { [GUIDE]: ['The BFF', 'The page', framework] },
  ...(await commandsOf(GUIDE, framework)),
})
/** A React app, which does not need the document's page without React. */
const react: Pick<App, 'page' | 'change'> = {
  page: '/tip',
  change: (code, path) => (path === 'public/tip.html' ? undefined : code),
}
/** Without a build, Node runs the file, and its name cannot end in .ts. */
const RENAMED = { 'leyden.server.ts': 'leyden.server.mjs' }
const REACT = ['react@19.3.0', 'react-dom@19.3.0', '@tanstack/react-query@5.108.0']

const apps: App[] = [
  ...frameworks.map(elementApp),
  {
    name: 'Next.js',
    ...(await guide('Next.js')),
    generator:
      'next-app@16.4.3 app -- --ts --app --no-tailwind --no-linter --no-src-dir --use-npm --yes --disable-git --skip-install',
    install: ['next@16.4.3', ...REACT],
    ...react,
  },
  {
    name: 'React Router',
    ...(await guide('React Router')),
    consumer: 'react-router',
    install: [
      ...REACT,
      ...['react-router', '@react-router/node', '@react-router/serve', '@react-router/dev'].map(
        (name) => `${name}@7.18.4`,
      ),
      'isbot@5.1.31',
      'vite@8.3.8',
    ],
    portVariable: 'PORT',
    ...react,
  },
  {
    name: 'TanStack Start',
    ...(await guide('TanStack Start')),
    consumer: 'tanstack-start',
    install: [
      ...REACT,
      '@tanstack/react-start@1.169.5',
      '@tanstack/react-router@1.170.46',
      '@vitejs/plugin-react@6.3.0',
      'srvx@1.0.8',
      'vite@8.3.8',
    ],
    ...react,
  },
  {
    name: 'Astro',
    ...(await guide('Astro')),
    install: [...REACT, 'astro@5.18.2', '@astrojs/react@4.4.2', '@astrojs/node@9.5.5'],
    ...react,
  },
  {
    name: 'Express',
    ...(await guide('Express')),
    rename: RENAMED,
    install: ['express@5.3.0'],
    page: '/tip.html',
  },
  {
    name: 'Express, behind express.json()',
    ...(await guide('Express')),
    rename: RENAMED,
    install: ['express@5.3.0'],
    page: '/tip.html',
    change: (code) => code.replace('express()\n', 'express()\n  .use(express.json())\n'),
  },
  {
    name: 'Fastify',
    ...(await guide('Fastify')),
    rename: RENAMED,
    generator: 'fastify@5.0.0 app -- --esm',
    install: ['fastify@5.12.8', '@fastify/static@10.1.11'],
    page: '/tip.html',
  },
  {
    name: 'Hono',
    ...(await guide('Hono')),
    rename: RENAMED,
    install: ['hono@4.13.19', '@hono/node-server@2.1.8'],
    page: '/tip.html',
  },
  {
    name: 'Plain HTML (quick start)',
    code: QUICK_START,
    install: [],
    start: 'node --env-file=.env server.mjs',
    page: '/',
    open: (page) => page.getByRole('button', { name: 'Tip' }).click(),
  },
  {
    name: 'Vite (quick start)',
    code: QUICK_START,
    generator: 'vite@9.3.0 app -- --template react-ts --no-interactive',
    install: [...REACT, 'vite@8.3.8', '@vitejs/plugin-react@6.3.0', 'typescript@5.9.3'],
    ...BEHIND_VITE,
    change: (code, path) => (path === 'index.html' ? undefined : behindVite(code)),
  },
]

/** The newest packages and generator instead of the pinned ones: what a reader gets today. */
const newest = (app: App): App => ({
  ...app,
  install: app.install.map(latest),
  installOptions: INSTALL_NEWEST_OPTIONS,
  ...(app.generator && { generator: app.generator.replace(/@[\d.]+(?= )/, '@latest') }),
})
/** The package in any version: npm chooses the newest that says it runs on this Node. */
const latest = (spec: string) => (isKept(spec) ? spec : spec.replace(/(?<=.)@[\d.]+$/, '@*'))

/**
 * The packages of React Router have to be of one version, which npm does not find while they are being released one
 * after the other. Astro 6 says that it runs on Node 20, and refuses to.
 */
const isKept = (spec: string) =>
  /^@?react-router\b/.test(spec) || (/^@?astro/.test(spec) && Number.parseInt(process.versions.node, 10) < 22)

let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
})

describe.each([
  ['pinned', (app: App) => app],
  ['newest', newest],
])('in the %s versions', (_versions, choose) => {
  it.each(apps.map((app) => [app.name, app] as const))(
    'an app with the code of our document takes a payment in production: %s',
    (_name, app) => takePayment(choose(app), { tarballs: packedTarballs() }, browser),
  )
})

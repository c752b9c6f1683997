import { rm } from 'node:fs/promises'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, it } from 'vitest'
import { type App, BEHIND_VITE, behindVite, QUICK_START, takePayment } from './document-app.js'
import { elementApp, frameworks } from './element-app.js'
import { launch } from './journeys.js'
import { packPackages } from './pack.js'

/** The sections of the guide for a framework. */
const guide = (framework: string) => ({ 'docs/frameworks.md': ['The BFF', 'The page', framework] })
/** Without a build, Node runs the file, and its name cannot end in .ts. */
const RENAMED = { 'leyden.server.ts': 'leyden.server.mjs' }
const REACT = ['react@19.3.0', 'react-dom@19.3.0', '@tanstack/react-query@5.108.0']
const NEXT = 'node_modules/next/dist/bin/next'
const ROUTER = 'node_modules/@react-router'
const server = () => ['server.mjs']

const apps: App[] = [
  ...frameworks.map(elementApp),
  {
    name: 'Next.js',
    code: guide('Next.js'),
    generator:
      'next-app@16.4.3 app -- --ts --app --no-tailwind --no-linter --no-src-dir --use-npm --yes --disable-git --skip-install',
    install: ['next@16.4.3', ...REACT],
    build: [NEXT, 'build'],
    start: (port) => [NEXT, 'start', '--port', String(port)],
    page: '/tip',
  },
  {
    name: 'React Router',
    code: guide('React Router'),
    consumer: 'react-router',
    install: [
      ...REACT,
      ...['react-router', '@react-router/node', '@react-router/serve', '@react-router/dev'].map(
        (name) => `${name}@7.18.4`,
      ),
      'isbot@5.1.31',
      'vite@8.3.8',
      'typescript@5.9.3',
    ],
    build: [`${ROUTER}/dev/bin.js`, 'build'],
    start: () => [`${ROUTER}/serve/bin.js`, 'build/server/index.js'],
    page: '/tip',
  },
  {
    name: 'Astro',
    code: guide('Astro'),
    consumer: 'astro',
    install: [...REACT, 'astro@5.18.2', '@astrojs/react@4.4.2', '@astrojs/node@9.5.5'],
    build: ['node_modules/astro/astro.js', 'build'],
    start: () => ['dist/server/entry.mjs'],
    page: '/tip',
  },
  {
    name: 'Express',
    code: guide('Express'),
    rename: RENAMED,
    install: ['express@5.3.0'],
    start: server,
    page: '/tip.html',
  },
  {
    name: 'Express, behind express.json()',
    code: guide('Express'),
    rename: RENAMED,
    install: ['express@5.3.0'],
    start: server,
    page: '/tip.html',
    change: (code) => code.replace('express()\n', 'express()\n  .use(express.json())\n'),
  },
  {
    name: 'Fastify',
    code: guide('Fastify'),
    rename: RENAMED,
    generator: 'fastify@5.0.0 app -- --esm',
    install: ['fastify@5.12.8', '@fastify/static@10.1.11'],
    start: (port) => ['node_modules/fastify-cli/cli.js', 'start', '--port', String(port), 'app.js'],
    page: '/tip.html',
  },
  {
    name: 'Hono',
    code: guide('Hono'),
    rename: RENAMED,
    install: ['hono@4.13.19', '@hono/node-server@2.1.8'],
    start: server,
    page: '/tip.html',
  },
  {
    name: 'Plain HTML (quick start)',
    code: QUICK_START,
    install: [],
    start: server,
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

it.each(apps.map((app) => [app.name, app] as const))(
  'an app with the code of our document takes a payment in production: %s',
  (_name, app) => takePayment(app, packed, browser),
)

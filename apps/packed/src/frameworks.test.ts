import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { buildEnv, command, freePort, INSTALL_OPTIONS, type RunningServer, start } from './consumer.js'
import { writeDocumentFiles } from './document-files.js'
import { launch, runJourney, walletJourney } from './journeys.js'
import { packPackages } from './pack.js'

/** An app of another framework with the code of a document, at pinned versions. */
interface App {
  name: string
  /** The document with its code. @default 'docs/frameworks.md' */
  document?: string
  /** The sections with its code. @default the BFF, the page, and the section with the name of this app */
  sections?: string[]
  /**
   * The framework's own generator, which makes a folder `app`. @default none: `consumer` has the files
   */
  generator?: string
  consumer?: string
  install: string[]
  build?: string[]
  start: (port: number) => string[]
  page: string
  /** The program of a server besides the app's own. */
  additionalServer?: string[]
  open?: (page: Page) => Promise<void>
  /** Changes a file of the document, or returns undefined to leave it out. */
  change?: (code: string, path: string) => string | undefined
}

const GUIDE = 'docs/frameworks.md'
const REACT = ['react@19.3.0', 'react-dom@19.3.0', '@tanstack/react-query@5.108.0']
const NEXT = 'node_modules/next/dist/bin/next'
const ROUTER = 'node_modules/@react-router'
const VITE = 'node_modules/vite/bin/vite.js'
const server = () => ['server.mjs']

const apps: App[] = [
  {
    name: 'Next.js',
    generator:
      'next-app@16.4.3 app -- --ts --app --no-tailwind --no-linter --no-src-dir --use-npm --yes --disable-git --skip-install',
    install: ['next@16.4.3', ...REACT],
    build: [NEXT, 'build'],
    start: (port) => [NEXT, 'start', '--port', String(port)],
    page: '/tip',
  },
  {
    name: 'React Router',
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
    consumer: 'astro',
    install: [...REACT, 'astro@5.18.2', '@astrojs/react@4.4.2', '@astrojs/node@9.5.5'],
    build: ['node_modules/astro/astro.js', 'build'],
    start: () => ['dist/server/entry.mjs'],
    page: '/tip',
  },
  { name: 'Express', install: ['express@5.3.0'], start: server, page: '/tip.html' },
  {
    name: 'Express, behind express.json()',
    sections: ['The BFF', 'The page', 'Express'],
    install: ['express@5.3.0'],
    start: server,
    page: '/tip.html',
    change: (code) => code.replace('express()\n', 'express()\n  .use(express.json())\n'),
  },
  {
    name: 'Fastify',
    generator: 'fastify@5.0.0 app -- --esm',
    install: ['fastify@5.12.8', '@fastify/static@10.1.11'],
    start: (port) => ['node_modules/fastify-cli/cli.js', 'start', '--port', String(port), 'app.js'],
    page: '/tip.html',
  },
  { name: 'Hono', install: ['hono@4.13.19', '@hono/node-server@2.1.8'], start: server, page: '/tip.html' },
  {
    name: 'Plain HTML (quick start)',
    document: 'docs/quick-start.md',
    sections: ['Install and run'],
    install: [],
    start: server,
    page: '/',
    open: (page) => page.getByRole('button', { name: 'Tip' }).click(),
  },
  {
    name: 'Vite (quick start)',
    document: 'docs/quick-start.md',
    sections: ['Install and run'],
    generator: 'vite@9.3.0 app -- --template react-ts --no-interactive',
    install: [...REACT, 'vite@8.3.8', '@vitejs/plugin-react@6.3.0', 'typescript@5.9.3'],
    build: [VITE, 'build'],
    start: (port) => [VITE, 'preview', '--port', String(port), '--strictPort'],
    additionalServer: ['server.mjs'],
    page: '/',
    change: (code, path) => {
      // Vite serves the page and forwards requests to the BFF, as the comment in the settings says.
      if (path === 'index.html') return undefined
      return code.replace(
        'LEYDEN_PUBLIC_URL=http://localhost:4000',
        'LEYDEN_PUBLIC_URL=http://localhost:5173',
      )
    },
  },
]

let packed: Awaited<ReturnType<typeof packPackages>>
let browser: Browser
const runningServers: RunningServer[] = []
const folders: string[] = []

beforeAll(async () => {
  packed = await packPackages()
  browser = await launch()
})
afterEach(async () => {
  await Promise.all(runningServers.splice(0).map((server) => server.stop()))
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})
afterAll(async () => {
  await browser?.close()
  await rm(packed.folder, { recursive: true, force: true })
})

async function makeFolder(app: App, ports: Ports): Promise<string> {
  const { document = GUIDE, sections = ['The BFF', 'The page', app.name], consumer, change } = app
  const parent = await mkdtemp(join(tmpdir(), 'leyden-framework-'))
  folders.push(parent)
  const folder = join(parent, 'app')
  if (app.generator) await command(parent, 'npm', ['--yes', 'create', ...app.generator.split(' ')])
  else {
    await mkdir(folder)
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  }
  if (consumer) await cp(join(import.meta.dirname, '../consumers', consumer), folder, { recursive: true })
  await writeDocumentFiles(document, sections, folder, (code, path) => {
    const changed = change ? change(code, path) : code
    return changed?.replace(/\b(?:3000|4000|4010|5173)\b/g, (defaultPort) =>
      String(ports[defaultPort as keyof Ports]),
    )
  })
  // Without a build, Node runs the file, and its name cannot end in .ts.
  if (document === GUIDE && !app.build)
    await rename(join(folder, 'leyden.server.ts'), join(folder, 'leyden.server.mjs'))
  const packageTarballs = Object.entries(packed.tarballs).filter(([tarball]) => tarball !== 'create-leyden')
  await command(folder, 'npm', [
    'install',
    ...INSTALL_OPTIONS,
    ...app.install,
    'libsql@0.5.29',
    ...packageTarballs.map(([, file]) => file),
  ])
  return folder
}

type Ports = Record<'3000' | '4000' | '4010' | '5173', number>

it.each(apps.map((app) => [app.name, app] as const))(
  'an app with the code of our document takes a payment in production: %s',
  async (_name, app) => {
    const port = await freePort()
    const bffPort = app.additionalServer ? await freePort() : port
    const sandboxPort = await freePort()
    const folder = await makeFolder(app, { '3000': port, '4000': bffPort, '4010': sandboxPort, '5173': port })
    if (app.build) await command(folder, process.execPath, app.build, await buildEnv(folder))

    const url = `http://localhost:${port}`
    const serve = async (args: string[], waitForUrl: string, env: Record<string, string> = {}) => {
      const program = await start(folder, ['--env-file=.env', ...args], waitForUrl, env)
      runningServers.push(program)
      return program
    }
    const wallet = `http://127.0.0.1:${sandboxPort}/sandbox/wallet`
    const cli = ['node_modules/@leyden/sandbox/dist/node/cli.js']
    await serve(cli, wallet, { PORT: String(sandboxPort), RAMP_PORT: '0' })
    if (app.additionalServer) await serve(app.additionalServer, `http://localhost:${bffPort}`)
    const env = { PORT: String(port), HOST: 'localhost', NODE_ENV: 'production' }
    const program = await serve(app.start(port), url, env)

    await runJourney(browser, app.name, async (page) => {
      await page.goto(url + app.page)
      await app.open?.(page)
      await walletJourney(page, async () => {
        const tab = await page.context().newPage()
        await tab.goto(wallet)
        return tab
      })
    })
    expect(program.output()).not.toContain('sandbox-key')
  },
)

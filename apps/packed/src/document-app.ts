import { cp, mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { expect } from 'vitest'
import { freePorts } from '../../../config/tests/free-ports.js'
import { buildEnv, command, INSTALL_OPTIONS, type RunningServer, start } from './consumer.js'
import { writeDocumentFiles } from './document-files.js'
import { runJourney, walletJourney } from './journeys.js'

/** An app with the code of documents, at pinned versions. */
export interface App {
  name: string
  /** The sections with its code, by document. A file of a later document replaces that of an earlier one. */
  code: Readonly<Record<string, string[]>>
  /**
   * The framework's own generator, which makes a folder `app`. @default none: `consumer` has the files
   */
  generator?: string
  consumer?: string
  install: string[]
  installOptions?: readonly string[]
  /** The commands that build the app, as a reader types them. @default none */
  build?: string[]
  /** The command that starts the app's server. */
  start: string
  /** The variables that name the port, for a server whose command and files do not. */
  portVariable?: string
  page: string
  /** The command of a server besides the app's own. */
  additionalServer?: string
  open?: (page: Page) => Promise<void>
  /** What the page shows after the payment. */
  thanks?: string
  /** Changes a file of a document, or returns undefined to leave it out. */
  change?: (code: string, path: string, document: string) => string | undefined
  /** Renames files, once all are written. */
  rename?: Readonly<Record<string, string>>
}

/** The ports in the code of the documents. */
type Ports = Record<'3000' | '4000' | '4010' | '5173', number>

/** Where an app gets its packages from: our tarballs and the registry, or an app that has installed all of them. */
type PackageSource = { tarballs: Readonly<Record<string, string>> } | { installedIn: string }

const withPorts = (text: string, ports: Ports) =>
  text.replace(/\b(?:3000|4000|4010|5173)\b/g, (port) => String(ports[port as keyof Ports]))

/** The command of both documents. */
const SANDBOX = 'node --env-file=.env node_modules/@leyden/sandbox/dist/node/cli.js'

/** The server of the quick start, with its settings and pages. */
export const QUICK_START = { 'docs/quick-start.md': ['Install and run'] }

/** Vite serves the built page, and forwards requests to the BFF of the quick start. */
export const BEHIND_VITE = {
  build: ['npx vite build'],
  start: 'npx vite preview --port 5173 --strictPort',
  additionalServer: 'node --env-file=.env server.mjs',
  page: '/',
}
/** The settings for that, as the comment in them says. */
export const behindVite = (code: string) =>
  code.replace('LEYDEN_PUBLIC_URL=http://localhost:4000', 'LEYDEN_PUBLIC_URL=http://localhost:5173')

/** The arguments with which Node runs a command of a document. */
async function argumentsOf(folder: string, command: string): Promise<string[]> {
  const [program, name = '', ...rest] = command.split(' ')
  if (program === 'node') return [name, ...rest]
  if (program !== 'npx') throw new Error(`The tests cannot run: ${command}`)
  return [await realpath(join(folder, 'node_modules/.bin', name)), ...rest]
}

async function makeFolder(parent: string, app: App, ports: Ports, source: PackageSource): Promise<string> {
  const { code: documents, consumer, change } = app
  const folder = join(parent, 'app')
  if (app.generator) await command(parent, 'npm', ['--yes', 'create', ...app.generator.split(' ')])
  else {
    await mkdir(folder)
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  }
  if (consumer) await cp(join(import.meta.dirname, '../consumers', consumer), folder, { recursive: true })
  for (const [document, sections] of Object.entries(documents))
    await writeDocumentFiles(document, sections, folder, (code, path) => {
      // The documented command of the sandbox reads these settings too, and would take the port of the app.
      if (path === '.env') expect(code).not.toMatch(/^PORT=/m)
      const changed = change ? change(code, path, document) : code
      return changed === undefined ? undefined : withPorts(changed, ports)
    })
  for (const [from, to] of Object.entries(app.rename ?? {}))
    await rename(join(folder, from), join(folder, to))
  if ('installedIn' in source) {
    await symlink(join(source.installedIn, 'node_modules'), join(folder, 'node_modules'), 'junction')
    return folder
  }
  const packageTarballs = Object.entries(source.tarballs).filter(([name]) => name !== 'create-leyden')
  await command(folder, 'npm', [
    'install',
    ...(app.installOptions ?? INSTALL_OPTIONS),
    ...app.install,
    'libsql@0.5.29',
    ...packageTarballs.map(([, file]) => file),
  ])
  return folder
}

/** Installs and builds the app, starts its servers, and makes a payment. */
export async function takePayment(app: App, source: PackageSource, browser: Browser): Promise<void> {
  const runningServers: RunningServer[] = []
  const parent = await mkdtemp(join(tmpdir(), 'leyden-framework-'))
  try {
    const [port = 0, sandboxPort = 0, serverPort = 0] = await freePorts(3)
    const bffPort = app.additionalServer ? serverPort : port
    const ports = { '3000': port, '4000': bffPort, '4010': sandboxPort, '5173': port }
    const folder = await makeFolder(parent, app, ports, source)
    for (const line of app.build ?? [])
      await command(folder, process.execPath, await argumentsOf(folder, line), await buildEnv(folder))

    const url = `http://localhost:${port}`
    const serve = async (line: string, waitForUrl: string, env: Record<string, string> = {}) => {
      const args = await argumentsOf(folder, withPorts(line, ports))
      const program = await start(folder, args, waitForUrl, env)
      runningServers.push(program)
      return program
    }
    const wallet = `http://127.0.0.1:${sandboxPort}/sandbox/wallet`
    await serve(SANDBOX, wallet, { PORT: String(sandboxPort), RAMP_PORT: '0' })
    if (app.additionalServer) await serve(app.additionalServer, `http://localhost:${bffPort}`)
    const portVariable = app.portVariable ? { [app.portVariable]: String(port) } : {}
    const program = await serve(app.start, url, portVariable)

    let loadedAt = 0
    await runJourney(browser, app.name, async (page) => {
      await page.goto(url + app.page)
      loadedAt = performance.now()
      await app.open?.(page)
      await walletJourney(page, async () => {
        const tab = await page.context().newPage()
        await tab.goto(wallet)
        return tab
      })
      if (app.thanks) await page.getByText(app.thanks).waitFor()
    })
    console.info(
      `${app.name}: paid ${((performance.now() - loadedAt) / 1000).toFixed(1)} s after the page was loaded`,
    )
    expect(program.output()).not.toContain('sandbox-key')
    // A complete recipe has nothing to warn of.
    expect(program.output()).not.toMatch(/\bwarn|passes no client address/i)
  } catch (cause) {
    const outputs = runningServers.map((server) => server.output()).join('\n')
    throw new Error(`${app.name} failed. Its servers printed:\n${outputs}\n${String(cause)}`, { cause })
  } finally {
    await Promise.all(runningServers.map((server) => server.stop()))
    await rm(parent, { recursive: true, force: true, maxRetries: 5 })
  }
}

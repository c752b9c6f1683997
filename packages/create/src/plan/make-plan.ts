import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import type { App } from '../create/detect-app.js'
import { WITNESS_COMMENT, WITNESSES, type Witness } from '../create/witness.js'
import { addLines, missingIgnores } from '../edit/lines.js'
import { editPackageJson, type ManifestAdditions, readManifest } from '../edit/package-json.js'
import { addPlugin, BY_HAND, configuredPort } from '../edit/vite-config.js'
import { filesIn } from '../files-in.js'
import type { Tarball } from '../tarballs.js'
import type { Plan } from './plan.js'

const TEMPLATES = fileURLToPath(new URL('../../templates', import.meta.url))
const TARBALLS = 'leyden/packages'
const CONFIGS = ['ts', 'mts', 'js', 'mjs', 'cjs'].map((extension) => `vite.config.${extension}`)

/**
 * Computes what an app lacks. It only adds to existing files, so that a second run changes nothing.
 *
 * @param witness who sees payments; undefined if the settings of the app say so already
 */
export function makePlan(app: App, tarballs: readonly Tarball[], witness?: Witness): Plan {
  const { root, framework, manager, typescript } = app
  const plan: Plan = { changes: [], byHand: [] }

  function propose(path: string, makeAfter: (before: Buffer | null) => Buffer | null): void {
    const file = join(root, path)
    const before = existsSync(file) ? readFileSync(file) : null
    const after = makeAfter(before)
    if (after === null || !before?.equals(after)) plan.changes.push({ path, before, after })
  }
  const edit = (path: string, change: (text: string) => string) =>
    propose(path, (before) => Buffer.from(change(before?.toString() ?? '')))

  for (const { file, content } of tarballs) propose(`${TARBALLS}/${file}`, () => content)
  for (const path of outdatedTarballs(root, tarballs)) propose(path, () => null)
  for (const { path, content } of templateFiles(app))
    if (!existsSync(join(root, path))) propose(path, () => content)

  const config =
    CONFIGS.find((name) => existsSync(join(root, name))) ?? (typescript ? 'vite.config.ts' : 'vite.config.js')
  const port = devPort(app, config)
  const files = ourFiles(tarballs)
  edit('package.json', (text) => editPackageJson(text, additionsFor(app, files)))
  if (framework === 'vite')
    edit(config, (text) => {
      const edited = addPlugin(text || 'export default {\n  plugins: [],\n}\n')
      if (edited === null) plan.byHand.push({ path: config, line: BY_HAND })
      return edited ?? text
    })
  if (manager === 'pnpm') edit('pnpm-workspace.yaml', (text) => addOverrides(text, files))
  const envFile = isTracked(root, '.env') ? '.env.local' : '.env'
  edit(envFile, (text) => addLines(text, missingSettings(app, text, port, witness)))
  edit('.gitignore', (text) => addLines(text, missingIgnores(text, [envFile, 'leyden.db*'])))
  return plan
}

/** The files of packages that an earlier run has added. */
function outdatedTarballs(root: string, tarballs: readonly Tarball[]): string[] {
  const folder = join(root, TARBALLS)
  const files = existsSync(folder) ? readdirSync(folder) : []
  const current = new Set(tarballs.map(({ file }) => file))
  return files
    .filter((file) => file.endsWith('.tgz') && !current.has(file))
    .map((file) => `${TARBALLS}/${file}`)
}

/** The files of the templates, in the folders and the language of the app. */
function templateFiles(app: App): { path: string; content: Buffer }[] {
  return templatesOf(app).flatMap((folder) =>
    filesIn(folder)
      .filter((path) => path !== 'package.json')
      .map((path) => {
        const content = readFileSync(join(folder, path))
        // The page names its script with the extension of this app.
        const isPage = path === 'tip.html' && !app.typescript
        const text = isPage ? String(content).replace('tip.tsx', 'tip.jsx') : String(content)
        return { path: placeOf(path, app), content: Buffer.from(text) }
      }),
  )
}

function templatesOf({ framework }: App): string[] {
  return ['shared', framework].map((name) => join(TEMPLATES, name))
}

function placeOf(path: string, { framework, routes, pages, typescript }: App): string {
  const named = typescript ? path : path.replace(/\.ts(x?)$/, '.js$1')
  if (framework === 'vite') return named
  if (pages !== undefined && named.startsWith('app/tip/page'))
    return named.replace('app/tip/page', `${pages}/tip`)
  return named.replace(/^app\//, `${routes}/`)
}

function additionsFor(app: App, files: Record<string, string>): ManifestAdditions {
  const manifests = templatesOf(app).map(readManifest)
  const fromFiles = (versions: Record<string, string>) =>
    Object.fromEntries(Object.entries(versions).map(([name, version]) => [name, files[name] ?? version]))
  return {
    resolutions: app.manager === 'yarn' || app.manager === 'bun' ? files : undefined,
    devAppCommand: `${app.manager} run dev:app`,
    dependencies: fromFiles(Object.assign({}, ...manifests.map((each) => each.dependencies))),
    devDependencies: fromFiles(Object.assign({}, ...manifests.map((each) => each.devDependencies))),
    devPrefix: 'node leyden/dev.mjs',
    devCommand: app.framework === 'next' ? 'next dev' : 'vite',
    sandboxCommand: 'node leyden/dev.mjs --built',
    startCommand: app.framework === 'vite' ? 'node leyden/server.mjs' : undefined,
  }
}

/**
 * Versions by name. npm also uses these for the dependencies of our packages; other package managers need an override.
 */
const ourFiles = (tarballs: readonly Tarball[]): Record<string, string> =>
  Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${TARBALLS}/${file}`]))

/** From version 10.5 on, pnpm reads the `overrides` of this file in place of `resolutions`. */
function addOverrides(workspace: string, files: Record<string, string>): string {
  const lines = Object.entries(files).map(([name, file]) => `  '${name}': ${file}`)
  const otherLines = workspace.split('\n').filter((line) => !/^ {2}'@leyden\//u.test(line))
  const at = otherLines.findIndex((line) => /^overrides:\s*$/u.test(line))
  if (at >= 0) return otherLines.toSpliced(at + 1, 0, ...lines).join('\n')
  return addLines(workspace, ['overrides:', ...lines])
}

/** The port of the app's dev server: of its script or config, otherwise the framework's default. */
function devPort({ root, framework }: App, config: string): number {
  const { scripts = {} } = readManifest(root)
  const inScript = /\s(?:-p|--port)[ =](\d+)/.exec(`${scripts['dev:app'] ?? scripts.dev}`)?.[1]
  if (inScript !== undefined) return Number(inScript)
  if (framework === 'next') return 3000
  const file = join(root, config)
  return (existsSync(file) && configuredPort(readFileSync(file, 'utf8'))) || 5173
}

function missingSettings({ root }: App, text: string, port: number, witness: Witness | undefined): string[] {
  const elsewhere = ['.env', '.env.local'].map((name) => join(root, name)).filter((file) => existsSync(file))
  const there = parseEnv([text, ...elsewhere.map((file) => readFileSync(file, 'utf8'))].join('\n'))
  const secret = () => randomBytes(32).toString('base64url')
  const settings = {
    LEYDEN_SECRET: secret(),
    LEYDEN_ADMIN_TOKEN: secret(),
    LEYDEN_PUBLIC_URL: `http://localhost:${port}/api/leyden`,
  }
  const lines = Object.entries(settings)
    .filter(([name]) => there[name] === undefined)
    .map(([name, value]) => `${name}=${value}`)
  const seen = witness === undefined ? [] : [...WITNESS_COMMENT, ...WITNESSES[witness].settings]
  if (lines.length === 0) return seen
  return [
    '# Leyden: signs tokens, opens the admin routes to your own servers, and where browsers reach the BFF.',
    ...lines,
    ...seen,
    ...(there.LEYDEN_BASE_URL !== undefined
      ? []
      : ['# To go live, or to develop without the sandbox:', '# LEYDEN_BASE_URL=', '# LEYDEN_API_KEY=']),
  ]
}

/** Whether git tracks a file, so that a secret in it would be published. */
function isTracked(root: string, path: string): boolean {
  return spawnSync('git', ['ls-files', '--error-unmatch', path], { cwd: root }).status === 0
}

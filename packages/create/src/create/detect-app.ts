import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readManifest } from '../edit/package-json.js'
import { sectionAt } from '../own-files.js'
import { NOT_ON_NPM } from '../tarballs.js'
import { UserError } from '../user-error.js'
import { FRAMEWORKS, foundIn, WITHOUT_REACT } from './other-apps.js'
import { detectPackageManager, type PackageManager, workspaceAround } from './package-manager.js'

/** The framework of an app. */
export type Framework = 'vite' | 'next'

/** An existing app. */
export interface App {
  /** Its folder. */
  root: string
  /** Its framework. */
  framework: Framework
  /** Its package manager. */
  manager: PackageManager
  /** Whether it has a `tsconfig.json`. */
  typescript: boolean
  /** The folder of routes in Next.js: `app` or `src/app`; `src` in Vite. */
  routes: string
  /** The folder of pages of a Next.js app without the App Router. */
  pages?: string | undefined
}

/**
 * Reads what kind of app a folder holds.
 *
 * @param knownManager the package manager of an app that has no lockfile yet
 *
 * @throws UserError for an app that this tool cannot add to, with the reason.
 */
export async function detectApp(root: string, knownManager?: PackageManager): Promise<App> {
  const manifest = readManifest(root)
  const has = (path: string) => existsSync(join(root, path))
  const refuse = (seen: string, section: string): never => {
    throw new UserError(`${root} ${seen}. To add the files yourself: ${sectionAt(section)}`)
  }
  const other = foundIn(manifest, FRAMEWORKS)
  if (other) refuse(`has an app of ${other.name} (${other.packageName} in its package.json)`, other.section)
  const versions = { ...manifest.devDependencies, ...manifest.dependencies }
  const framework = versions.next ? 'next' : versions.vite ? 'vite' : undefined
  if (!framework || !versions.react) {
    const known = foundIn(manifest, WITHOUT_REACT)
    const seen = framework ? 'has an app without React' : 'has neither a Next.js nor a Vite app'
    if (known) return refuse(`${seen}, but one of ${known.name}`, known.section)
    return refuse(framework ? seen : `${seen} (a new one needs an empty folder)`, 'embed.md#start')
  }
  if (framework === 'vite' && !has('index.html'))
    refuse('has Vite and no index.html, so something else makes its pages', 'frameworks.md#other-frameworks')
  if (framework === 'next' && isStaticExport(root))
    refuse("exports its pages (output: 'export'), which have no routes on a server", 'deploy.md')

  const manager = knownManager ?? (await detectPackageManager(root))
  const workspace = manager === 'npm' ? undefined : workspaceAround(root)
  if (workspace !== undefined)
    throw new UserError(
      `This app belongs to the workspace in ${workspace}. ${NOT_ON_NPM} ${manager} installs their files only if the app has its own lockfile.`,
    )

  const major = majorOf(versions[framework])
  if (framework === 'next' && major < 15) throw new UserError('The route needs Next.js 15 or later.')
  if (framework === 'vite' && major < 6) throw new UserError('The proxy and the page need Vite 6 or later.')
  if (majorOf(versions.react) < 18) throw new UserError('The components need React 18.2 or later.')

  const common = { root, framework, typescript: has('tsconfig.json'), manager } as const
  if (framework === 'vite') return { ...common, routes: 'src' }
  const source = has('src/app') || has('src/pages') ? 'src/' : ''
  const hasRoutes = has(`${source}app`)
  if (!hasRoutes && !has(`${source}pages`))
    throw new UserError(`${root} has no folder "app" or "pages" for a page.`)
  return { ...common, routes: `${source}app`, pages: hasRoutes ? undefined : `${source}pages` }
}

/** Whether the config of a Next.js app makes it files without a server, whose build refuses our route. */
function isStaticExport(root: string): boolean {
  const configs = ['ts', 'mjs', 'js'].map((extension) => join(root, `next.config.${extension}`))
  const config = configs.find((file) => existsSync(file))
  return config !== undefined && /^[^/*\n]*\boutput\s*:\s*['"]export['"]/m.test(readFileSync(config, 'utf8'))
}

/** The major version of a range such as `^8.3.4`. A range without a number, such as `latest`, counts as new. */
function majorOf(range = ''): number {
  const digits = /(\d+)/.exec(range)?.[1]
  return digits === undefined ? Number.POSITIVE_INFINITY : Number(digits)
}

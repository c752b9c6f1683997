import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readManifest } from '../edit/package-json.js'
import { NOT_ON_NPM } from '../tarballs.js'
import { UserError } from '../user-error.js'
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
  const versions = { ...manifest.devDependencies, ...manifest.dependencies }
  const framework = versions.next ? 'next' : versions.vite ? 'vite' : undefined
  if (!framework)
    throw new UserError(
      `${root} has neither a Next.js nor a Vite app. Run this in the folder of an app, or in an empty one.`,
    )
  if (!versions.react)
    throw new UserError(
      `${root} has an app without React. Use the script of @leyden/embed in any page: docs/embed.md.`,
    )

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

  const has = (path: string) => existsSync(join(root, path))
  const common = { root, framework, typescript: has('tsconfig.json'), manager } as const
  if (framework === 'vite') return { ...common, routes: 'src' }
  const source = has('src/app') || has('src/pages') ? 'src/' : ''
  const hasRoutes = has(`${source}app`)
  if (!hasRoutes && !has(`${source}pages`))
    throw new UserError(`${root} has no folder "app" or "pages" for a page.`)
  return { ...common, routes: `${source}app`, pages: hasRoutes ? undefined : `${source}pages` }
}

/** The major version of a range such as `^8.3.4`. A range without a number, such as `latest`, counts as new. */
function majorOf(range = ''): number {
  const digits = /(\d+)/.exec(range)?.[1]
  return digits === undefined ? Number.POSITIVE_INFINITY : Number(digits)
}

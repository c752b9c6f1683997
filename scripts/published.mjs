// What is published besides the builds of the packages: the documentation as a site, Storybook, and a tarball of each
// package. Tests read them, so they are built once for each run, before the first test that does.
import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { npmNeedsShell, pnpmArguments } from './pnpm.mjs'
import { root } from './run.mjs'

const run = promisify(execFile)

/** Where each is built for tests. */
export const PUBLISHED = {
  // Always the same folder, so that the next build takes the rendered pages that have not changed from its cache.
  site: join(root, 'apps/docs/.cache/site'),
  storybook: join(root, 'node_modules/.cache/leyden-published/storybook'),
  tarballs: join(root, 'node_modules/.cache/leyden-published/tarballs'),
}

/** The path below which tests serve the site, as a host may do. */
export const SITE_PATH = '/docs/leyden/'

const BUILDS = {
  async site(folder) {
    const inDocs = (...args) => quietly(process.execPath, args, { cwd: join(root, 'apps/docs') })
    await inDocs('api-reference.mjs')
    await inDocs('node_modules/astro/astro.js', 'build', '--base', SITE_PATH, '--outDir', folder)
  },

  async storybook(folder) {
    const storybook = 'node_modules/storybook/dist/bin/dispatcher.js'
    await quietly(process.execPath, [storybook, 'build', '-o', folder, '--quiet', '--disable-telemetry'])
  },

  async tarballs(folder) {
    // Those of an earlier version would be installed, too.
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const pack = ['--recursive', '--filter', './packages/*', 'pack', '--pack-destination', folder]
    await quietly('npm', pnpmArguments(pack), { shell: npmNeedsShell })
  },
}

/** Builds one of them. The packages and the embed have to be built before. */
export const publish = (name) => BUILDS[name](PUBLISHED[name])

/** Runs a program, whose output is of interest only if it fails. */
async function quietly(program, args, options) {
  const { PATH, HOME } = process.env
  // Without the variables of Vitest, which would make a development build.
  const env = { PATH, HOME, CI: 'true', NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' }
  try {
    await run(program, args, { cwd: root, env, maxBuffer: 2 ** 28, ...options })
  } catch (cause) {
    throw new Error(`${cause.message}\n${cause.stdout}`, { cause })
  }
}

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = new URL('../../../..', import.meta.url).pathname.replace(/\/$/, '')
const PACKAGES = ['core', 'lightning', 'bff']
const SCHEMAS = ['sqlite/sqlite-schema.ts', 'postgres/postgres-schema.ts'].map(
  (file) => `packages/bff/src/stores/${file}`,
)

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/**
 * Builds the version of this repository before the newest change of a store's schema, from the history of the clone.
 *
 * @returns its root; undefined if the history does not reach back so far, such as in a shallow clone.
 */
export function buildPreviousVersion(): string | undefined {
  const commit = previousCommit()
  if (commit === undefined) return undefined
  const folder = join(ROOT, 'node_modules/.cache/leyden-previous', commit)
  if (existsSync(join(folder, 'packages/bff/dist/index.js'))) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const paths = [...PACKAGES.map((name) => `packages/${name}`), 'tsconfig.base.json', 'package.json']
  const archive = execFileSync('git', ['archive', commit, ...paths], { cwd: ROOT, maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  // The same dependencies; links between packages are relative, so they lead to the earlier ones.
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const name of PACKAGES) {
    const modules = `packages/${name}/node_modules`
    if (existsSync(join(ROOT, modules)))
      cpSync(join(ROOT, modules), join(folder, modules), { recursive: true, verbatimSymlinks: true })
  }
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-b', 'packages/bff/tsconfig.build.json'], { cwd: folder })
  return folder
}

function previousCommit(): string | undefined {
  try {
    const changed = git('log', '-1', '--format=%H', '--', ...SCHEMAS)
    return git('rev-parse', '--verify', '--quiet', `${changed}^`)
  } catch {
    return undefined
  }
}

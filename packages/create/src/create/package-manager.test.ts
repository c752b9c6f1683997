import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { applyPlan } from '../plan/apply-plan.js'
import { makePlan } from '../plan/make-plan.js'
import { findTarballs } from '../tarballs.js'
import { folderWith } from '../test-support/temporary-folder.js'
import { generatorArgs } from './generate-app.js'
import { detectPackageManager, type PackageManager } from './package-manager.js'

const run = promisify(execFile)

afterEach(() => vi.unstubAllEnvs())

describe('the package manager of an app', () => {
  it.each<[PackageManager, string, Record<string, string | object>]>([
    ['pnpm', 'npm/10.8.2 node/v20.20.2', { 'pnpm-lock.yaml': '' }],
    ['yarn', 'npm/10.8.2 node/v20.20.2', { 'yarn.lock': '' }],
    ['bun', 'npm/10.8.2 node/v20.20.2', { 'bun.lockb': '' }],
    ['npm', 'pnpm/12.21.0 npm/? node/v20.20.2', { 'package-lock.json': '{}' }],
    ['yarn', 'npm/10.8.2 node/v20.20.2', { 'package.json': { packageManager: 'yarn@4.9.1' } }],
    ['pnpm', 'pnpm/12.21.0 npm/? node/v20.20.2 linux x64', {}],
    ['yarn', 'yarn/1.22.22 npm/? node/v20.20.2 linux x64', {}],
    ['bun', 'bun/1.3.1 npm/? node/v24.3.0 linux x64', {}],
    ['npm', 'npm/10.8.2 node/v20.20.2 linux x64', {}],
    ['npm', '', {}],
  ])('is %s for the user agent %j and the files %j', async (manager, userAgent, files) => {
    vi.stubEnv('npm_config_user_agent', userAgent)
    expect(await detectPackageManager(folderWith({ '.git/HEAD': '', ...files }))).toBe(manager)
  })

  it('is that of the lockfile of the repository around it', async () => {
    const root = folderWith({ '.git/HEAD': '', 'yarn.lock': '', 'apps/shop/package.json': {} })
    expect(await detectPackageManager(join(root, 'apps/shop'))).toBe('yarn')
  })

  it('is passed to the framework’s generator', () => {
    const command = generatorArgs('next', 'shop', 'pnpm').join(' ')
    expect(command).toMatch(/^create next-app@\S+ shop -- .* --use-pnpm$/)
  })
})

const MANAGERS = [
  ['pnpm', 'pnpm@12.21.0'],
  ['yarn', 'yarn@1.22.22'],
  ['bun', 'bun@1.3.1'],
] as const

/** `npm run soak` tests all of them. */
const testedManagers = process.env.LEYDEN_SOAK === '1' ? MANAGERS : MANAGERS.slice(0, 1)

describe.each(testedManagers)('%s', (manager, spec) => {
  it('installs our packages from their files, without a request to a registry', async () => {
    const packages = folderWith({})
    for (const name of ['core', 'lightning', 'react', 'bff', 'lnurl', 'sandbox']) {
      const dependencies = name === 'core' ? {} : { '@leyden/core': '0.1.0' }
      const folder = folderWith({
        'package/package.json': { name: `@leyden/${name}`, version: '0.1.0', dependencies },
      })
      await run('tar', ['czf', join(packages, `leyden-${name}-0.1.0.tgz`), '-C', folder, 'package'])
    }
    const root = folderWith({
      'package.json': { name: 'shop', private: true },
      // No server listens at this port.
      '.npmrc': '@leyden:registry=http://127.0.0.1:9/\nfetch-retries=0\n',
    })
    const app = { root, framework: 'next', manager, typescript: true, routes: 'app' } as const
    const { changes } = makePlan(app, await findTarballs(packages))
    applyPlan(root, changes)
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const ours = Object.entries(manifest.dependencies).filter(([name]) => name.startsWith('@leyden/'))
    writeFileSync(
      join(root, 'package.json'),
      JSON.stringify({ ...manifest, dependencies: Object.fromEntries(ours) }),
    )

    await run('npm', ['exec', '--yes', `--package=${spec}`, '--', manager, 'install'], {
      cwd: root,
    })
    for (const name of ['react', 'bff', 'sandbox'])
      expect(existsSync(join(root, 'node_modules/@leyden', name, 'package.json'))).toBe(true)
  })
})

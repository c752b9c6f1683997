import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './pack.js'

/** The packages that each package may import, and additional ones in its tests. Nothing imports apps. */
const MAY_IMPORT: Record<string, { source: string[]; tests?: string[] }> = {
  '@leyden/core': { source: [] },
  '@leyden/lightning': { source: ['@leyden/core'] },
  // The sandbox in the page is published as a bundle, so the BFF and the sandbox are not installed with React's package.
  '@leyden/react': {
    source: ['@leyden/core', '@leyden/lightning'],
    tests: ['@leyden/bff', '@leyden/sandbox'],
  },
  // The embed is published as a bundle, so these packages are not installed with it.
  '@leyden/embed': {
    source: [],
    tests: ['@leyden/core', '@leyden/lightning', '@leyden/react', '@leyden/sandbox'],
  },
  '@leyden/lnurl': { source: ['@leyden/core', '@leyden/lightning'], tests: ['@leyden/sandbox'] },
  // Apps pass `lnurlProvider()` and the files of the embed to the BFF as values.
  '@leyden/bff': {
    source: ['@leyden/core', '@leyden/lightning'],
    tests: ['@leyden/lnurl', '@leyden/sandbox'],
  },
  '@leyden/operators-page': { source: ['@leyden/core', '@leyden/lightning', '@leyden/bff'] },
  '@leyden/sandbox': { source: ['@leyden/core', '@leyden/lightning'] },
  'create-leyden': { source: ['@leyden/core', '@leyden/lnurl', '@leyden/bff'], tests: ['@leyden/sandbox'] },
}

interface Manifest {
  name: string
  exports: Record<string, string | Record<string, string>>
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const folders = ['packages', 'apps'].flatMap((group) =>
  readdirSync(join(root, group))
    .map((name) => join(root, group, name))
    .filter((folder) => existsSync(join(folder, 'package.json'))),
)
const manifests = folders.map((folder) => ({
  folder,
  ...(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest),
}))
const packages = manifests.filter(({ folder }) => folder.startsWith(join(root, 'packages/')))
const leydenPackages = (dependencies: Record<string, string> = {}) =>
  Object.keys(dependencies).filter((name) => name.startsWith('@leyden/'))

// A rule of Biome, noUndeclaredDependencies, checks that source imports only its dependencies.
describe.each(packages)('the manifest of $name', ({ name, folder, ...manifest }) => {
  it('depends only on packages of lower layers', () => {
    const { source = [], tests = [] } = MAY_IMPORT[name] ?? {}
    const used = leydenPackages({ ...manifest.dependencies, ...manifest.peerDependencies })
    expect(used.filter((dependency) => !source.includes(dependency))).toEqual([])
    const inTests = leydenPackages(manifest.devDependencies)
    expect(inTests.filter((dependency) => ![...source, ...tests].includes(dependency))).toEqual([])
  })

  it('depends on exactly its own version of our packages, because they use what is no API of each other', () => {
    const { dependencies = {}, peerDependencies = {} } = manifest
    const ranges = Object.entries({ ...dependencies, ...peerDependencies })
      .filter(([dependency]) => dependency.startsWith('@leyden/'))
      .map(([, range]) => range)
    expect(new Set(ranges)).toEqual(new Set(ranges.length > 0 ? ['workspace:*'] : []))
  })

  it('names the source of each entry, for development', () => {
    for (const [entry, target] of Object.entries(manifest.exports)) {
      if (typeof target === 'string' || !target.default?.endsWith('.js')) continue
      // SQLite's worker is a separate file, which has to be built.
      if (name === '@leyden/bff' && entry === './sqlite') continue
      // Of a pattern, this checks only the folder. The package's own tests import the files.
      const [source = 'missing'] = target['@leyden/source']?.split('*') ?? []
      expect(existsSync(join(folder, source)), entry).toBe(true)
    }
  })
})

it('no package imports an app, and no app imports another one', () => {
  // End-to-end tests and measurements start the other apps.
  const mayStartApps = ['@leyden/app-e2e', '@leyden/app-bench']
  for (const { name, dependencies, devDependencies } of manifests)
    if (!mayStartApps.includes(name))
      expect(
        Object.keys({ ...dependencies, ...devDependencies }).filter((dependency) =>
          /\/app-/.test(dependency),
        ),
      ).toEqual([])
})

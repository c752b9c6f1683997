// The imports of a wing, which is a folder of a package's source, go one way. Rules of Biome enforce it; this plants an
// import of each kind, and expects these rules to report exactly the forbidden ones.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** The wings of each package, and the other wings that each may import. */
const WINGS = {
  core: {
    foundation: [],
    client: ['foundation'],
    events: ['foundation', 'client'],
    server: ['foundation', 'client'],
  },
  react: {
    foundation: [],
    address: ['foundation'],
    pay: ['foundation', 'address'],
    ramp: ['foundation'],
  },
  embed: {
    guard: [],
    widget: [],
    elements: ['guard', 'widget'],
    overlay: ['guard', 'widget'],
    script: ['guard', 'widget', 'elements', 'overlay'],
  },
  bff: {
    kernel: [],
    stores: ['kernel'],
    providers: ['kernel'],
    settlement: ['kernel'],
    operations: ['kernel'],
    'exchange-rates': ['kernel'],
    openapi: ['kernel'],
    hosts: ['kernel'],
  },
}

/**
 * Folders of a wing that have a rule of their own, and how the paths begin that they may import. A folder without one
 * follows its wing.
 */
const FOLDER_RULES = {
  'foundation/page': [],
  'foundation/flow': ['../page/'],
  'foundation/later': ['../page/'],
  'foundation/reports': ['../flow/'],
  'foundation/options': ['../page/', '../later/'],
  'pay/flow': ['../../foundation/', '../../address/'],
  'pay/ledger': [
    '../flow/',
    '../stored-charges.js',
    '../pay-options.js',
    '../../foundation/',
    '../../address/',
  ],
  'pay/engine': [
    '../flow/',
    '../ledger/',
    '../fields/',
    '../wallets/',
    '../planted.js',
    '../stored-charges.js',
    '../pay-options.js',
    '../../foundation/',
    '../../address/',
  ],
  'ramp/flow': ['../../foundation/'],
  'ramp/engine': [
    '../flow/',
    '../planted.js',
    '../stored-charges.js',
    '../pay-options.js',
    '../../foundation/',
  ],
}

/** Every way to import a module. */
const KINDS = [
  (path) => `import { a } from '${path}'`,
  (path) => `import type { A } from '${path}'`,
  (path) => `import '${path}'`,
  (path) => `export { a } from '${path}'`,
  (path) => `export type { A } from '${path}'`,
  (path) => `export * from '${path}'`,
  (path) => `export const load = () => import('${path}')`,
  // These are forbidden everywhere, because the rule for wings does not see them.
  (path) => `export type A = import('${path}').A`,
  (path) => `export type A = typeof import('${path}')`,
  (path) => `export const load = () => import(\`${path}\`)`,
]
const isUnseen = (text) => /^export type A = |`/.test(text)
/** A file may be in a wing itself, or in a folder of it. */
const FOLDERS = ['', 'deeper/']

/** Folders without a rule: of tests and stories, and of what is loaded on demand, the messages and the sandbox. */
const NO_WINGS = ['__snapshots__', 'test-support', 'testing', 'guides', 'stories', 'languages', 'sandbox']

const sourceOf = (name) => join(root, 'packages', name, 'src')
/** The entries of a package. Lists of parts stand beside them, and the widget itself imports its own. */
const entriesOf = (name) => readdirSync(sourceOf(name)).filter((file) => /^[\w-]+(?<!-parts)\.ts$/.test(file))
const wings = Object.entries(WINGS).flatMap(([name, table]) =>
  Object.entries(table).flatMap(([wing, allowed]) =>
    FOLDERS.map((folder) => ({ name, wing, allowed, table, folder })),
  ),
)

/** The imports of all wings and of the entries, from a file of a wing. */
function importsOf({ name, wing, allowed, table, folder }) {
  const home = folder === '' ? '.' : '..'
  const source = folder === '' ? '..' : '../..'
  const paths = [
    ...Object.keys(table).flatMap((other) =>
      ['planted.js', 'deeper/planted.js', 'planted.css?inline'].map((file) =>
        other === wing
          ? { path: `${home}/${file}`, isForbidden: false }
          : { path: `${source}/${other}/${file}`, isForbidden: !allowed.includes(other) },
      ),
    ),
    ...entriesOf(name).map((file) => ({ path: `${source}/${file.replace(/ts$/, 'js')}`, isForbidden: true })),
    // A package may import itself by its name, which leads to an entry too.
    ...[`@leyden/${name}`, `@leyden/${name}/entry`].map((path) => ({ path, isForbidden: true })),
  ]
  return paths.flatMap(({ path, isForbidden }) =>
    KINDS.map((kind) => kind(path)).map((text) => ({
      text,
      isForbidden: isForbidden || isUnseen(text),
    })),
  )
}

/** The imports of all folders beside one, of its wing's files, of the wings and of React. */
function importsOfFolder(folder) {
  const [wing] = folder.split('/')
  const beside = readdirSync(join(sourceOf('react'), wing), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  const paths = [
    './planted.js',
    ...beside.map(({ name }) => `../${name}/planted.js`),
    ...['planted.js', 'stored-charges.js', 'pay-options.js'].map((file) => `../${file}`),
    ...Object.keys(WINGS.react).map((name) => `../../${name}/planted.js`),
    '../../pay.js',
    '@leyden/react',
  ]
  const isAllowed = (path) => ['./', ...FOLDER_RULES[folder]].some((start) => path.startsWith(start))
  return paths.map((path) => ({ text: KINDS[0](path), isForbidden: !isAllowed(path) }))
}

// The files are planted in a folder with the same settings of Biome, because other checks read the repository.
const planted = realpathSync(mkdtempSync(join(tmpdir(), 'leyden-wings-')))
const pathOf = ({ name, wing, folder }) => join(planted, 'packages', name, 'src', wing, folder, 'planted.ts')
afterAll(() => rmSync(planted, { recursive: true }))
cpSync(join(root, 'biome.json'), join(planted, 'biome.json'))
cpSync(join(root, 'config'), join(planted, 'config'), { recursive: true })
const pathIn = (folder) => join(planted, 'packages/react/src', folder, 'planted.ts')
function plant(file, imports) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, imports.map(({ text }) => text).join('\n'))
}
for (const wing of wings) plant(pathOf(wing), importsOf(wing))
for (const folder of Object.keys(FOLDER_RULES)) plant(pathIn(folder), importsOfFolder(folder))

/** The path and line of each report of a rule for imports. */
const reports = new Set(
  Array.from(
    lint().matchAll(/^::error title=(?:lint\/style\/noRestrictedImports|plugin),file=([^,]+),line=(\d+)/gm),
    ([, path, line]) => `${path}:${line}`,
  ),
)

function lint() {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const options = ['lint', 'packages', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=github']
  try {
    return execFileSync(process.execPath, [biome, ...options], {
      cwd: planted,
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: 2 ** 26,
    })
  } catch ({ stdout }) {
    return stdout
  }
}

it.each(Object.entries(WINGS))(
  'the folders of %s are wings, except those of tests, stories and what is loaded on demand',
  (name, table) => {
    const folders = readdirSync(sourceOf(name), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !NO_WINGS.includes(entry.name))
      .map((entry) => entry.name)
    expect(folders.sort()).toEqual(Object.keys(table).sort())
  },
)

describe('an import is reported if the wing may not import it', () => {
  it.each(wings)('$name/src/$wing/$folder, which may import $allowed', (wing) => {
    expectReported(pathOf(wing), importsOf(wing))
  })

  it.each(Object.keys(FOLDER_RULES))('react/src/%s', (folder) => {
    expectReported(pathIn(folder), importsOfFolder(folder))
  })
})

function expectReported(file, imports) {
  const reported = imports.filter((_, index) => reports.has(`${file}:${index + 1}`))
  expect(reported).toEqual(imports.filter(({ isForbidden }) => isForbidden))
}

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
  embed: {
    guard: [],
    widget: [],
    elements: ['guard', 'widget'],
    overlay: ['guard', 'widget'],
    script: ['guard', 'widget', 'elements', 'overlay'],
  },
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
]
const isTypeInPlace = (text) => /^export type A = /.test(text)

const sourceOf = (name) => join(root, 'packages', name, 'src')
const entriesOf = (name) => readdirSync(sourceOf(name)).filter((file) => file.endsWith('.ts'))
const wings = Object.entries(WINGS).flatMap(([name, table]) =>
  Object.entries(table).map(([wing, allowed]) => ({ name, wing, allowed, table })),
)

/** The imports of the other wings and of the entries, from a file in a folder of a wing. */
function importsOf({ name, wing, allowed, table }) {
  const paths = [
    ...Object.keys(table).flatMap((other) =>
      ['planted.js', 'deeper/planted.js', 'planted.css?inline'].map((file) => ({
        path: `../../${other}/${file}`,
        isForbidden: other !== wing && !allowed.includes(other),
      })),
    ),
    ...entriesOf(name).map((file) => ({ path: `../../${file.replace(/ts$/, 'js')}`, isForbidden: true })),
  ]
  return paths.flatMap(({ path, isForbidden }) =>
    KINDS.map((kind) => kind(path)).map((text) => ({
      text,
      isForbidden: isForbidden || isTypeInPlace(text),
    })),
  )
}

// The files are planted in a folder with the same settings of Biome, because other checks read the repository.
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'leyden-wings-')))
const pathOf = ({ name, wing }) => join(folder, 'packages', name, 'src', wing, 'deeper/planted.ts')
afterAll(() => rmSync(folder, { recursive: true }))
cpSync(join(root, 'biome.json'), join(folder, 'biome.json'))
cpSync(join(root, 'config'), join(folder, 'config'), { recursive: true })
for (const wing of wings) {
  const file = pathOf(wing)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    importsOf(wing)
      .map(({ text }) => text)
      .join('\n'),
  )
}

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
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: 2 ** 26,
    })
  } catch ({ stdout }) {
    return stdout
  }
}

it.each(Object.entries(WINGS))(
  'the folders of %s are wings, except those of tests and stories',
  (name, table) => {
    const folders = readdirSync(sourceOf(name), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(test-support|stories)$/.test(entry.name))
      .map((entry) => entry.name)
    expect(folders.sort()).toEqual(Object.keys(table).sort())
  },
)

describe('an import is reported if the wing may not import it', () => {
  it.each(wings)('$wing of $name, which may import $allowed', (wing) => {
    const imports = importsOf(wing)
    const reported = imports.filter((_, index) => reports.has(`${pathOf(wing)}:${index + 1}`))
    expect(reported).toEqual(imports.filter(({ isForbidden }) => isForbidden))
  })
})

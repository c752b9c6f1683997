// Holds the arrows between packages: core ← lightning ← react ← embed, lightning ← bff,
// lightning ← sandbox; create-leyden stands alone; and nothing else. What may import lightning may import core.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, extname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './child.mjs'

/** What each package may import of the others. Tests and stories may use the sandbox besides. */
const ARROWS = {
  '@leyden/core': [],
  '@leyden/lightning': ['@leyden/core'],
  '@leyden/react': ['@leyden/core', '@leyden/lightning'],
  '@leyden/embed': ['@leyden/core', '@leyden/lightning', '@leyden/react'],
  '@leyden/bff': ['@leyden/core', '@leyden/lightning'],
  '@leyden/sandbox': ['@leyden/core', '@leyden/lightning'],
  'create-leyden': [],
}
const TEST_ONLY = ['@leyden/sandbox']

/** Shipped with everything bundled in: nothing of theirs is installed beside them. */
const BUNDLED = ['@leyden/embed']

/** Apps whose purpose is to start the other apps. */
const MAY_START_APPS = ['@leyden/app-e2e', '@leyden/app-bench']

const SOURCE = new Set(['.ts', '.tsx', '.mts', '.js', '.jsx', '.mjs'])
const SKIPPED = new Set(['node_modules', 'dist', 'storybook-static', 'coverage', 'vectors'])
const TEST_FILE = /\.(test|test-d|stories)\.[a-z]+$|(^|\/)(test|test-support)\/|\.config\.[a-z]+$/
const IMPORT = /(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()\s*(['"])([@\w.#~/][^'"\n()]*)\1/g

/** Reads every source file under `folder` and returns `{ files, problems }`, a sentence for each bad import. */
export function checkWorkspace(folder) {
  const members = ['packages', 'apps'].flatMap((group) => readMembers(join(folder, group), group))
  const rootManifest = readManifest(folder)
  const problems = members.flatMap((member) => checkManifest(member))
  let files = 0
  for (const member of members) {
    for (const path of sourceFiles(member.folder)) {
      files += 1
      const shown = relative(folder, path).split(sep).join('/')
      const isTest = isOfTests(member, relative(member.folder, path).split(sep).join('/'))
      for (const specifier of importsOf(readFileSync(path, 'utf8'))) {
        const problem = judge(specifier, { path, member, isTest, rootManifest })
        if (problem) problems.push(`${shown}: ${problem}`)
      }
    }
  }
  return { files, problems }
}

/** Whether a file is for ourselves: nothing of a package is shipped but `src`, and no test in it. */
function isOfTests({ group }, path) {
  return TEST_FILE.test(path) || (group === 'packages' && !path.startsWith('src/'))
}

/** Every module a source text names, comments on lines of their own left out. */
export function importsOf(text) {
  const code = text.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...code.matchAll(IMPORT)].map((match) => match[2])
}

function judge(specifier, { path, member, isTest, rootManifest }) {
  if (specifier.startsWith('.')) {
    const target = resolve(dirname(path), specifier)
    return target === member.folder || target.startsWith(member.folder + sep)
      ? undefined
      : `imports ${specifier}, which is outside of its package; import the package by its name`
  }
  // A path of a site, in the text of a page that a test serves.
  if (specifier.startsWith('/')) return undefined
  const name = packageOf(specifier)
  if (name.startsWith('node:') || builtinModules.includes(name) || name.startsWith('virtual:'))
    return undefined
  if (name === member.name) return undefined
  if (/^@leyden\/[^/]+\/(src|dist)(\/|$)/.test(specifier))
    return `imports ${specifier}; only public entries may be imported`
  if (name.startsWith('@leyden/') && !mayImport(member, name, isTest)) {
    return `imports ${name}, against the arrows (${member.name} may import ${allowed(member, isTest)})`
  }
  return isDeclared(member, name, isTest, rootManifest)
    ? undefined
    : `imports ${name}, which its package.json does not ${isTest ? 'name' : 'have under dependencies or peerDependencies'}`
}

function mayImport(member, name, isTest) {
  if (name.startsWith('@leyden/app-')) return MAY_START_APPS.includes(member.name)
  if (member.group === 'apps') return true
  return (ARROWS[member.name] ?? []).includes(name) || (isTest && TEST_ONLY.includes(name))
}

function allowed(member, isTest) {
  const names = [...(ARROWS[member.name] ?? []), ...(isTest ? TEST_ONLY : [])]
  return names.length > 0 ? names.join(', ') : 'no other package of this workspace'
}

function isDeclared({ name: owner, manifest, group }, name, isTest, rootManifest) {
  const ofUse = { ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies }
  // An app is not installed by anybody: a bundler or a test driver is its only user.
  const all =
    isTest || group === 'apps' || BUNDLED.includes(owner)
      ? { ...ofUse, ...manifest.devDependencies, ...(isTest ? rootManifest.devDependencies : {}) }
      : ofUse
  return name in all || `@types/${name}` in all
}

function checkManifest(member) {
  const { dependencies, peerDependencies, devDependencies } = member.manifest
  const names = (part) => Object.keys(part ?? {}).filter((name) => name.startsWith('@leyden/'))
  const wrong = [
    ...names({ ...dependencies, ...peerDependencies }).filter((name) => !mayImport(member, name, false)),
    ...names(devDependencies).filter((name) => !mayImport(member, name, true)),
  ]
  return wrong.map(
    (name) => `${member.group}/${member.manifestFolder}/package.json: depends on ${name}, against the arrows`,
  )
}

function readMembers(folder, group) {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'package.json')))
    .map((name) => {
      const manifest = readManifest(join(folder, name))
      return { name: manifest.name, group, manifest, manifestFolder: name, folder: join(folder, name) }
    })
}

function readManifest(folder) {
  const path = join(folder, 'package.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return isElsewhere(entry.name, path) ? [] : sourceFiles(path)
    return SOURCE.has(extname(entry.name)) ? [path] : []
  })
}

/** Built, installed or hidden, or a package of its own that is no member of this workspace. */
function isElsewhere(name, path) {
  return SKIPPED.has(name) || name.startsWith('.') || existsSync(join(path, 'package.json'))
}

function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, problems } = checkWorkspace(root)
  for (const problem of problems) console.error(problem)
  if (files === 0) console.error('No source file was found: this check looked in the wrong place.')
  process.exitCode = problems.length > 0 || files === 0 ? 1 : 0
  if (process.exitCode === 0) console.log(`${files} files, each import along the arrows`)
}

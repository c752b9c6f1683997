// Tests that the code in the documentation can be parsed, and type-checks it like the app of a reader who copies it.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parse } from '@babel/parser'
import { afterAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const listing = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.md', '*.mdx'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
const documents = listing.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))

/** A block of code; those of a list are indented. */
const BLOCK = /^( *)```(tsx?|jsx?|json|sh|html)\b.*\n([\s\S]*?)^ *```/gmu
/** A first line with the name of the file. */
const FILE_NAME = /^\/\/ (\S+\.(?:[cm]?[jt]sx?))\b/u

const blocks = documents.flatMap((document) =>
  [...readFileSync(join(root, document), 'utf8').matchAll(BLOCK)].map(([, indent, language, text], index) => {
    const code = text
      .replaceAll(new RegExp(`^${indent}`, 'gmu'), '')
      // `…` stands for code of the reader.
      .replaceAll(/(?<=[{,(] ?)…/gu, '...readersCode')
      .replaceAll(/^(\s+)(?:\/\/ )…$/gmu, '$1...readersCode,')
    return { document, language, code, name: FILE_NAME.exec(code)?.[1] ?? `block-${index}.${language}` }
  }),
)
const pages = blocks.filter(({ language }) => language === 'html')
/** The programs in pages: scripts, and what attributes such as `onclick` do. */
const scripts = pages.flatMap(({ document, code, name }) =>
  [
    ...code.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/gu),
    ...code.matchAll(/\son\w+="([^"]+)"/gu),
  ].map(([, script], index) => ({
    document,
    language: 'js',
    code: script,
    name: `${name}-${index}.js`,
  })),
)
const programs = [...blocks.filter(({ language }) => /^[jt]sx?$/u.test(language)), ...scripts]

/** @returns why a block cannot be read */
function problemOf({ document, language, code }) {
  try {
    if (language === 'json') JSON.parse(code)
    else if (process.platform !== 'win32')
      execFileSync('bash', ['-n'], {
        input: code.replaceAll(/<[^<>\n]+>/gu, 'x'),
        stdio: ['pipe', 'pipe', 'pipe'],
      })
  } catch (error) {
    return `${document}: ${error.message}\n${code}`
  }
}

it('the JSON and the commands in the documentation can be parsed', () => {
  const parsed = blocks.filter(({ language }) => language === 'json' || language === 'sh')
  expect(parsed.length).toBeGreaterThan(40)
  expect(parsed.map(problemOf).filter(Boolean)).toEqual([])
})

it('the code in the documentation looks at the status of what it fetches', () => {
  const inline = documents.flatMap((document) =>
    Array.from(readFileSync(join(root, document), 'utf8').matchAll(/`([^`\n]+)`/gu), ([, code]) => ({
      document,
      code,
    })),
  )
  const fetching = [...programs, ...inline].filter(
    ({ code }) => /\bfetch\(/u.test(code) && /\.(?:text|json)\(\)/u.test(code),
  )
  expect(fetching.length).toBeGreaterThan(10)
  expect(fetching.filter(({ code }) => !/\.ok\b|\.status [!=]==/u.test(code))).toEqual([])
})

it('the elements in the documentation have only attributes that exist', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'packages/embed/custom-elements.json'), 'utf8'))
  const elements = manifest.modules.flatMap(({ declarations }) => declarations)
  const attributesOf = new Map(
    elements.map(({ tagName, attributes }) => [tagName, attributes.map(({ name }) => name)]),
  )
  const used = pages.flatMap(({ document, code }) =>
    [...code.matchAll(/<(pay-to-lightning-address|ramp-widget)\b([^>]*)>/gu)].flatMap(([, tag, text]) =>
      [...text.matchAll(/([\w-]+)(?:="[^"]*")?/gu)].map(([, name]) => ({ document, tag, name })),
    ),
  )
  expect(used.length).toBeGreaterThan(20)
  const isKnown = ({ tag, name }) =>
    attributesOf.get(tag).includes(name) || /^(?:id|class|style|hidden|lang|dir|on\w+)$/u.test(name)
  expect(used.filter((each) => !isKnown(each))).toEqual([])
})

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
// Inside the repository, so that the libraries below find their own dependencies.
mkdirSync(join(import.meta.dirname, '../.cache'), { recursive: true })
const folder = mkdtempSync(join(import.meta.dirname, '../.cache/code-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The folders whose libraries the code may import, like an app that has installed them. */
const INSTALLED = ['packages', 'apps']
  .flatMap((group) => readdirSync(join(root, group)).map((name) => join(root, group, name, 'node_modules')))
  .concat(join(root, 'node_modules'))
  .filter((path) => existsSync(path))

/** The imports of a program, also those by `import()`. */
const importsOf = (code) => [
  ...parse(code, {
    sourceType: 'module',
    plugins: ['typescript', 'jsx', 'decorators'],
    allowAwaitOutsideFunction: true,
    allowReturnOutsideFunction: true,
    errorRecovery: true,
  })
    .program.body.filter(({ source }) => source)
    .map(({ source, specifiers = [] }) => ({
      module: source.value,
      names: specifiers.map(
        ({ imported, type }) => imported?.name ?? (/Default/u.test(type) ? 'default' : ''),
      ),
    })),
  ...[...code.matchAll(/\bimport\('([^']+)'\)/gu)].map(([, module]) => ({ module, names: [] })),
]

/** Names that the code imports from modules that this repository does not have: they are `any`. */
const unknownModules = new Map()
/** The compiler's options for each program. */
const filesOf = { strict: [], loose: [], javascript: [] }

/** Writes the blocks of a document. A file that is shown twice is checked in two folders, each with the other files. */
function writeBlocks(document, index) {
  const files = new Map()
  let folders = 0
  const write = () => {
    const into = join(folder, `document-${index}-${++folders}`)
    for (const [name, code] of files) writeProgram(join(into, name), document, code)
    for (const [name, code] of files) writeReadersFiles(join(into, name), code)
  }
  for (const { name, code } of programs.filter((block) => block.document === document)) {
    if (files.has(name)) write()
    files.set(name, code)
  }
  if (files.size > 0) write()
}

function writeProgram(path, document, code) {
  mkdirSync(dirname(path), { recursive: true })
  const isSolid = code.includes("from 'solid-js'")
  const jsx = isSolid ? '/** @jsxImportSource solid-js */\n' : ''
  writeFileSync(path, `${jsx}// ${document}\n${code}\nexport {}\n`)
  const imports = importsOf(code).filter(({ module }) => !module.startsWith('node:'))
  const areKnown = imports
    .filter(({ module }) => !module.startsWith('.'))
    .map(({ module, names }) => install(module, names))
  if (/\.(?:m?js|jsx)$/u.test(path)) {
    // A test of its own runs the JavaScript of that page.
    if (document !== 'docs/testing.md') filesOf.javascript.push(path)
  }
  // A fragment, and what an unknown library calls, has parameters whose types nobody can know here.
  else if (imports.length === 0 || areKnown.includes(false)) filesOf.loose.push(path)
  else filesOf.strict.push(path)
}

/** Lets the code import an installed library. @returns whether it is one */
function install(module, names = []) {
  const [first, second] = module.split('/')
  const name = first.startsWith('@') ? `${first}/${second}` : first
  const found = INSTALLED.map((modules) => join(modules, name)).find((path) => existsSync(path))
  if (!found) {
    unknownModules.set(module, new Set([...(unknownModules.get(module) ?? []), ...names]))
    return false
  }
  const link = join(folder, 'node_modules', name)
  mkdirSync(dirname(link), { recursive: true })
  if (!existsSync(link)) symlinkSync(found, link)
  return true
}

/** A declaration of names as both values and types. */
const declared = (names) =>
  [...names]
    .filter((name) => name !== '')
    .map((name) =>
      name === 'default'
        ? 'const value: any\nexport default value\n'
        : `export const ${name}: any\nexport type ${name} = any\n`,
    )
    .join('')

/** Declares the reader's own files that no block of the document shows. */
function writeReadersFiles(path, code) {
  for (const { module, names } of importsOf(code)) {
    const stem = join(dirname(path), module).replace(/\.m?js$/u, '')
    const endings = module.endsWith('.mjs') ? ['.mjs'] : ['.ts', '.tsx', '.js']
    const isShown = endings.some((ending) => existsSync(stem + ending))
    if (!module.startsWith('.') || isShown || /\.(?:vue|svelte|css)$/u.test(module)) continue
    mkdirSync(dirname(stem), { recursive: true })
    const file = `${stem}${module.endsWith('.mjs') ? '.d.mts' : '.d.ts'}`
    const text = declared(names)
      .replaceAll(/^const/gmu, 'declare const')
      .replaceAll(/^export const/gmu, 'export declare const')
    writeFileSync(file, `${existsSync(file) ? readFileSync(file, 'utf8') : 'export {}\n'}${text}`)
  }
}

/**
 * Errors that concern JavaScript too: it cannot be parsed; a name, module, export or option does not exist; a call has
 * too many or too few arguments.
 */
const WRONG_NAME = /error TS(?:[15]\d{3}|23(?:04|05|07|53)|25(?:51|52|54|61)|2724):/u

/** @returns the errors of the compiler, which read the built types like an app */
function errorsOf(files, options) {
  const compilerOptions = {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    jsx: 'react-jsx',
    noEmit: true,
    // As in the apps that create-vite makes.
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    experimentalDecorators: true,
    exactOptionalPropertyTypes: true,
    ...options,
  }
  const config = { compilerOptions, files: [...files, 'declarations.d.ts', 'readers-code.d.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  try {
    return execFileSync(process.execPath, [compiler, '-p', folder], { cwd: folder, encoding: 'utf8' })
  } catch (error) {
    return error.stdout
  }
}

it('the code in the documentation has no type errors', () => {
  documents.forEach(writeBlocks)
  for (const name of ['node', 'react', 'react-dom']) install(`@types/${name}`)
  cpSync(join(import.meta.dirname, '../consumers/readers-code.d.ts'), join(folder, 'readers-code.d.ts'))
  const declarations = [
    ...['*.vue', '*.svelte', '*.css'].map((name) => `declare module '${name}'\n`),
    ...[...unknownModules].map(([name, names]) => `declare module '${name}' {\n${declared(names)}}\n`),
  ]
  writeFileSync(join(folder, 'declarations.d.ts'), declarations.join(''))
  expect(filesOf.strict.length).toBeGreaterThan(60)
  const errors = [
    errorsOf(filesOf.strict, { strict: true }),
    errorsOf(filesOf.loose, { strict: true, noImplicitAny: false }),
    errorsOf(filesOf.javascript, { allowJs: true, checkJs: true, strict: true, noImplicitAny: false })
      .split('\n')
      .filter((line) => WRONG_NAME.test(line))
      .join('\n'),
  ]
  expect(errors.join('')).toBe('')
})

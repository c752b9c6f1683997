import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const guidesFolder = import.meta.dirname
const packageFolder = join(guidesFolder, '../..')
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

const guides = ['getting-started-react.md', 'theming.md', 'parts.md', 'languages.md'].map((name) =>
  join(packageFolder, '../../docs', name),
)
const site = join(packageFolder, '../../apps/docs/src/content/docs')
const pages = readdirSync(site, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.mdx?$/.test(name))
  .map((name) => join(site, name))
const readme = join(packageFolder, 'README.md')
const blocks = [
  ...guides,
  ...pages,
  readme,
  join(packageFolder, '../../README.md'),
  join(packageFolder, '../../docs/quick-start.md'),
].flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^```tsx\n([\s\S]*?)^```$/gm)]
    .map(([, code = '']) => code)
    // The shorter blocks of the README are fragments of files and do not compile alone.
    .filter((code) => /export (async )?function/.test(code))
    .map((code, index) => ({ file, name: `${file.split('/').at(-1)} ${index + 1}`, code })),
)

/** Type-checks the code of the guides as in an app of a user. */
describe('each code block of the guides', () => {
  // The folder is inside the package, so that the compiler resolves its name and its dependencies. It is not packed.
  let folder = ''
  beforeAll(() => {
    mkdirSync(join(packageFolder, '.cache'), { recursive: true })
    folder = mkdtempSync(join(packageFolder, '.cache/guides-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('exists', () => {
    expect(blocks.length).toBeGreaterThan(8)
    expect(readdirSync(guidesFolder).filter((name) => name.endsWith('.mdx'))).toHaveLength(guides.length)
  })

  it('compiles', () => {
    blocks.forEach(({ file, name, code }, index) => {
      const declarations = file === readme ? 'declare function thank(id: string): void\n' : ''
      writeFileSync(join(folder, `block-${index}.tsx`), `// ${name}\n${code}${declarations}`)
    })
    // The app of the guide has this dependency, which the package does not need.
    writeFileSync(join(folder, 'installed.d.ts'), "declare module '@getalby/bitcoin-connect'\n")
    const options = {
      extends: '../../../../tsconfig.base.json',
      compilerOptions: {
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
        jsx: 'react-jsx',
        // Users compile against the built types.
        customConditions: [],
        noEmit: true,
        composite: false,
        declaration: false,
        declarationMap: false,
      },
      include: ['*.ts', '*.tsx'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
    const compilerOutput = () => {
      try {
        return execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
      } catch (error) {
        return (error as { stdout: string }).stdout
      }
    }
    expect(compilerOutput()).toBe('')
  })
})

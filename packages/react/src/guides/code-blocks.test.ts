import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const here = import.meta.dirname
const home = join(here, '../..')
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

const guides = ['getting-started-react.md', 'theming.md', 'parts.md', 'languages.md'].map((name) =>
  join(home, '../../docs', name),
)
const site = join(home, '../../apps/docs/src/content/docs')
const pages = readdirSync(site, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.mdx?$/.test(name))
  .map((name) => join(site, name))
const readme = join(home, 'README.md')
const blocks = [
  ...guides,
  ...pages,
  readme,
  join(home, '../../README.md'),
  join(home, '../../docs/quick-start.md'),
].flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^```tsx\n([\s\S]*?)^```$/gm)]
    .map(([, code = '']) => code)
    // The shorter blocks of the README are parts of a file and do not compile alone.
    .filter((code) => /export (async )?function/.test(code))
    .map((code, index) => ({ file, name: `${file.split('/').at(-1)} ${index + 1}`, code })),
)

/** The code of the guides is type-checked as in an app of a user. */
describe('each code block of the guides', () => {
  // The folder is within the package, so that its own name and its dependencies are resolved.
  let folder = ''
  beforeAll(() => {
    mkdirSync(join(home, 'dist'), { recursive: true })
    folder = mkdtempSync(join(home, 'dist/guides-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('exists', () => {
    expect(blocks.length).toBeGreaterThan(8)
    expect(readdirSync(here).filter((name) => name.endsWith('.mdx'))).toHaveLength(guides.length)
  })

  it('compiles', () => {
    blocks.forEach(({ file, name, code }, index) => {
      const known = file === readme ? 'declare function thank(id: string): void\n' : ''
      writeFileSync(join(folder, `block-${index}.tsx`), `// ${name}\n${code}${known}`)
    })
    // The guide's app has this dependency; the package does not need it.
    writeFileSync(join(folder, 'installed.d.ts'), "declare module '@getalby/bitcoin-connect'\n")
    const options = {
      extends: '../../../../tsconfig.base.json',
      compilerOptions: {
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
        jsx: 'react-jsx',
        noEmit: true,
        composite: false,
        declaration: false,
        declarationMap: false,
      },
      include: ['*.ts', '*.tsx'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
    const complaints = () => {
      try {
        return execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })
      } catch (error) {
        return (error as { stdout: string }).stdout
      }
    }
    expect(complaints()).toBe('')
  }, 60_000)
})

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ERROR_STATUS } from '@leyden/core/internal'
import { describe, expect, it, onTestFinished } from 'vitest'

const ROOT = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')

/** Anchors of the headings of a guide, as file viewers and the site make them. */
const anchorsOf = (guide: string) =>
  new Set([...read(guide).matchAll(/^#{2,3} (.+)$/gmu)].map(([, heading = '']) => slug(heading)))
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/gu, '')
    .replaceAll(' ', '-')

/** The text of the source files in these folders, without tests and stories. */
function sourceOf(...folders: string[]): string {
  return folders
    .flatMap((folder) =>
      readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((path) => /\.tsx?$/u.test(path) && !/\.test|test-d|test-support|stories|fixtures/u.test(path))
    .map(read)
    .join('\n')
}

const errors = anchorsOf('docs/errors.md')
const page = sourceOf('packages/react/src', 'packages/embed/src')
const server = sourceOf(
  'packages/lnurl/src',
  'packages/bff/src',
  'packages/operators-page/src',
  'apps/bff/src',
)

/** The arguments of each call, as text. */
function argumentsOf(source: string, call: RegExp): string[] {
  return [...source.matchAll(call)].map(({ index, 0: { length } }) => {
    const start = index + length
    let end = start
    for (let depth = 1; depth > 0; end++) depth += { '(': 1, ')': -1 }[source[end] as string] ?? 0
    return source
      .slice(start, end - 1)
      .trim()
      .replace(/,$/u, '')
  })
}

/** Files and folders in backticks, and those of a package in a diagram. A path that begins with a slash is a route. */
function pathsIn(document: string): string[] {
  const inBackticks = document.matchAll(/`([\w.*-]+(?:\/[\w.*-]+)*\/?)`/gu)
  const inDiagrams = document.matchAll(/(?<=<br>|, )((?:core|lightning|react|embed|bff|sandbox)\/[\w./-]+)/gu)
  return Array.from([...inBackticks, ...inDiagrams], ([, path = '']) => path).filter((path) =>
    /\/|\.(?:tsx?|mjs|css|md|json|yaml)$/u.test(path),
  )
}

/** A pattern of the paths that a document means: with a `*`, and `bff/charge` for `bff/src/charge`. */
const patternOf = (path: string) =>
  path.replace(/\/$/u, '').replaceAll('.', '\\.').replaceAll('*', '[^/\n]*').replace('/', '/(?:src/)?')

describe('the documentation', () => {
  it('has a section for each code of an error', () => {
    const packages = readdirSync(new URL('packages', ROOT)).filter((name) => name !== 'sandbox')
    const source = sourceOf('apps/bff/src', ...packages.map((name) => `packages/${name}/src`))
    const thrown = Array.from(source.matchAll(/new LeydenError\(\s*'([A-Z_]+)'/gu), ([, code = '']) => code)
    expect(new Set(thrown).size).toBeGreaterThan(15)
    const codes = new Set([...thrown, ...Object.keys(ERROR_STATUS)])
    expect([...codes].filter((code) => !errors.has(code.toLowerCase()))).toEqual([])
  })

  it('has each setting that a log message or the page about the service names', () => {
    const settings = read('docs/configuration.md')
    const named = new Set((server + read('docs/service.md')).match(/\bLEYDEN_[A-Z_]+\b/gu))
    expect(named.size).toBeGreaterThan(40)
    expect([...named].filter((name) => !settings.includes(`| \`${name}\` |`))).toEqual([])
  })

  it.each([
    ['docs/architecture.md', 80],
    ['CONTRIBUTING.md', 10],
  ])('names only paths that exist: %s', (document, least) => {
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
    }).replaceAll('\n', '/\n')
    const named = pathsIn(read(document))
    expect(named.length).toBeGreaterThan(least)
    expect(named.filter((path) => !new RegExp(`(?:^|/)${patternOf(path)}/`, 'mu').test(files))).toEqual([])
  })

  it('has one file of the BFF, in the quick start and for the frameworks', () => {
    const fileIn = (document: string) =>
      /^\/\/ leyden\.server\.m?[jt]s\n([\s\S]+?)^```$/mu.exec(read(document))?.[1] ?? document
    expect(fileIn('docs/quick-start.md')).toBe(fileIn('docs/frameworks.md'))
  })

  it.skipIf(process.platform === 'win32')('has the address of the repository that publishes', () => {
    const [, command = ''] = /^(sed .+)$/mu.exec(read('.github/publish.sh')) ?? []
    const folder = mkdtempSync(join(tmpdir(), 'leyden-references-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'packages/core/src/client'), { recursive: true })
    const file = join(folder, 'packages/core/src/client/reference.ts')
    writeFileSync(file, read('packages/core/src/client/reference.ts'))
    const env = { ...process.env, REPOSITORY: 'https://host.example/owner/name' }
    execFileSync('bash', ['-c', command], { cwd: folder, env })
    expect(readFileSync(file, 'utf8')).toContain("= 'https://host.example/owner/name/blob/main/docs/'")
  })

  it('is named by each console message', () => {
    const lines = argumentsOf(page, /\bconsole\.(?:warn|error)\(/gu)
    expect(lines.length).toBeGreaterThan(15)
    const isNamed = (argumentsText: string) =>
      /messageReference\(|withReference\(|error\.message/u.test(argumentsText) ||
      (/^[A-Z_]+$/u.test(argumentsText) &&
        new RegExp(`const ${argumentsText} =(?:(?!\\n\\n)[^])+messageReference\\(`, 'u').test(page))
    // `violation` is an error that the browser itself reports.
    expect(lines.filter((argumentsText) => !isNamed(argumentsText))).toEqual(['violation'])
  })
})

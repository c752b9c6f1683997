import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '../../../config/tests/free-ports.js'
import { command, INSTALL_NEWEST_OPTIONS, INSTALL_OPTIONS } from './consumer.js'
import { packedTarballs, root } from './pack.js'

/** The ports in the pages, which other programs may use. */
const DEFAULT_PORTS = ['4010', '4011', '4000', '5173', '63315']

/** Other test runners than Vitest take long to install, so they are for `npm run soak`. */
const isSoak = process.env.LEYDEN_SOAK === '1'
const OTHER_RUNNERS = /jest|swc|^@playwright/

type Dependencies = Record<string, string>

const pinned = (version: string) => version
/** npm chooses the newest one. Vitest 5 needs Node 22, and npm installs it on Node 20 as well. */
const newest = (_: string, name: string) =>
  /^(?:@vitest\/|vitest$)/.test(name) && process.versions.node.startsWith('20.') ? '4' : '*'

/** Makes an app with the files of the pages, of which only ports, the browser and limits of time are changed. */
async function makeApp(versionOf: (version: string, name: string) => string): Promise<string> {
  const app = await mkdtemp(join(tmpdir(), 'leyden-testing-'))
  const { dependencies, devDependencies, ...manifest } = JSON.parse(
    await readFile(join(import.meta.dirname, '../consumers/testing/package.json'), 'utf8'),
  )
  const versions = (all: Dependencies) =>
    Object.fromEntries(
      Object.entries(all)
        .filter(([name]) => isSoak || !OTHER_RUNNERS.test(name))
        .map(([name, version]) => [name, versionOf(version, name)]),
    )
  const packageTarballs = Object.entries(packedTarballs()).map(([name, file]) => [name, `file:${file}`])
  manifest.dependencies = { ...versions(dependencies), ...Object.fromEntries(packageTarballs) }
  manifest.devDependencies = versions(devDependencies)

  const free = await freePorts(DEFAULT_PORTS.length)
  const ports = new Map(DEFAULT_PORTS.map((defaultPort, index) => [defaultPort, free[index]]))
  const launch = {
    executablePath: process.env.LEYDEN_CHROMIUM || undefined,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  }
  const adapt = (text: string) =>
    text
      .replace(/\b\d{4,5}\b/g, (number) => String(ports.get(number) ?? number))
      .replace('playwright()', `playwright({ launchOptions: ${JSON.stringify(launch)} })`)
      .replace('globals: true,', `globals: true, setupFiles: ['wait-longer.mjs'],`)
      // The limits of the pages are for a machine that is not busy with other tests.
      .replace(/(?<=(?:asyncUtil|test)Timeout: )[\d_]+/g, '600_000')
      .replace('use: {', `use: { launchOptions: ${JSON.stringify(launch)},`)
  const guide = await readFile(join(root, 'docs/getting-started-react.md'), 'utf8')
  const [, tipJar = ''] = /^```tsx\n([\s\S]*?)^```$/m.exec(guide) ?? []
  const files = {
    ...filesOf(guide),
    ...filesOf(await readFile(join(root, 'docs/testing.md'), 'utf8')),
    'wait-longer.mjs': `import { configure } from '@testing-library/react'
      configure({ asyncUtilTimeout: 600_000 })`,
    'package.json': JSON.stringify(manifest),
    'tip-jar.tsx': tipJar,
    'main.tsx': `import { createRoot } from 'react-dom/client'
      import { TipJar } from './tip-jar'
      createRoot(document.body).render(<TipJar />)`,
    'index.html': '<!doctype html><body><script type="module" src="/main.tsx"></script>',
    'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx" } }',
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(app, name)), { recursive: true })
    await writeFile(join(app, name), adapt(text))
  }
  await command(app, 'npm', ['install', ...(versionOf === newest ? INSTALL_NEWEST_OPTIONS : INSTALL_OPTIONS)])
  return app
}

/** The files of a page: its code blocks whose first line is a comment with a path. */
function filesOf(page: string): Record<string, string> {
  const blocks = page.matchAll(/^```[jt]sx?\n(\/\/ (\S+\.\w+)\n[\s\S]*?)^```$/gm)
  return Object.fromEntries([...blocks].map(([, text, name]) => [name, text]))
}

const RUNNERS: readonly [runner: string, command: string, summary: RegExp][] = [
  ['Vitest in jsdom, happy-dom and a browser', 'vitest run', /Tests\s+6 passed/],
  ['Jest', 'jest', /Tests:\s+1 passed/],
  ['Playwright', 'playwright test', /1 passed/],
]

describe.each([['pinned', pinned] as const, ...(isSoak ? [['newest', newest] as const] : [])])(
  'in the %s versions',
  (_, versionOf) => {
    let app: string
    beforeAll(async () => {
      app = await makeApp(versionOf)
    })
    afterAll(() => rm(app, { recursive: true, force: true }))

    it.each(isSoak ? RUNNERS : RUNNERS.slice(0, 1))(
      'the files in the pages about testing pay an invoice in %s',
      async (_, tool, summary) => {
        const plain = { NO_COLOR: '1', FORCE_COLOR: '0', CI: '' }
        expect(await command(app, 'sh', ['-c', `npx --no ${tool} 2>&1`], plain)).toMatch(summary)
      },
    )
  },
)

import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePorts } from '../../../config/tests/free-ports.js'
import { command } from './consumer.js'
import { behindVite, QUICK_START } from './document-app.js'
import { writeDocumentFiles } from './document-files.js'
import { root } from './pack.js'

/** The ports in the pages, which other programs may use. */
const DEFAULT_PORTS = ['4010', '4011', '4000', '5173', '63315']

type Dependencies = Record<string, string>

/** What the pages about testing need: React and the test runners, at pinned versions. */
export async function testingManifest(): Promise<{
  dependencies: Dependencies
  devDependencies: Dependencies
}> {
  return JSON.parse(await readFile(join(import.meta.dirname, '../consumers/testing/package.json'), 'utf8'))
}

/** Writes an app with the files of the pages about testing, of which only ports, the browser and limits of time are changed. */
export async function writeTestingApp(manifest: object): Promise<string> {
  const app = await mkdtemp(join(tmpdir(), 'leyden-testing-'))
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
  // The pages take their server from the quick start, whose page and config they replace.
  for (const [document, sections] of Object.entries(QUICK_START))
    await writeDocumentFiles(document, sections, app, (code) => adapt(behindVite(code)))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(app, name)), { recursive: true })
    await writeFile(join(app, name), adapt(text))
  }
  return app
}

/** Runs a test runner in the app. @returns what it printed */
export const runTests = (app: string, runner: string) =>
  command(app, 'sh', ['-c', `npx --no ${runner} 2>&1`], { NO_COLOR: '1', FORCE_COLOR: '0', CI: '' })

/** The files of a page: its code blocks whose first line is a comment with a path. */
function filesOf(page: string): Record<string, string> {
  const blocks = page.matchAll(/^```[jt]sx?\n(\/\/ (\S+\.\w+)\n[\s\S]*?)^```$/gm)
  return Object.fromEntries([...blocks].map(([, text, name]) => [name, text]))
}

/** The tests of the pages, which Vitest runs in jsdom, happy-dom and a browser. */
export const VITEST = ['vitest run', /Tests\s+6 passed/] as const

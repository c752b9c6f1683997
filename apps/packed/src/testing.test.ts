import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { command, freePort, INSTALL_OPTIONS } from './consumer.js'
import { packPackages, root } from './pack.js'

/** The ports in the pages, which other programs may use. */
const DEFAULT_PORTS = ['4010', '4011', '4000', '5173', '63315']

/** The folder of an app with the files of the pages, of which only ports and the browser are changed. */
let app: string
let packed: string

beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), 'leyden-testing-'))
  const { folder, tarballs } = await packPackages()
  packed = folder
  const manifest = JSON.parse(
    await readFile(join(import.meta.dirname, '../consumers/testing/package.json'), 'utf8'),
  )
  const packageTarballs = Object.entries(tarballs).map(([name, file]) => [name, `file:${file}`])
  manifest.dependencies = { ...manifest.dependencies, ...Object.fromEntries(packageTarballs) }

  const ports = new Map<string, number>()
  for (const defaultPort of DEFAULT_PORTS) ports.set(defaultPort, await freePort())
  const launch = {
    executablePath: process.env.LEYDEN_CHROMIUM || undefined,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  }
  const adapt = (text: string) =>
    text
      .replace(/\b\d{4,5}\b/g, (number) => String(ports.get(number) ?? number))
      .replace('playwright()', `playwright({ launchOptions: ${JSON.stringify(launch)} })`)
      .replace('use: {', `use: { launchOptions: ${JSON.stringify(launch)},`)
  const guide = await readFile(join(root, 'docs/getting-started-react.md'), 'utf8')
  const [, tipJar = ''] = /^```tsx\n([\s\S]*?)^```$/m.exec(guide) ?? []
  const files = {
    ...filesOf(guide),
    ...filesOf(await readFile(join(root, 'docs/testing.md'), 'utf8')),
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
  await command(app, 'npm', ['install', ...INSTALL_OPTIONS])
})

afterAll(() => Promise.all([app, packed].map((folder) => rm(folder, { recursive: true, force: true }))))

/** The files of a page: its code blocks whose first line is a comment with a path. */
function filesOf(page: string): Record<string, string> {
  const blocks = page.matchAll(/^```[jt]sx?\n(\/\/ (\S+\.\w+)\n[\s\S]*?)^```$/gm)
  return Object.fromEntries([...blocks].map(([, text, name]) => [name, text]))
}

it.each([
  ['Vitest in jsdom, happy-dom and a browser', 'vitest run', /Tests\s+6 passed/],
  ['Jest', 'jest', /Tests:\s+1 passed/],
  ['Playwright', 'playwright test', /1 passed/],
])('the files in the pages about testing pay an invoice in %s', async (_, tool, summary) => {
  const plain = { NO_COLOR: '1', FORCE_COLOR: '0', CI: '' }
  expect(await command(app, 'sh', ['-c', `npx --no ${tool} 2>&1`], plain)).toMatch(summary)
})

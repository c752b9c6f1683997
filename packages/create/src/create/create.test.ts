import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv, stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { contentsOf, folderOfTarballs, folderWith } from '../test-support/temporary-folder.js'
import { UserError } from '../user-error.js'
import { create } from './create.js'
import { FRAMEWORKS, WITHOUT_REACT } from './other-apps.js'
import { Cancelled, type Questions, questionsFor } from './questions.js'
import type { Witness } from './witness.js'

const answerYes = questionsFor(true)

const VITE = {
  'package.json': {
    name: 'shop',
    scripts: { dev: 'vite' },
    dependencies: { react: '^19.0.0', vite: '^8.0.0' },
  },
  'tsconfig.json': '{}',
  'index.html': '',
  'vite.config.ts': 'export default {\n  plugins: [],\n}\n',
  '.gitignore': 'node_modules\n',
}
const NEXT = {
  'package.json': {
    name: 'shop',
    scripts: { dev: 'next dev' },
    dependencies: { react: '19.0.0', next: '16.4.3' },
  },
  'tsconfig.json': '{}',
  'app/layout.tsx': '',
}
const ROUTE = 'api/leyden/[...path]/route'

async function runIn(
  root: string,
  {
    questions = answerYes,
    packages = folderOfTarballs(),
    witness,
    install = false,
  }: { questions?: Questions; packages?: string; witness?: Witness; install?: boolean } = {},
) {
  const printed: string[] = []
  const code = await create({
    cwd: root,
    packages,
    witness,
    install,
    questions,
    print: (text) => void printed.push(stripVTControlCharacters(text)),
  })
  return { code, output: printed.join('\n') }
}

async function expectRefused(files: Record<string, string | object>, reason: RegExp): Promise<Error> {
  const root = folderWith(files)
  const before = contentsOf(root)
  const error = await runIn(root).catch((thrown: unknown) => thrown)
  if (!(error instanceof UserError)) throw new Error(`The app was not refused: ${error}`)
  expect(error.message).toMatch(reason)
  expect(contentsOf(root)).toEqual(before)
  return error
}

describe('an existing app', () => {
  it('gets server, proxy, page, settings and the sandbox in Vite', async () => {
    const root = folderWith(VITE)
    const { code, output } = await runIn(root)
    expect(code).toBe(0)
    const files = contentsOf(root)
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'leyden/server.mjs',
        'leyden/dev.mjs',
        'tip.html',
        'src/leyden/tip.tsx',
        '.env',
      ]),
    )
    expect(files['vite.config.ts']).toContain('plugins: [leyden()]')
    expect(files['.gitignore']).toBe('node_modules\n.env\nleyden.db*\n')
    expect(files['.env']).toMatch(
      /^LEYDEN_SECRET=[\w-]{43}\nLEYDEN_ADMIN_TOKEN=[\w-]{43}\nLEYDEN_PUBLIC_URL=http:\/\/localhost:5173\/api\/leyden$/m,
    )
    expect(statSync(join(root, '.env')).mode & 0o077).toBe(0)
    expect(output).toMatch(/Now run:\n\n {2}npm install\n {2}npm run dev\n/)
  })

  it('gets a route, a page and the sandbox in Next.js', async () => {
    const root = folderWith(NEXT)
    await runIn(root)
    const files = contentsOf(root)
    expect(files[`app/${ROUTE}.ts`]).toContain('toNextHandlers')
    expect(files['app/tip/page.tsx']).toContain('PayToLightningAddress')
    expect(JSON.parse(files['package.json'] ?? '').scripts.dev).toBe('node leyden/dev.mjs next dev')
    expect(files['.env']).toContain('http://localhost:3000/api/leyden')
  })

  it.each([
    [
      'routes under src',
      { 'src/app/layout.tsx': '', 'tsconfig.json': '' },
      [`src/app/${ROUTE}.ts`, 'src/app/tip/page.tsx'],
    ],
    [
      'the Pages Router',
      { 'pages/index.tsx': '', 'tsconfig.json': '' },
      [`app/${ROUTE}.ts`, 'pages/tip.tsx'],
    ],
    ['no TypeScript', { 'app/layout.jsx': '' }, [`app/${ROUTE}.js`, 'app/tip/page.jsx']],
  ])('gets the files in its own folders: %s', async (_name, shape, places) => {
    const root = folderWith({ 'package.json': NEXT['package.json'], ...shape })
    await runIn(root)
    expect(Object.keys(contentsOf(root))).toEqual(expect.arrayContaining(places))
  })

  it('loads the page’s script with the right extension without TypeScript', async () => {
    const { 'tsconfig.json': _, ...files } = VITE
    const root = folderWith(files)
    await runIn(root)
    expect(contentsOf(root)['tip.html']).toContain('/src/leyden/tip.jsx')
    expect(contentsOf(root)['src/leyden/tip.jsx']).toBeDefined()
  })

  it.each([VITE, NEXT])('is the same after a second run', async (files) => {
    const root = folderWith(files)
    await runIn(root)
    const before = contentsOf(root)
    const { output } = await runIn(root)
    expect(output).toContain('There is nothing to change.')
    expect(contentsOf(root)).toEqual(before)
  })

  it('keeps settings, and files that somebody has changed since', async () => {
    const root = folderWith({ ...VITE, '.env': 'OTHER=1\nLEYDEN_SECRET=mine' })
    await runIn(root)
    writeFileSync(join(root, 'leyden/server.mjs'), '// mine')
    await runIn(root)
    expect(readFileSync(join(root, 'leyden/server.mjs'), 'utf8')).toBe('// mine')
    const env = readFileSync(join(root, '.env'), 'utf8')
    expect(env.startsWith('OTHER=1\nLEYDEN_SECRET=mine\n')).toBe(true)
    expect(env.match(/LEYDEN_SECRET=/g)).toHaveLength(1)
  })

  it('replaces packages with those of a later build', async () => {
    const root = folderWith(VITE)
    await runIn(root)
    const { output } = await runIn(root, { packages: folderOfTarballs(' again') })
    const tarballs = Object.keys(contentsOf(root)).filter((path) => path.endsWith('.tgz'))
    expect(tarballs).toHaveLength(6)
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(tarballs).toContain(dependencies['@leyden/react'].replace('file:', ''))
    expect(output).toMatch(/- leyden\/packages\/leyden-react-0\.1\.0-\w{8}\.tgz/)
  })

  it('uses the port of the app’s dev server', async () => {
    const byScript = folderWith({
      ...NEXT,
      'package.json': { ...NEXT['package.json'], scripts: { dev: 'next dev -p 3005' } },
    })
    await runIn(byScript)
    expect(contentsOf(byScript)['.env']).toContain('http://localhost:3005/')
    const byConfig = folderWith({ ...VITE, 'vite.config.ts': 'export default { server: { port: 3100 } }' })
    await runIn(byConfig)
    expect(contentsOf(byConfig)['.env']).toContain('http://localhost:3100/')
  })

  it('has its secret in a file that git ignores', async () => {
    const root = folderWith({ ...VITE, '.env': 'PUBLIC=1\n' })
    execFileSync('git', ['init', '-q'], { cwd: root })
    execFileSync('git', ['add', '.env'], { cwd: root })
    await runIn(root)
    const files = contentsOf(root)
    expect(files['.env']).toBe('PUBLIC=1\n')
    expect(files['.env.local']).toContain('LEYDEN_SECRET=')
    expect(files['.gitignore']).toContain('.env.local')
    await runIn(root)
    expect(contentsOf(root)['.env.local']).toBe(files['.env.local'])
  })

  it('lists what to add by hand if a config cannot be edited', async () => {
    const config = 'export default mergeConfig(base, {})\n'
    const root = folderWith({ ...VITE, 'vite.config.ts': config })
    const { output } = await runIn(root)
    expect(output).toContain('! vite.config.ts: add by hand  import { leyden } from')
    expect(contentsOf(root)['vite.config.ts']).toBe(config)
  })

  it.each([
    ['an older Next.js', { dependencies: { react: '19.0.0', next: '^14.2.0' } }, /Next.js 15/],
    ['an older React', { dependencies: { react: '^17.0.2', vite: '8.0.0' } }, /React 18/],
    ['a package.json that is no JSON', '{ "name": "shop",', /package\.json is not JSON: /],
  ])('is refused with the reason: %s', async (_name, manifest, reason) => {
    await expectRefused({ 'package.json': manifest, 'app/layout.js': '', 'index.html': '' }, reason)
  })

  const viteWith = (dependencies: object) => ({
    ...VITE,
    'package.json': { dependencies: { ...VITE['package.json'].dependencies, ...dependencies } },
  })
  const { 'index.html': _page, ...WITHOUT_PAGE } = VITE
  type Refusal = [name: string, files: Record<string, string | object>, reason: RegExp]

  it.each<Refusal>([
    ...FRAMEWORKS.map(
      ({ name, packageName }): Refusal => [
        name,
        viteWith({ [packageName]: '1.0.0' }),
        new RegExp(`has an app of ${name} \\(${packageName} in its package.json\\)`),
      ],
    ),
    ...WITHOUT_REACT.map(
      ({ name, packageName }): Refusal => [
        name,
        { 'package.json': { dependencies: { [packageName]: '1.0.0' } } },
        new RegExp(`neither a Next.js nor a Vite app, but one of ${name}\\.`),
      ],
    ),
    ['Vite without React', { 'package.json': { devDependencies: { vite: '8.0.0' } } }, /without React/],
    [
      'React without Vite',
      { 'package.json': { dependencies: { react: '19.0.0' } } },
      /neither a Next.js nor/,
    ],
    ['Vite without a page', WITHOUT_PAGE, /has Vite and no index.html/],
    [
      'a static export',
      { ...NEXT, 'next.config.ts': "export default {\n  output: 'export',\n}\n" },
      /exports its pages/,
    ],
  ])('is refused with the section that has the files for it: %s', async (_name, files, reason) => {
    const { message } = await expectRefused(files, reason)
    const [, file = '', anchor] = /yourself: (\S+?\.md)(?:#(\S+))?$/.exec(message) ?? []
    const headings = Array.from(readFileSync(file, 'utf8').matchAll(/^##+ (.+)$/gm), ([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
    expect(headings.length).toBeGreaterThan(3)
    if (anchor !== undefined) expect(headings).toContain(anchor)
  })

  it.each([
    ['pnpm-lock.yaml', 'pnpm', 'pnpm-workspace.yaml'],
    ['yarn.lock', 'yarn', 'package.json'],
    ['bun.lock', 'bun', 'package.json'],
  ])('with %s uses our files also for dependencies of our packages', async (lockfile, manager, place) => {
    const script = 'vite && echo'
    const manifest = { ...VITE['package.json'], scripts: { dev: script } }
    const root = folderWith({ ...VITE, 'package.json': manifest, [lockfile]: '' })
    const { output } = await runIn(root)
    expect(output).toContain(`Now run:\n\n  ${manager} install\n  ${manager} run dev\n`)
    const files = contentsOf(root)
    expect(JSON.parse(files['package.json'] ?? '').scripts.dev).toContain(`${manager} run dev:app`)
    const rules = (files[place] ?? '').split(place === 'package.json' ? '"resolutions"' : 'overrides:')[1]
    expect(
      rules?.match(/@leyden\/\w+['"]: "?file:leyden\/packages\/leyden-\w+-0\.1\.0-\w{8}\.tgz/gu),
    ).toHaveLength(6)
    await runIn(root, { packages: folderOfTarballs(' again') })
    const again = contentsOf(root)
    expect(again[place]).not.toBe(files[place])
    expect((await runIn(root, { packages: folderOfTarballs(' again') })).output).toContain(
      'nothing to change',
    )
    expect(again[place]?.length).toBe(files[place]?.length)
  })

  it('is refused in a workspace of another package manager than npm, whose root decides', async () => {
    const root = folderWith({ 'pnpm-workspace.yaml': 'packages: [apps/*]\n' })
    const app = join(root, 'apps/shop')
    for (const [name, content] of Object.entries(VITE)) {
      mkdirSync(app, { recursive: true })
      writeFileSync(join(app, name), typeof content === 'string' ? content : JSON.stringify(content))
    }
    writeFileSync(join(root, 'pnpm-lock.yaml'), '')
    await expect(runIn(app)).rejects.toThrow(/belongs to the workspace/)
  })
})

describe('who sees payments', () => {
  const envAfter = async (answer: Questions['witness'] | undefined, options = {}) => {
    const root = folderWith(VITE)
    const questions = { ...answerYes, ...(answer && { witness: answer }) }
    const { output } = await runIn(root, { questions, ...options })
    return { output, files: contentsOf(root), root }
  }

  it.each<[Witness, RegExp, RegExp]>([
    ['service', /^LEYDEN_PROVIDER=service$/m, /nobody sees a payment[\s\S]*LEYDEN_PROVIDER=verified-first/],
    ['verified-first', /^LEYDEN_PROVIDER=verified-first$/m, /cli\.js check <address>/],
    ['nwc', /^# LEYDEN_NWC_URL=\S+\n# LEYDEN_SETTLES=1$/m, /once \.env has LEYDEN_NWC_URL/],
    ['settle', /^LEYDEN_SETTLES=1$/m, /admin\/settle/],
  ])('is asked, written and said: %s', async (answer, setting, said) => {
    const { output, files } = await envAfter(async () => answer)
    expect(files['.env']).toMatch(setting)
    expect(output).toMatch(said)
  })

  it.each<Witness>(['verified-first', 'nwc', 'settle'])(
    'can be changed later in .env alone, because the answer decides nothing else: %s',
    async (answer) => {
      const { '.env': _, ...files } = (await envAfter(async () => answer)).files
      const { '.env': __, ...otherFiles } = (await envAfter(async () => 'service')).files
      expect(files).toEqual(otherFiles)
    },
  )

  it('is nobody while the connection of the wallet is missing', async () => {
    const { files } = await envAfter(async () => 'nwc')
    expect(parseEnv(files['.env'] ?? '')).not.toHaveProperty('LEYDEN_SETTLES')
  })

  it('is the service alone with --yes, and the answer of --payments', async () => {
    expect((await envAfter(undefined)).files['.env']).toMatch(/^LEYDEN_PROVIDER=service$/m)
    const asked = () => Promise.reject(new Error('It was asked.'))
    const { files } = await envAfter(asked, { witness: 'settle' })
    expect(files['.env']).toMatch(/^LEYDEN_SETTLES=1$/m)
  })

  it('is not asked again', async () => {
    const { root } = await envAfter(async () => 'verified-first')
    const asked = () => Promise.reject(new Error('It was asked.'))
    const { output } = await runIn(root, { questions: { ...answerYes, witness: asked } })
    expect(output).toContain('There is nothing to change.')
  })
})

describe('before anything is changed', () => {
  it('every new file is listed and every change is shown, without secrets', async () => {
    const root = folderWith({ ...VITE, '.env': 'DATABASE_URL=postgres://me:hunter2@db\n' })
    const before = contentsOf(root)
    let shown = ''
    const questions = {
      ...answerYes,
      agree: async () => {
        expect(contentsOf(root)).toEqual(before)
        return true
      },
    }
    shown = (await runIn(root, { questions })).output
    expect(shown).toMatch(/^\+ leyden\/server\.mjs {2}\(\d+ lines\)$/m)
    expect(shown).toMatch(/^~ vite\.config\.ts$/m)
    expect(shown).toMatch(/^ +\+ {2}plugins: \[leyden\(\)\],$/m)
    expect(shown).toMatch(/^ +\+LEYDEN_SECRET=…$/m)
    const secret = /LEYDEN_SECRET=(\S+)/.exec(contentsOf(root)['.env'] ?? '')?.[1] ?? 'none'
    for (const hidden of [secret, 'hunter2']) expect(shown).not.toContain(hidden)
  })

  it('neither "no" nor Ctrl-C changes anything', async () => {
    const root = folderWith(VITE)
    const before = contentsOf(root)
    const { code, output } = await runIn(root, { questions: { ...answerYes, agree: async () => false } })
    expect([code, output.endsWith('Nothing was changed.')]).toEqual([1, true])
    const stop = async () => {
      throw new Cancelled()
    }
    await expect(runIn(root, { questions: { ...answerYes, agree: stop } })).rejects.toThrow(Cancelled)
    expect(contentsOf(root)).toEqual(before)
  })

  it('a folder with other files in it is refused', async () => {
    const root = folderWith({ 'photo.jpg': '' })
    const questions = { ...answerYes, folder: async () => '.' }
    await expect(runIn(root, { questions })).rejects.toThrow(/has files but no package/)
  })
})

describe('if a change fails', () => {
  it('all is put back when the packages cannot be installed, also the lockfile', async () => {
    // npm refuses the range only once it installs, after it was added to the rest.
    const manifest = { ...VITE['package.json'], devDependencies: { shop: 'file:../nowhere.tgz' } }
    const root = folderWith({ ...VITE, 'package.json': manifest, 'package-lock.json': '{}' })
    const before = contentsOf(root)
    await expect(runIn(root, { install: true })).rejects.toThrow(/^Nothing was changed: npm install/)
    expect(contentsOf(root)).toEqual(before)
  })

  it('written files are rolled back', async () => {
    // A file is in the place of a folder, so one of the later files cannot be written.
    const root = folderWith({ ...VITE, 'src/leyden': 'a file' })
    const before = contentsOf(root)
    await expect(runIn(root)).rejects.toThrow(/^Nothing was changed: /)
    expect(contentsOf(root)).toEqual(before)
  })

  it('a file that changed during the prompt is not overwritten', async () => {
    const root = folderWith(VITE)
    const agree = async () => {
      writeFileSync(join(root, 'vite.config.ts'), '// mine')
      return true
    }
    await expect(runIn(root, { questions: { ...answerYes, agree } })).rejects.toThrow(
      /^Nothing was changed: vite\.config\.ts has changed/,
    )
    expect(contentsOf(root)).toEqual({ ...contentsOf(folderWith(VITE)), 'vite.config.ts': '// mine' })
  })
})

describe('the packages', () => {
  it('are not requested from npm: a folder without one of them is refused', async () => {
    const packages = folderWith({ 'leyden-core-0.1.0.tgz': '' })
    await expect(runIn(folderWith(VITE), { packages })).rejects.toThrow(
      /has no leyden-lightning-<version>\.tgz/,
    )
  })
})

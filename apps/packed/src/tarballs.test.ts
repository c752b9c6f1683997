import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startSandbox } from '@leyden/sandbox/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { command } from './consumer.js'
import { packedTarballs, root } from './pack.js'

const tarballs = packedTarballs()
const names = Object.keys(tarballs)

/** Unpacks tarballs and links only their dependencies, like an install, but without a registry. */
async function installTarballs(names: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leyden-installed-'))
  const modules = join(folder, 'node_modules')
  for (const name of names) {
    const target = join(modules, name)
    await mkdir(target, { recursive: true })
    await command(folder, 'tar', ['-xzf', tarballs[name] ?? '', '-C', target, '--strip-components=1'])
    const { dependencies = {} } = JSON.parse(await readFile(join(target, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>
    }
    for (const dependency of Object.keys(dependencies).filter((candidate) => !names.includes(candidate))) {
      const link = join(modules, dependency)
      await mkdir(dirname(link), { recursive: true })
      const source = join(root, 'packages', name.replace('@leyden/', ''), 'node_modules', dependency)
      if (!existsSync(link)) await symlink(await realpath(source), link)
    }
  }
  return folder
}

it('runs a BFF from the tarballs without the optional packages, and names the package that a store needs', async () => {
  const folder = await installTarballs(['@leyden/core', '@leyden/lightning', '@leyden/lnurl', '@leyden/bff'])
  await writeFile(join(folder, 'bff.mjs'), BFF_ALONE)
  const output = JSON.parse(await command(folder, process.execPath, ['bff.mjs'], { NODE_PATH: '' }))
  await rm(folder, { recursive: true, force: true })
  expect(output).toMatchObject({
    status: 200,
    // The address is private. The SSRF guard, which rejects it, needs no optional package.
    data: { valid: false },
    sqlite: expect.stringMatching(/sqliteStore\(\) .* npm install libsql$/),
    maintenance: expect.stringMatching(/npm install libsql$/),
    postgres: expect.stringMatching(/postgresStore\(\) .* npm install pg$/),
    undici: expect.stringMatching(/undiciTransport\(\) .* npm install undici$/),
  })
})

const BFF_ALONE = `
  import { writeFileSync } from 'node:fs'
  import { createBff } from '@leyden/bff'
  import { memoryStore } from '@leyden/bff/memory'
  import { undiciTransport } from '@leyden/bff/node'
  import { postgresStore } from '@leyden/bff/postgres'
  import { checkSqlite, sqliteStore } from '@leyden/bff/sqlite'
  import { lnurlProvider } from '@leyden/lnurl'

  console.error = () => {}
  const why = (work) => Promise.resolve().then(work).then(() => 'worked', ({ message }) => message)
  const bff = createBff({
    pay: lnurlProvider({ resolve: async () => ['127.0.0.1'] }),
    store: memoryStore(),
    publicUrl: 'https://shop.example/leyden',
    secrets: ['yC3vX8qL1mZ7tR5wK9pN2sD6fG4hJ0bA'],
  })
  const path = 'https://shop.example/leyden/v0/ln-address/validate/alice%40wallet.example'
  const reply = await bff.fetch(new Request(path), { ip: '192.0.2.1' })
  writeFileSync('file.db', '')
  console.log(JSON.stringify({
    status: reply.status,
    data: (await reply.json()).data,
    sqlite: await why(() => sqliteStore({ path: 'x.db' }).get('x')),
    maintenance: await why(() => checkSqlite('file.db')),
    postgres: await why(() => postgresStore({ connectionString: 'postgres://127.0.0.1:1/x' }).get('x')),
    undici: await why(() => undiciTransport()('http://127.0.0.1:1/', {})),
  }))
`

it('runs the example of the README from the tarball of @leyden/lnurl, without a BFF', async () => {
  const { lnurlUrl: sandboxUrl, close } = await startSandbox({ port: 0, rampPort: 0, lnurlPort: 0 })
  onTestFinished(close)
  const folder = await installTarballs(['@leyden/core', '@leyden/lightning', '@leyden/lnurl'])
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const readme = await readFile(join(folder, 'node_modules/@leyden/lnurl/README.md'), 'utf8')
  const [, example = ''] = /^```js\n([\s\S]*?)^```/m.exec(readme) ?? []
  const options = JSON.stringify({ network: 'regtest', sandboxUrl })
  const program = example.replace('lnurlProvider()', `lnurlProvider(${options})`)
  expect(program).toContain(options)
  await writeFile(join(folder, 'invoice.mjs'), program)
  const output = await command(folder, process.execPath, ['invoice.mjs'], { NODE_PATH: '' })
  expect(output).toMatch(/^lnbcrt210n1[02-9ac-hj-np-z]+\nopen\n$/)
})

it.each(names)('the README of %s links only to packed files', async (name) => {
  const file = tarballs[name] ?? ''
  const files = (await command(root, 'tar', ['-tzf', file])).split('\n')
  const readme = await command(root, 'tar', ['-xzOf', file, 'package/README.md'])
  const linked = [...readme.matchAll(/\]\((?!#|https:)([^)#]+)/g)].map(([, path]) => `package/${path}`)
  expect(linked.filter((path) => !files.includes(path))).toEqual([])
})

it('the tarball of @leyden/react has no entry that only the embed imports', async () => {
  const manifest = await command(root, 'tar', [
    '-xzOf',
    tarballs['@leyden/react'] ?? '',
    'package/package.json',
  ])
  const entries = Object.keys(JSON.parse(manifest).exports)
  expect(entries).toContain('./parts')
  expect(entries.filter((entry) => /options|removed-widget/.test(entry))).toEqual([])
})

// The embed has files for pages instead of entries. Its own tests check them.
const packedAlone = names.filter((name) => name !== '@leyden/embed')
describe.each(packedAlone)('the tarball of %s', (name) => {
  const bin = (tool: string) => join(root, 'node_modules/.bin', tool)
  const file = () => tarballs[name] ?? ''

  it('contains the files that a user needs and no tests', async () => {
    const files = (await command(root, 'tar', ['-tzf', file()])).split('\n').filter(Boolean)
    const needed = ['package/package.json', 'package/README.md', 'package/LICENSE']
    expect(needed.filter((path) => !files.includes(path))).toEqual([])
    expect(files.filter((path) => /\.js$/.test(path)).length).toBeGreaterThan(0)
    const scripts = files.filter((path) => path.endsWith('.js'))
    for (const path of scripts) expect(files).toContain(`${path}.map`)
    // A bundler that reads only the map can still show the source in a browser.
    const map = JSON.parse(await command(root, 'tar', ['-xzOf', file(), `${scripts[0]}.map`]))
    expect(map.sourcesContent).toEqual([expect.any(String)])
    expect(
      files.filter((path) => /\.(test|test-d|stories)\.|test-support|vectors|tsbuildinfo/.test(path)),
    ).toEqual([])
  })

  it('has no errors in its entry points', async () => {
    await command(root, bin('publint'), ['run', file(), '--strict'])
  })

  // A package with only a program has no types.
  it.skipIf(name === 'create-leyden')('has types for each of its entry points', async () => {
    const { exports } = JSON.parse(await command(root, 'tar', ['-xzOf', file(), 'package/package.json']))
    const untyped = Object.keys(exports).filter((entry) => /\.(css|json)$/.test(entry))
    // attw does not check patterns, so it gets an entry that matches, such as `./languages/de`.
    const examples = Object.keys(exports).flatMap((entry) =>
      entry.endsWith('*') ? ['--include-entrypoints', entry.replace('*', 'de')] : [],
    )
    const options = ['--exclude-entrypoints', ...untyped, ...examples]
    await command(root, bin('attw'), [file(), '--profile', 'esm-only', ...options])
  })
})

import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './pack.js'

const embed = join(root, 'packages/embed')
const engines = join(embed, 'engines')
const unity = join(engines, 'unity')
const read = (path: string) => readFileSync(path, 'utf8')
const versionOf = (path: string) => JSON.parse(read(path)).version as string

describe('the Unity package', () => {
  /** Files that Unity imports: not those in folders that end in `~`, except samples, which are copied into games. */
  function assetsIn(path: string): string[] {
    return readdirSync(path)
      .filter((name) => !name.endsWith('~') && !name.endsWith('.meta'))
      .flatMap((name) => {
        const asset = join(path, name)
        return statSync(asset).isDirectory() ? [asset, ...assetsIn(asset)] : [asset]
      })
  }
  const assets = [unity, join(unity, 'Samples~/TipJar')].flatMap(assetsIn)
  const metas = [unity, join(unity, 'Samples~/TipJar')].flatMap((path) =>
    (readdirSync(path, { recursive: true }) as string[])
      .filter((name) => name.endsWith('.meta') && !(path === unity && name.includes('~')))
      .map((name) => join(path, name)),
  )

  it('has a .meta file for every asset and for nothing else (Unity ignores assets without one)', () => {
    expect(metas.map((path) => path.replace(/\.meta$/, '')).sort()).toEqual([...assets].sort())
  })

  it('keeps the GUID of every asset, because games refer to it', () => {
    const guids = metas.map((path) => {
      const [, guid] = /^fileFormatVersion: 2\nguid: ([0-9a-f]{32})\n/.exec(read(path)) ?? []
      return `${guid} ${relative(unity, path).replace(/\.meta$/, '')}`
    })
    expect(new Set(guids.map((line) => line.slice(0, 32))).size).toBe(guids.length)
    expect(guids.sort((a, b) => a.slice(33).localeCompare(b.slice(33), 'en'))).toMatchInlineSnapshot(`
      [
        "968d0e95ee3da0aab1ea123eb4f05419 Editor",
        "89790c582acac3dea518702cce1c959b Editor/Leyden.Editor.asmdef",
        "5a90fa924a3a86dd3005dbde6d26555f Editor/LeydenBuild.cs",
        "56a9642ef511002a8a740255b542c1b4 LICENSE.md",
        "020564f6c13b01c66f623c75d6955364 package.json",
        "1d7667c671814423e24b6ce5b598612a README.md",
        "c087dc29564b513aa617d125c401a35c Runtime",
        "bab8d3e0055f423cea0e2025d85d773b Runtime/Leyden.asmdef",
        "a8ffaf356d41105832482eb6cff6d1a7 Runtime/LeydenJson.cs",
        "f1a676ebf88f577896b91e4701eba620 Runtime/LeydenOptions.cs",
        "e8cff97dace18e977c7d352d19da4407 Runtime/LeydenOutcome.cs",
        "edd4b4d9ae711cb6c437909b16ba8273 Runtime/LeydenScript.cs",
        "756fef35ec7b5a8409cb7ef4581f5efd Runtime/Overlay.cs",
        "6ed2e34eb27162b1c822b3bca168ad55 Runtime/Plugins",
        "6c18946875a8f49a122f94b8f31bcff7 Runtime/Plugins/WebGL",
        "a2716e297cdedc76b6dbff264a1d18e5 Runtime/Plugins/WebGL/Leyden.jslib",
        "6af9c3d6952412daab4f90a3e93d3b00 Samples~/TipJar/TipJar.cs",
      ]
    `)
  })

  it('has the version of the script in it', () => {
    expect(versionOf(join(unity, 'package.json'))).toBe(versionOf(join(embed, 'package.json')))
  })

  it('declares everything in its namespace, so that a game may have classes of the same names', () => {
    const sources = assets.filter((path) => path.endsWith('.cs') && !path.includes('Samples~'))
    const outside = sources.filter(
      (path) => !/^namespace Leyden(?:\.Editor)?\n\{\n(?: {4}.*\n|#.*\n|\n)*\}\n$/m.test(read(path)),
    )
    expect(outside).toEqual([])
    expect(sources.length).toBeGreaterThan(4)
  })

  it('can be installed from a git URL after a release, with the scripts', () => {
    const folder = mkdtempSync(join(tmpdir(), 'leyden-unity-release-'))
    const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, stdio: 'pipe' })
    const [repository, remote] = [join(folder, 'repository'), join(folder, 'remote.git')]
    const copy = join(repository, 'packages/embed/engines/unity')
    cpSync(unity, copy, { recursive: true })
    writeFileSync(join(repository, '.gitignore'), 'Web~\n')
    mkdirSync(join(copy, 'Web~'), { recursive: true })
    git(folder, 'init', '--quiet', repository)
    git(folder, 'init', '--quiet', '--bare', remote)
    for (const [name, value] of [
      ['user.name', 'Release'],
      ['user.email', 'release@shop.example'],
    ])
      git(repository, 'config', `${name}`, `${value}`)
    for (const release of ['first', 'second']) {
      writeFileSync(join(copy, 'Web~/leyden.js'), release)
      writeFileSync(
        join(copy, 'package.json'),
        read(join(unity, 'package.json')).replace(/(?<="version": ")/, `${release}-`),
      )
      execFileSync(join(root, '.github/publish-unity.sh'), [remote], { cwd: repository, stdio: 'pipe' })
    }
    // As the Package Manager does.
    const installed = join(folder, 'installed')
    git(folder, 'clone', '--quiet', '--branch', 'unity', remote, installed)
    expect(read(join(installed, 'Web~/leyden.js'))).toBe('second')
    const files = (path: string) =>
      (readdirSync(path, { recursive: true }) as string[]).filter((name) => !/^\.git\b/.test(name))
    expect(files(installed).sort()).toEqual(files(copy).sort())
    expect(`${git(installed, 'log', '--format=%s')}`.trim().split('\n')).toHaveLength(2)
    expect(`${git(installed, 'tag')}`.trim().split('\n')).toHaveLength(2)
    rmSync(folder, { recursive: true, force: true })
  })

  it('has the samples that its package.json names', () => {
    const { samples } = JSON.parse(read(join(unity, 'package.json')))
    const paths = samples.map(({ path }: { path: string }) => path)
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.filter((path: string) => !existsSync(join(unity, path)))).toEqual([])
  })
})

it('the template of the Unity package loads the script before everything else', () => {
  const html = read(join(unity, 'WebGLTemplates~/Leyden/index.html'))
  expect(/<(?:script|link|style)[^>]*>/.exec(html)?.[0]).toBe('<script src="leyden.js">')
})

describe('the Godot addon', () => {
  it('has the version of the script in it', () => {
    const version = versionOf(join(embed, 'package.json'))
    expect(read(join(engines, 'godot/addons/leyden/plugin.cfg'))).toContain(`\nversion="${version}"\n`)
  })
})

/** The rule of every document about delivery, in one wording. */
const DELIVERY =
  'Your server gives the item when its `onEvent` gets a `charge.paid` whose `intent` and `order.matches` are true, and that has no `duplicate_of`.'

it.each(readdirSync(engines).filter((name) => existsSync(join(engines, name, 'README.md'))))(
  'the README of %s says which payments deliver an item',
  (name) => {
    expect(read(join(engines, name, 'README.md')).replaceAll(/\n +/g, ' ')).toContain(DELIVERY)
  },
)

it.each([
  'rpg-maker/Leyden.js',
  'gdevelop/Leyden.json',
  'unity/Runtime/LeydenOptions.cs',
  'godot/addons/leyden/leyden.gd',
])('the help in %s says how to try without a server, also on itch.io', (path) => {
  expect(read(join(engines, path))).toMatch(/sandbox\b.*? play money[\s\S]*?sandbox-on-any-host/i)
})

it.each(readdirSync(join(engines, 'pictures')))('a README shows the picture %s', (picture) => {
  const engine = picture.replace('.webp', '')
  expect(read(join(engines, engine, 'README.md'))).toContain(`](../pictures/${picture})`)
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { folderWith } from '../test-support/temporary-folder.js'
import { checkBuild } from './check-build.js'
import { zipGame } from './zip-game.js'

const INDEX = '<script src="leyden.js"></script><script type="module" src="./assets/game.js?v=2"></script>'
const BUILD = {
  'index.html': INDEX,
  'leyden.js': 'leyden()',
  'leyden-widget.js': 'widget()',
  'leyden-payment.js': 'payment()',
  'assets/game.js': 'play()',
}

function zip(files: Record<string, string | Buffer>, options: { out?: string } = {}) {
  const folder = folderWith(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`build/${path}`, text])),
  )
  let output = ''
  const build = join(folder, 'build')
  const code = zipGame({ folder: build, print: (text) => (output += text), ...options })
  const out = join(folder, 'build.zip')
  return {
    code,
    output,
    entries: () => unzipSync(readFileSync(out)),
    made: existsSync(out),
    bytes: () => readFileSync(out),
  }
}

describe('a game’s build', () => {
  it('is packed with index.html at the root, and every byte', () => {
    const noise = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * index) % 251))
    const { code, entries, output } = zip({ ...BUILD, 'assets/größe 1.bin': noise })
    expect(code).toBe(0)
    expect(Object.keys(entries())).toEqual([
      'assets/game.js',
      'assets/größe 1.bin',
      'index.html',
      'leyden-payment.js',
      'leyden-widget.js',
      'leyden.js',
    ])
    expect(Buffer.from(entries()['assets/größe 1.bin'] ?? []).equals(noise)).toBe(true)
    expect(output).toContain('6 files')
  })

  it('makes the same zip each time', () => {
    expect(zip(BUILD).bytes().equals(zip(BUILD).bytes())).toBe(true)
  })

  it('is packed without files of operating systems', () => {
    const junk = { '.DS_Store': 'x', 'assets/.git/config': 'x', '__MACOSX/index.html': 'x', 'Thumbs.db': 'x' }
    expect(Object.keys(zip({ ...BUILD, ...junk }).entries())).toEqual([
      'assets/game.js',
      'index.html',
      'leyden-payment.js',
      'leyden-widget.js',
      'leyden.js',
    ])
  })

  it.each([
    ['no page', { 'game.js': '' }, /There is no index\.html/],
    ['a page in a folder', { 'web/index.html': '' }, /index\.html is in web: give that folder/],
    ['a page in capitals', { 'Index.html': '' }, /Index\.html has to be named index\.html/],
    [
      'a script that is missing',
      { ...BUILD, 'index.html': '<script src="main.js">' },
      /loads main\.js, which is not there/,
    ],
    [
      'our script, missing',
      { 'index.html': '<script src="leyden.js">' },
      /copy leyden\*\.js of @leyden\/embed/,
    ],
    [
      'our script without its widget',
      { 'index.html': '<script src="leyden.js">', 'leyden.js': '' },
      /loads leyden-widget\.js.*or load leyden\.full\.js/,
    ],
    [
      'our script without the payment',
      { 'index.html': '<script src="leyden.js">', 'leyden.js': '', 'leyden-widget.js': '' },
      /loads leyden-payment\.js.*or load leyden\.full\.js/,
    ],
    [
      'a script in another case',
      { 'index.html': "<script src='Game.js'>", 'game.js': '' },
      /file is named game\.js/,
    ],
    [
      'a script whose URL is badly encoded',
      { 'index.html': '<script src="100%.js">' },
      /loads 100%\.js, which is not there/,
    ],
    ['a script without a valid URL', { 'index.html': '<script src="\\\\[.js">' }, /which is not there/],
    [
      'a script from the root',
      { 'index.html': '<script src="/assets/game.js">' },
      /index\.html: \/assets\/game\.js .*base: '\.\/'/,
    ],
    [
      'a picture from the root',
      { ...BUILD, 'a/b.css': 'a { background: url("/sky.png") }' },
      /a\/b\.css: \/sky\.png/,
    ],
  ])('is not packed with %s', (_name, files, problem) => {
    const { code, output, made } = zip(files as Record<string, string>)
    expect([code, made]).toEqual([1, false])
    expect(output).toMatch(problem)
  })

  it('may have inline scripts, and load scripts from other hosts', () => {
    const index =
      '<script src="https://shop.example/leyden.js"></script><script src="//cdn.example/x.js"></script><script>a="/b"</script><!-- <script src="old.js"> -->'
    expect(zip({ 'index.html': index }).code).toBe(0)
  })

  it('is checked against the exact limits of itch.io', () => {
    const file = (path: string, bytes: number) => ({ path, bytes })
    const check = (files: ReturnType<typeof file>[]) =>
      checkBuild([file('index.html', 0), ...files], () => '')
    const many = (count: number, bytes: number) =>
      Array.from({ length: count }, (_, index) => file(`${index}`, bytes))
    expect(check([...many(999, 0)])).toEqual([])
    expect(check([...many(1000, 0)])).toEqual([expect.stringContaining('1001 files')])
    expect(check([file('a', 200e6)])).toEqual([])
    expect(check([file('a', 200e6 + 1)])).toEqual([expect.stringContaining('a has 201 MB')])
    expect(check(many(5, 100e6))).toEqual([])
    expect(check(many(5, 100e6 + 1))).toEqual([expect.stringContaining('501 MB in all')])
    expect(check([file('x'.repeat(240), 0)])).toEqual([])
    expect(check([file('x'.repeat(241), 0)])).toEqual([expect.stringContaining('240 characters')])
  })
})

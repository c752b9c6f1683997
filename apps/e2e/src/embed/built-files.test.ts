import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const read = (name: string) =>
  readFileSync(fileURLToPath(import.meta.resolve(`@leyden/embed/${name}`)), 'utf8')
const count = (text: string, part: string) => text.split(part).length - 1

const mainScript = read('leyden.js')
const widget = read('leyden-widget.js')
const payment = read('leyden-payment.js')
const ramp = read('leyden-ramp.js')

describe('the files of the script', () => {
  it('contain one framework, and it is not React', () => {
    // This text occurs twice in each copy of Preact, and nowhere else.
    const preactMarker = 'Math/MathML'
    expect(count(mainScript, preactMarker)).toBe(0)
    expect(count(widget, preactMarker)).toBe(2)
    for (const code of [payment, ramp]) expect(count(code, preactMarker)).toBe(0)
    for (const code of [mainScript, widget, payment, ramp])
      expect(code).not.toMatch(/react-dom|Minified React error|react\.transitional\.element/)
  })

  it('use no eval and no form', () => {
    for (const code of [mainScript, widget, payment, ramp])
      expect(code).not.toMatch(/\beval\s*\(|new Function\b|document\.write|createElement\(["'`]form/)
  })

  it('use attributes and events as Preact does', () => {
    for (const name of ['onfocusin', 'oninput', 'nativeEvent']) expect(widget).toContain(name)
  })

  it('add one name to the window and no other', () => {
    expect(mainScript).toMatch(/defineProperty\(window,"Leyden"/)
    for (const code of [widget, payment, ramp]) expect(code).not.toMatch(/\bwindow\.[A-Za-z]+\s*=[^=]/)
  })

  it.each([
    'leyden.js',
    'leyden.full.js',
    'leyden-widget.js',
    'leyden-ramp.mjs',
    'leyden-de.js',
    'leyden-de.mjs',
  ])('have the hashes of integrity.json: %s', (name) => {
    const { files } = JSON.parse(read('integrity.json')) as {
      files: Record<string, { integrity: string; bytes: number }>
    }
    const code = read(name)
    expect(files[name]).toEqual({
      integrity: `sha384-${createHash('sha384').update(code).digest('base64')}`,
      bytes: Buffer.byteLength(code),
    })
  })

  it('refer to each other by hash and by build', () => {
    const build = /build:"([0-9a-f]{16})"/.exec(ramp)?.[1]
    expect(build).toBeDefined()
    expect(mainScript).toContain(build)
    for (const name of ['leyden-widget.js', 'leyden-payment.js', 'leyden-ramp.js', 'leyden-pt.js'])
      expect(mainScript).toContain(createHash('sha384').update(read(name)).digest('base64'))
  })

  it.each(['index.d.ts', 'phaser.d.ts', 'engines.d.ts', 'shared.d.ts', 'leyden.d.ts', 'leyden.full.d.ts'])(
    'have types that need no other package: %s',
    (name) => {
      const types = readFileSync(fileURLToPath(new URL(name, import.meta.resolve('@leyden/embed'))), 'utf8')
      const imported = [
        ...types.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?:from|import\()\s*["']([^"']+)/g),
      ]
      for (const [, specifier] of imported) expect(specifier).toMatch(/^\.\/(shared|index)\.js$/)
      expect(types).toMatch(/export\b/)
    },
  )

  it('can be imported on a server, where no overlay can be opened', async () => {
    const { Leyden } = await import('@leyden/embed')
    expect(Leyden.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(() => Leyden.open('pay')).toThrow(/on a server/)
  })
})

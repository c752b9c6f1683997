import { describe, expect, it } from 'vitest'
import { editPackageJson } from './package-json.js'

const ADDITIONS = {
  dependencies: { '@leyden/react': 'file:leyden/packages/react.tgz', sirv: '^3.0.2' },
  devDependencies: { '@leyden/sandbox': 'file:leyden/packages/sandbox.tgz' },
  devPrefix: 'node leyden/dev.mjs',
  devAppCommand: 'npm run dev:app',
  devCommand: 'vite',
  sandboxCommand: 'node leyden/dev.mjs --built',
  startCommand: 'node leyden/server.mjs',
}

function edit(manifest: object) {
  const text = editPackageJson(JSON.stringify(manifest, null, 2), ADDITIONS)
  expect(editPackageJson(text, ADDITIONS)).toBe(text)
  return JSON.parse(text)
}

describe('the edit of a package.json', () => {
  it('adds packages and scripts', () => {
    expect(edit({ name: 'shop', scripts: { dev: 'vite --host', build: 'vite build' } })).toEqual({
      name: 'shop',
      scripts: {
        dev: 'node leyden/dev.mjs vite --host',
        build: 'vite build',
        start: 'node leyden/server.mjs',
        'start:sandbox': 'node leyden/dev.mjs --built',
      },
      dependencies: ADDITIONS.dependencies,
      devDependencies: ADDITIONS.devDependencies,
    })
  })

  it('keeps a start script, and the version of an existing package', () => {
    const { scripts, dependencies, devDependencies } = edit({
      scripts: { start: 'serve dist' },
      devDependencies: { sirv: '2.0.0' },
    })
    expect(scripts.start).toBe('serve dist')
    expect(devDependencies.sirv).toBe('2.0.0')
    expect(dependencies.sirv).toBeUndefined()
  })

  it('updates our own packages to their new files', () => {
    const { dependencies } = edit({ dependencies: { '@leyden/react': 'file:leyden/packages/older.tgz' } })
    expect(dependencies['@leyden/react']).toBe('file:leyden/packages/react.tgz')
  })

  it.each(['vite & node api.js', 'NODE_OPTIONS=--inspect vite', 'concurrently "vite" "node api.js"'])(
    'calls a script that needs a shell by name: %s',
    (dev) => {
      expect(edit({ scripts: { dev } }).scripts).toMatchObject({
        dev: 'node leyden/dev.mjs npm run dev:app',
        'dev:app': dev,
      })
    },
  )

  it('keeps tabs, Windows line endings and a missing last line ending', () => {
    const text = editPackageJson('{\r\n\t"name": "shop"\r\n}', ADDITIONS)
    expect(text).toMatch(/^\{\r\n\t"name": "shop",\r\n\t"scripts": \{\r\n\t\t"dev"/)
    expect(text.endsWith('\r\n}')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  })
})

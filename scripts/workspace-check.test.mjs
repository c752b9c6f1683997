import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { checkWorkspace, importsOf } from './workspace-check.mjs'

const folders = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A workspace with these files beside manifests of core, react, sandbox, the demo and the journeys. */
function workspace(files) {
  const folder = mkdtempSync(join(tmpdir(), 'leyden-workspace-'))
  folders.push(folder)
  const all = {
    'package.json': { devDependencies: { vitest: '1' } },
    'packages/core/package.json': { name: '@leyden/core', dependencies: { '@scure/base': '1' } },
    'packages/react/package.json': {
      name: '@leyden/react',
      dependencies: { '@leyden/core': 'workspace:^' },
      devDependencies: { '@leyden/sandbox': 'workspace:^' },
      peerDependencies: { react: '^19.0.0' },
    },
    'packages/sandbox/package.json': {
      name: '@leyden/sandbox',
      dependencies: { '@leyden/core': 'workspace:^' },
    },
    'apps/demo/package.json': { name: '@leyden/app-demo', dependencies: { '@leyden/react': 'workspace:^' } },
    'apps/e2e/package.json': {
      name: '@leyden/app-e2e',
      devDependencies: { '@leyden/app-demo': 'workspace:^' },
    },
    ...files,
  }
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

describe('checkWorkspace', () => {
  it('passes imports along the arrows', () => {
    const folder = workspace({
      'packages/core/src/client.ts': `import { bech32 } from '@scure/base'\nimport { LeydenError } from './error.js'`,
      'packages/react/src/pay.tsx': `import { useId } from 'react'\nexport { createClient } from '@leyden/core'`,
      'packages/react/src/pay.browser.test.tsx': `import { createSandbox } from '@leyden/sandbox'\nimport { it } from 'vitest'`,
      'apps/demo/src/page.tsx': `import '@leyden/react/styles.css'`,
      'apps/e2e/src/pay.test.ts': `import { startDemo } from '@leyden/app-demo'\nimport { readFile } from 'node:fs/promises'`,
    })
    expect(checkWorkspace(folder)).toEqual({ files: 5, problems: [] })
  })

  it('leaves alone what is no member of the workspace, and what is not shipped', () => {
    const folder = workspace({
      'apps/demo/consumers/vite/package.json': { name: 'stranger' },
      'apps/demo/consumers/vite/main.ts': `import { createBff } from '@leyden/bff'`,
      'packages/core/mutations/run.mjs': `import { it } from 'vitest'`,
    })
    expect(checkWorkspace(folder)).toEqual({ files: 1, problems: [] })
  })

  it.each([
    ['core imports react', 'packages/core/src/x.ts', `import { x } from '@leyden/react'`],
    ['core imports it lazily', 'packages/core/src/x.ts', `const { x } = await import('@leyden/sandbox')`],
    ['core imports lightning', 'packages/core/src/x.ts', `import { x } from '@leyden/lightning'`],
    ['core exports from it', 'packages/core/src/x.ts', `export * from "@leyden/bff"`],
    ['a type is imported', 'packages/core/src/x.ts', `import type { X } from '@leyden/react'`],
    ['an import spans lines', 'packages/core/src/x.ts', `import {\n  x,\n  y,\n} from '@leyden/react'`],
    [
      'shipped code uses the sandbox',
      'packages/react/src/x.ts',
      `import { createSandbox } from '@leyden/sandbox'`,
    ],
    [
      'a test of react uses the bff',
      'packages/react/src/x.test.ts',
      `import { createBff } from '@leyden/bff'`,
    ],
    ['a package imports an app', 'packages/sandbox/src/x.test.ts', `import { x } from '@leyden/app-demo'`],
    ['an app imports another', 'apps/demo/server/x.ts', `import { x } from '@leyden/app-e2e'`],
    ['a path leaves the package', 'packages/react/src/x.ts', `import { x } from '../../core/src/money.js'`],
    ['an inner file is reached', 'apps/demo/src/x.ts', `import { x } from '@leyden/react/dist/provider.js'`],
    ['a library is not declared', 'packages/core/src/x.ts', `import { useState } from 'react'`],
    ['a test library is shipped', 'packages/core/src/x.ts', `import { expect } from 'vitest'`],
  ])('fails when %s', (_, path, text) => {
    const { problems } = checkWorkspace(workspace({ [path]: text }))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(path)
  })

  it('fails when a manifest depends against the arrows', () => {
    const manifest = { name: '@leyden/core', dependencies: { '@leyden/react': 'workspace:^' } }
    const { problems } = checkWorkspace(workspace({ 'packages/core/package.json': manifest }))
    expect(problems).toEqual(['packages/core/package.json: depends on @leyden/react, against the arrows'])
  })
})

describe('importsOf', () => {
  it('takes a pattern that looks for imports for none', () => {
    expect(importsOf(`const pattern = /from '(.+?)'/`)).toEqual([])
  })

  it('leaves out what stands in comments', () => {
    expect(importsOf(`/** import { a } from 'a' */\n// import 'b'\nimport 'c'`)).toEqual(['c'])
  })
})

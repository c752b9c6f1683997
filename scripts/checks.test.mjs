import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as checks from './checks.mjs'
import { root } from './child.mjs'

it('runs every test project in npm test or npm run soak', () => {
  const config = readFileSync(join(root, 'vitest.config.ts'), 'utf8')
  const named = [...config.matchAll(/(?:\w+Project\(\s*|name: )'([\w-]+)'/g)].map((match) => match[1])
  const program = ['test', 'soak']
    .map((name) => readFileSync(join(root, `scripts/${name}.mjs`), 'utf8'))
    .join()
  const run = Object.entries(checks)
    .filter(([name, step]) => step.projects && new RegExp(`\\b${name}\\b`).test(program))
    .flatMap(([, step]) => step.projects)
  expect(named.length).toBeGreaterThan(8)
  expect(run.sort()).toEqual(named.sort())
})

import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { root } from './run.mjs'

const NODE_18 = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '18.20.8' })"

it.each([
  'scripts/start.mjs',
  'scripts/dev.mjs',
  'scripts/build.mjs',
  'scripts/test.mjs',
  'scripts/pnpm.mjs',
])('%s reports in one line that Node is too old, before it installs anything', (script) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', NODE_18, script], {
    cwd: root,
    encoding: 'utf8',
  })
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    'Leyden needs Node 20.19 or later; this is Node 18.20.8.\n',
  ])
})

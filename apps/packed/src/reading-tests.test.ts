import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './pack.js'
import { BUILD_FAULTS, OTHER_READS, SOURCE_FAULTS } from './planted-faults.js'

const listing = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
/** Tests, and what only tests use. */
const files = listing
  .split('\n')
  .filter((path) => /\.test\.\w+$|\/test-support\/|^apps\/(?:e2e|packed)\/src\//.test(path))
  .filter((path) => /(?<!\.d)\.(?:m?js|tsx?)$/.test(path) && existsSync(join(root, path)))
const READS = /\breadFile(?:Sync)?\(|\breaddir(?:Sync)?\(|\bglob(?:Sync)?\(|import\.meta\.glob|\?raw'/
const otherReads: string[] = Object.values(OTHER_READS).flat()
const reading = files.filter((path) => READS.test(readFileSync(join(root, path), 'utf8')))

it('each test that reads files has planted faults, or a reason why it needs none', () => {
  expect(files.length).toBeGreaterThan(300)
  expect(reading.length).toBeGreaterThan(50)
  const known = new Set([...Object.keys({ ...SOURCE_FAULTS, ...BUILD_FAULTS }), ...otherReads])
  expect(reading.filter((path) => !known.has(path))).toEqual([])
})

it('no reason is left of a file that reads nothing any more', () => {
  expect(otherReads.filter((path) => !reading.includes(path))).toEqual([])
})

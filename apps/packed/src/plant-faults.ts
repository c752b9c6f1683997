// Plants the faults of the test file that is about to run into what it reads. A setup file of
// `config/tests/planted-faults.config.ts`.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { BUILD_FAULTS, type Fault, SOURCE_FAULTS } from './planted-faults.js'

const root = join(import.meta.dirname, '../../..')
const faults = { ...SOURCE_FAULTS, ...BUILD_FAULTS }

const isIn = (path: string, { source }: Fault) =>
  source.endsWith('/**') ? path.startsWith(source.slice(0, -2)) : path === source

/** The content of a file, with the faults for the test file that reads it. */
function withFaults<Content>(file: unknown, content: Content): Content | string {
  if (typeof content !== 'string') return content
  const path = relative(root, file instanceof URL ? fileURLToPath(file) : String(file))
  const planted = faults[relative(root, expect.getState().testPath ?? '')] ?? []
  return planted
    .filter((fault) => isIn(path, fault))
    .reduce<string>(
      (text, { find, replace }) =>
        typeof find === 'string' ? text.replaceAll(find, () => replace) : text.replace(find, replace),
      content,
    )
}

// Files share a worker, which reads by these functions once they are replaced.
if (!('plantsFaults' in fs)) {
  const { readFileSync } = fs
  const { readFile } = fs.promises
  Object.assign(fs, {
    plantsFaults: true,
    readFileSync: (...call: Parameters<typeof readFileSync>) => withFaults(call[0], readFileSync(...call)),
  })
  Object.assign(fs.promises, {
    readFile: async (...call: Parameters<typeof readFile>) => withFaults(call[0], await readFile(...call)),
  })
  syncBuiltinESMExports()
}

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { root } from './pack.js'
import { type Faults, isPlanted } from './planted-faults.js'

interface Failure {
  file: string
  title: string | null
  text: string
}

/** Runs the checks with their faults in what they read, and expects each of them to fail. */
export function expectFaultsToBeFound(kind: 'source' | 'build', faults: Faults): void {
  let failures: Failure[] = []
  beforeAll(async () => {
    failures = await failuresWithFaults(kind)
  })

  const rows = Object.entries(faults).flatMap(([file, found]) =>
    found
      .filter(isPlanted)
      .map((fault) => [`${file} › ${fault.title ?? 'the file'}`, fault.source, { file, ...fault }] as const),
  )
  it.each(rows)('%s, with a fault in %s', (_, __, { file, title, says }) => {
    const failure = failures.find((test) => test.file === file && test.title === title)
    expect(failure, 'there is no such test, or it has not seen the fault').toBeDefined()
    expect(failure?.text).toContain(says)
  })
}

function failuresWithFaults(kind: 'source' | 'build'): Promise<Failure[]> {
  const program = join(root, 'node_modules/vitest/vitest.mjs')
  const options = ['run', '--config', 'config/tests/planted-faults.config.ts', '--root', root]
  // The variables of the run of this test would configure the other one.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
  const env = { ...Object.fromEntries(own), LEYDEN_FAULTS: kind }
  return new Promise((resolve, reject) => {
    const call = [program, ...options]
    execFile(process.execPath, call, { cwd: root, env, maxBuffer: 2 ** 28 }, (_, output, errors) => {
      const json = output.split('\n').find((line) => line.startsWith('['))
      if (json === undefined) reject(new Error(output + errors))
      else resolve(JSON.parse(json))
    })
  })
}

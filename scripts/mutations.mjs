// `node scripts/mutations.mjs core|lightning [file]`: takes the rules of a package away one by one, in memory, and
// expects some test to fail each time. A rule that nobody misses is either untested or none. Takes a few minutes; ends with 1 if any
// is not missed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startVitest } from 'vitest/node'
import { root as repository } from './child.mjs'

const [name = 'lightning', only] = process.argv.slice(2)
const root = join(repository, 'packages', name)
const { rules } = await import(join(root, 'mutations/rules.mjs'))

const survivors = []
const chosen = rules.filter(([file]) => only === undefined || file === only)
for (const rule of chosen) {
  const isMissed = await failsWithout(rule)
  if (!isMissed) survivors.push(rule)
  process.stdout.write(isMissed ? '.' : 'S')
}
console.log(`\n${chosen.length - survivors.length} of ${chosen.length} rules are missed when they are gone`)
for (const [file, kept] of survivors) console.log(`nobody misses, in ${file}.ts: ${kept}`)
process.exit(survivors.length > 0 ? 1 : 0)

async function failsWithout([file, kept, gone]) {
  const source = join(root, 'src', `${file}.ts`)
  const parts = readFileSync(source, 'utf8').split(kept)
  if (parts.length !== 2) throw new Error(`${file}.ts has ${parts.length - 1} times: ${kept}`)
  const takeAway = {
    name: 'leyden-mutation',
    enforce: 'pre',
    transform: (code, id) => (id === source ? code.replace(kept, () => gone) : undefined),
  }
  const options = {
    root,
    config: false,
    watch: false,
    bail: 1,
    related: [source],
    include: ['src/**/*.test.ts'],
    // What takes seconds, or looks at names only, says nothing about a rule.
    exclude: ['src/{client,watch,public-exports,parsers}.test.ts'],
    reporters: [{}],
    fsModuleCache: false,
  }
  const vitest = await startVitest('test', [], options, { root, configFile: false, plugins: [takeAway] })
  const failed = vitest.state.getCountOfFailedTests() > 0 || vitest.state.getUnhandledErrors().length > 0
  const files = vitest.state.getFiles()
  if (files.length === 0) throw new Error(`no test is related to ${file}.ts`)
  await vitest.close()
  process.exitCode = 0
  return failed || files.some(({ result }) => result?.state === 'fail')
}

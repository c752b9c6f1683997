// `npm run bench`: compares the speed of Leyden and its alternatives on this machine, and writes the tables into
// `docs/performance.md`, between their marks. `npm run bench -- bff` and `-- page` print one of them. `--short` runs
// everything in seconds, to test that it runs; its figures mean nothing.
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { benchBff } from './bff/bff.js'
import { benchPage } from './page/page.js'
import { isShort } from './table.js'

const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const programs = new URL('../../../scripts/programs.mjs', import.meta.url).href
const { ensurePrograms, findChromium, findNginx } = await import(programs)

if (!existsSync('/proc/self/schedstat'))
  throw new Error('The bench needs Linux: it reads processor times in /proc.')
const [{ model } = { model: 'unknown processor' }, ...others] = cpus()
const busy = `with a load of ${loadavg()[0]?.toFixed(1)} at the start`
const machine = `${model}, ${others.length + 1} cores, Node ${process.versions.node}, ${busy}`
console.log(`${machine}\n`)
if (!isShort) await ensurePrograms('nginx', 'chromium')

const failed: string[] = []
const results: Record<string, string> = { machine }
for (const [name, bench] of Object.entries({
  bff: async () => ({ table: await benchBff(findNginx()), failures: [] }),
  page: () => benchPage(findChromium()),
})) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const { table, failures } = await bench()
  results[name] = table
  failed.push(...failures)
  console.log(`\n${table}\n`)
}
if (failed.length > 0) {
  console.error(`Not measured:\n${failed.join('\n')}`)
  process.exitCode = 1
} else if (chosen.length === 0 && !isShort) {
  const file = new URL('../../../docs/performance.md', import.meta.url)
  let text = await readFile(file, 'utf8')
  for (const [mark, result] of Object.entries(results))
    text = text.replace(
      new RegExp(`(?<=<!-- ${mark} -->\\s*)\\S.*?(?=\\s*<!-- /${mark} -->)`, 's'),
      () => result,
    )
  await writeFile(file, text)
}

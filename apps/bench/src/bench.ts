// `npm run bench`: how fast Leyden is beside what it is compared with, on this machine. `npm run bench -- bff` for the
// server alone. `--short` runs everything in seconds, to see that it runs: its figures mean nothing.
import { existsSync } from 'node:fs'
import { cpus } from 'node:os'
import { benchBff } from './bff/bff.js'

const isShort = process.argv.includes('--short')
const programs = new URL('../../../scripts/programs.mjs', import.meta.url).href

if (!existsSync('/proc/self/schedstat'))
  throw new Error('The bench needs Linux: it reads processor times in /proc.')
const [{ model } = { model: 'unknown processor' }, ...others] = cpus()
console.log(`${model}, ${others.length + 1} cores, Node ${process.versions.node}\n`)

const { ensurePrograms, findNginx } = await import(programs)
if (!isShort) await ensurePrograms('nginx')
const full = { rounds: 5, amounts: { validate: 10_000, charge: 1_000, ramp: 3_000 }, streams: 10_000 }
const short = { rounds: 1, amounts: { validate: 100, charge: 40, ramp: 40 }, streams: 40 }
console.log(await benchBff(isShort ? short : full, findNginx))

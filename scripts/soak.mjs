// `npm run soak`: the tests of endurance in their full size, one file at a time, and the figures they came to;
// and what is too large for everybody's tests.
// `npm test` runs them short.
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, chromium, embed, engineRecipes, strace } from './checks.mjs'
import { runSteps } from './steps.mjs'
import { vitestStep } from './vitest-step.mjs'

const figures = join(mkdtempSync(join(tmpdir(), 'leyden-soak-')), 'figures')
process.env.LEYDEN_SOAK = '1'
process.env.LEYDEN_SOAK_FIGURES = figures
process.env.VITEST_MAX_WORKERS = '1'

async function tellFigures() {
  const told = existsSync(figures) ? readFileSync(figures, 'utf8') : ''
  console.log(told)
  return told === '' ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 }
}

await runSteps([
  build,
  chromium,
  strace,
  embed,
  engineRecipes,
  vitestStep('endurance', ['bff', 'app-bff'], { timeoutMs: 7_200_000 }),
  vitestStep('every situation of a payment', ['react-ssr'], {
    timeoutMs: 7_200_000,
    env: { LEYDEN_EXPLORE_DEPTH: '10' },
  }),
  { name: 'figures', run: tellFigures },
])

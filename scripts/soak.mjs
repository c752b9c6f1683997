// `npm run soak`: the tests of endurance in their full size, one file at a time. `npm test` runs them short.
import { build } from './checks.mjs'
import { runSteps } from './steps.mjs'
import { vitestStep } from './vitest-step.mjs'

process.env.LEYDEN_SOAK = '1'
process.env.VITEST_MAX_WORKERS = '1'

await runSteps([build, vitestStep('endurance', ['bff', 'app-bff'], { timeoutMs: 3_600_000 })])

// `npm run check`: what should be green before each commit, in under a minute and without a browser.
import { build, lint, quickTests, workspace } from './checks.mjs'
import { runSteps } from './steps.mjs'

await runSteps([build, lint, workspace, quickTests])

// `npm run check`: what should be green before each commit, in under a minute and without a browser.
import { build, lint, nodeTests, workspace } from './checks.mjs'
import { runSteps } from './steps.mjs'

await runSteps([build, lint, workspace, nodeTests])

// `npm test`: everything. The last line is `N passed, N failed`, over all tests and checks.
import {
  build,
  chromium,
  componentTests,
  demo,
  journeys,
  lint,
  nodeTests,
  size,
  stories,
  workspace,
} from './checks.mjs'
import { runSteps } from './steps.mjs'

await runSteps([build, lint, workspace, nodeTests, chromium, componentTests, stories, size, demo, journeys])

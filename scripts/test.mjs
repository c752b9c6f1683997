// `npm test`: everything. The last line is `N passed, N failed`, over all tests and checks.
import {
  build,
  chromium,
  componentTests,
  demo,
  embed,
  embedTests,
  firefoxTests,
  journeys,
  lint,
  nginx,
  nodeTests,
  packedApps,
  size,
  stories,
  strace,
  workspace,
} from './checks.mjs'
import { runSteps } from './steps.mjs'

await runSteps([
  build,
  lint,
  workspace,
  chromium,
  strace,
  nginx,
  nodeTests,
  componentTests,
  embed,
  embedTests,
  stories,
  size,
  demo,
  journeys,
  firefoxTests,
  packedApps,
])

import { configure } from 'storybook/test'
import { afterEach } from 'vitest'
import { startClock } from './stop-clock.js'

// By default a story's `waitFor` gives up after one second. Speed depends on the machine, and is not tested.
configure({ asyncUtilTimeout: 120_000 })

// All stories share a page. Storybook cleans up after a story only when the next one begins, whose file is loaded by
// then.
afterEach(startClock)

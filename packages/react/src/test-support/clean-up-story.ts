import { afterEach } from 'vitest'
import { startClock } from './stop-clock.js'

// All stories share a page. Storybook cleans up after a story only when the next one begins, whose file is loaded by
// then.
afterEach(startClock)

import { afterEach } from 'vitest'
import { startClock } from './stop-clock.js'

// All stories share a page. Storybook cleans up after one when the next begins, and then its file is loaded already.
afterEach(startClock)

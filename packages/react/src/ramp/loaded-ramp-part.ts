import { createPartLoader } from '../foundation/later/part-loader.js'

/** Loads everything after the first click, which most page views never need. */
export const loadedRampPart = createPartLoader(() => import('./parts/loaded-ramp.js'))

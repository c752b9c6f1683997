import { japanese } from './pay.js'
import { rampJapanese } from './ramp.js'

export const languages = [japanese, rampJapanese]

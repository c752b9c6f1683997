import { spanish } from './pay.js'
import { rampSpanish } from './ramp.js'

export const languages = [spanish, rampSpanish]

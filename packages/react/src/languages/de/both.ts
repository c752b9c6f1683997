import { german } from './pay.js'
import { rampGerman } from './ramp.js'

export const languages = [german, rampGerman]

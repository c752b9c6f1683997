import { portuguese } from './pay.js'
import { rampPortuguese } from './ramp.js'

export const languages = [portuguese, rampPortuguese]

import { arabic } from './pay.js'
import { rampArabic } from './ramp.js'

export const languages = [arabic, rampArabic]

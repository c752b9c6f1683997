import { german } from '@leyden/react/languages/de'
import { rampGerman } from '@leyden/react/languages/ramp-de'

export const languages = [german, rampGerman]

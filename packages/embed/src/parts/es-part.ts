import { spanish } from '@leyden/react/languages/es'
import { rampSpanish } from '@leyden/react/languages/ramp-es'

export const languages = [spanish, rampSpanish]
